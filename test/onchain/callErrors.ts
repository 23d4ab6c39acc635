import { expect } from "chai"
import { describe, it } from "mocha"
import { BaseError, encodeErrorResult, parseAbi, zeroAddress } from "viem"

import { CallRevertedError, explainCallError, NodeFailedError } from "../../src/onchain/callErrors.js"
import type { Naming } from "../../src/primitives/errorText.js"
import { isPlugsError, type PlugsError, renderError } from "../../src/primitives/PlugsError.js"
import { revert } from "../fixtures/worlds/swap/fakeChain.js"

const abi = parseAbi(["error Closed()", "error Full()", "error OwnableUnauthorizedAccount(address account)"])

describe("the advice for a call that reverts", () => {
  /** What is advised where the contract's own guide knows `Closed`. */
  function explained(name: string | undefined, args: readonly unknown[] = [], knows = ["Closed"]): PlugsError {
    const advice = new Map(knows.map((known) => [known, `Look at ${known}.`]))
    const thrown = name === "unnamed" ? Object.assign(revert(), { data: "0x12345678" }) : revert(abi, name, args)
    const error = explainCallError(name === undefined ? revert() : thrown, call, { abis: [abi], advice })
    if (!isPlugsError(error)) throw error
    expect(error.code).to.equal("CALL_REVERTED")
    return error
  }
  const adviceFor = (...of: Parameters<typeof explained>): string | undefined => explained(...of).next
  const call = { address: zeroAddress, functionName: "enter" }

  it("is the guide's own, for an error that it knows", () => {
    expect(adviceFor("Closed")).to.equal("Look at Closed.")
    expect(adviceFor("Full")).to.equal(undefined)
  })

  it("is general for an owner's function, unless the guide knows better", () => {
    const general = adviceFor("OwnableUnauthorizedAccount", [zeroAddress])
    expect(general).to.be.a("string")
    const known = adviceFor("OwnableUnauthorizedAccount", [zeroAddress], ["OwnableUnauthorizedAccount"])
    expect(known).to.equal("Look at OwnableUnauthorizedAccount.")
  })

  it("tells an error that no ABI knows, which a task could know, from one without data", () => {
    const inTask: Naming = {
      reader: "task",
      argument: String,
      helper: String,
      chain: String,
      address: String,
    }
    const bothOf = (name: string | undefined) => {
      const error = explained(name)
      return [error.next, renderError(error, inTask).next]
    }
    const [[silent, silentInTask], [unknown, unknownInTask]] = [bothOf(undefined), bothOf("unnamed")]
    expect(silent).to.be.a("string").and.equal(silentInTask)
    expect(unknown).to.be.a("string").and.not.equal(unknownInTask)
  })
})

describe("the error of a call", () => {
  const call = { address: zeroAddress, functionName: "enter" }

  it("has the revert, whose data it shows up to eighty characters", () => {
    const long = parseAbi(["error Long(uint256 a, uint256 b)"])
    const data = encodeErrorResult({ abi: long, errorName: "Long", args: [1n, 2n] })
    const error = explainCallError(Object.assign(new Error("reverted"), { code: 3, data }), call)
    if (!(error instanceof CallRevertedError)) throw error
    expect(error.revert).to.deep.include({ data })
    const shown = String(error.facts["revert data"])
    expect(shown.slice(0, 30)).to.equal(data.slice(0, 30))
    expect(shown.length).to.be.within(60, 90)
    const short = explainCallError(Object.assign(new Error("reverted"), { code: 3, data: "0x12345678" }), call)
    expect(short).to.have.nested.property("facts.revert data", "0x12345678")
  })

  it("is the one that a reader below has made already, with the name of the chain", () => {
    const failed = new NodeFailedError({ ...call, chain: "alpha" }, "it is down")
    expect(explainCallError(new BaseError("it failed", { cause: failed }), call)).to.equal(failed)
    expect(failed.message).to.contain("The node of alpha could")
    const other = explainCallError(new BaseError("it failed"), call)
    expect(other).to.have.property("message").that.contains("The node could")
    expect(other).to.have.nested.property("facts.contract", zeroAddress)
    const bug = new TypeError("a bug")
    expect(explainCallError(bug, call)).to.equal(bug)
  })
})
