import { expect } from "chai"
import { describe, it } from "mocha"

import { retryOnDevnet } from "#src/onchain/submission/retryOnDevnet.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("retryOnDevnet", () => {
  const id = bytes32(5)
  const retry = async (answer: unknown) => {
    const { client, questions } = fakeNode(() => answer)
    const outcome = await retryOnDevnet(client, { id })
    expect(questions).to.deep.equal([{ method: "devnet_retry", params: [id] }])
    return outcome
  }

  it("passes on what a devnet answers, and takes no other answer for one", async () => {
    for (const outcome of ["retried", "done", "not given up", "cancelled"])
      expect(await retry(outcome)).to.equal(outcome)
    for (const answer of ["retry", true, null])
      expect((await failure(retry(answer))).code).to.equal("RETRY_UNAVAILABLE")
  })

  it("tells an id that the devnet does not know from a node that is none", async () => {
    const unknown = nodeError("no", -32_000, "UNKNOWN_RETRY_ID")
    expect(await failure(retry(unknown))).to.include({ code: "INVALID_INPUT", argument: "id" })
    const other = await failure(retry(nodeError("no such method", -32_601)))
    expect(other.code).to.equal("RETRY_UNAVAILABLE")
    expect(other.facts["id"]).to.equal(id)
  })
})
