import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"

import { retryOnDevnet } from "#src/onchain/submission/retryOnDevnet.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("retryOnDevnet", () => {
  const id = bytes32(5)
  const retry = async (answer: unknown) => {
    const asked: unknown[] = []
    const request = (question: object) => {
      asked.push(question)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
    const outcome = await retryOnDevnet(createClient({ transport: custom({ request }, { retryCount: 0 }) }), { id })
    expect(asked).to.deep.equal([{ method: "devnet_retry", params: [id] }])
    return outcome
  }

  it("passes on what a devnet answers, and takes no other answer for one", async () => {
    for (const outcome of ["retried", "done", "not given up", "cancelled"])
      expect(await retry(outcome)).to.equal(outcome)
    for (const answer of ["retry", true, null])
      expect((await failure(retry(answer))).code).to.equal("RETRY_UNAVAILABLE")
  })

  it("tells an id that the devnet does not know from a node that is none", async () => {
    const unknown = Object.assign(new Error("no"), { code: -32_000, data: "UNKNOWN_RETRY_ID" })
    expect(await failure(retry(unknown))).to.include({ code: "INVALID_INPUT", argument: "id" })
    const other = await failure(retry(Object.assign(new Error("no such method"), { code: -32_601 })))
    expect(other.code).to.equal("RETRY_UNAVAILABLE")
    expect(other.facts["id"]).to.equal(id)
  })
})
