import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError, HttpRequestError, InvalidInputRpcError, UnknownRpcError } from "viem"

import { JournalUnusableError } from "#src/primitives/files/fileErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

class ReasonError extends PlugsError {
  readonly code = "REASON"
}

describe("nodeReason", () => {
  it("is what the innermost error of the client says, with its details", () => {
    const inner = new BaseError("It is closed.", { details: "until ten" })
    expect(nodeReason(new BaseError("It failed.", { cause: inner }))).to.equal("It is closed. until ten")
    expect(nodeReason(new BaseError("It is closed."))).to.equal("It is closed.")
    expect(nodeReason(new BaseError("It is closed.", { details: "" }))).to.equal("It is closed.")
    const deep = new BaseError("It failed.", { cause: new BaseError("It waited.", { cause: inner }) })
    expect(nodeReason(deep)).to.equal("It is closed. until ten")
    const system = new BaseError("It was cut off.", { cause: new Error("ECONNRESET") })
    expect(nodeReason(new BaseError("It failed.", { cause: system }))).to.equal("It was cut off. ECONNRESET")
    expect(nodeReason(new Error("no answer", { cause: inner })), "which is of another library").to.equal("no answer")
    const refused = Object.assign(new Error("refused"), { code: 5 })
    expect(nodeReason(new UnknownRpcError(refused))).to.match(/^.+ refused$/)
    expect(nodeReason(new InvalidInputRpcError(refused)), "whose own sentence misleads").to.equal("refused")
    const silent = Object.assign(new Error("why"), { name: "InvalidInputRpcError", details: "" })
    expect(nodeReason(silent), "where nothing else is said").to.equal("why")
  })

  it("is the message of any other error, on one line of 200 characters", () => {
    expect(nodeReason(new Error("no\nanswer"))).to.equal("no answer")
    expect(nodeReason("no answer")).to.equal("unknown")
    const [whole, cut] = [200, 201].map((length) => nodeReason(new Error("x".repeat(length))))
    expect([whole, cut?.length]).to.deep.equal(["x".repeat(200), 200])
    expect(cut).to.not.equal(whole)
  })

  it("is the reason in what this package threw, or its first line", () => {
    const cut = new InvalidInputError({ argument: "rpcUrl", problem: "it is cut off", fix: "Mend it." })
    const known = new ReasonError("It failed.", { facts: { reason: "too large" } })
    const reasons = [cut, known].map((cause) => nodeReason(new BaseError("It failed.", { cause })))
    expect(reasons).to.deep.equal(['Argument "rpcUrl": it is cut off.', "too large"])
    expect(nodeReason(known), "itself is no cause").to.equal("It failed.")
    const own = new ReasonError("It failed.", { cause: new BaseError("It is closed.") })
    expect(nodeReason(own), "nor is what it gives as its own cause").to.equal("It failed.")
  })

  it("shows no URL, which can contain a key", () => {
    const url = "https://node.example/v2/secret-key"
    for (const error of [
      new HttpRequestError({ url, details: `no answer of ${url}, nor of WSS://node.example/secret-key` }),
      new Error(`${url} is down`),
    ]) {
      expect(nodeReason(error)).to.not.include("secret-key")
      expect(nodeReason(error)).to.include("the node's URL")
    }
  })

  it("is that of an error of this package inside of it, or else its first line", () => {
    const inside = (facts: Record<string, string>) => {
      const cause = new JournalUnusableError({ folder: "/a", reason: "the disk is full", advice: "Free some space." })
      return nodeReason(new BaseError("It failed.", { cause: Object.assign(cause, { facts }) }))
    }
    expect(inside({ reason: "the disk is full" })).to.equal("the disk is full")
    expect(inside({})).to.equal("The folder that records what is sent cannot be used.")
  })
})
