import { expect } from "chai"
import { describe, it } from "mocha"
import { getBalance, getChainId } from "viem/actions"

import { explainCallError } from "#src/onchain/callErrors.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { requestOnChain } from "#src/plugin/connection/chains/requestOnChain.js"
import { plugsErrorIn } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { failure } from "#test/fixtures/failure.js"

const address = "0x1111111111111111111111111111111111111111"

/** A connection whose node answers these, one after the other. */
function connectionTo(...answers: unknown[]) {
  return { networkName: "alpha", provider: { request: () => Promise.resolve(answers.shift()) } }
}

describe("a request to the node of a connection", () => {
  const facts = { function: "eth_getBalance", reason: 'its answer is malformed: {"a":1}' }

  it("fails as the node's where its answer is malformed, through viem too", async () => {
    const ask = () => requestOnChain(connectionTo({ a: 1 }), { method: "eth_getBalance" })
    expect(await failure(ask())).to.deep.include({ code: "NODE_FAILED", facts })
    expect((await failure(ask())).shortMessage).to.contain("The node of alpha")
    const thrown: unknown = await getBalance(publicClientOf(connectionTo({ a: 1 })), { address }).catch(
      (error: unknown) => error,
    )
    expect(thrown).to.have.property("name", "UnknownRpcError")
    expect(explainCallError(thrown, { address, functionName: "other" })).to.deep.include({ code: "NODE_FAILED", facts })
    expect(plugsErrorIn(thrown)).to.deep.include({ code: "NODE_FAILED", facts })
    expect(nodeReason(thrown)).to.equal(facts.reason)
  })

  it("shows no URL of a malformed answer, which can contain a key, and its beginning alone", async () => {
    const answer = `see https://node.example/v2/secret-key ${"x".repeat(500)}`
    const { facts } = await failure(requestOnChain(connectionTo(answer), { method: "eth_call" }))
    expect(facts["reason"]).to.contain("see the node's URL x").and.to.have.length.below(210)
  })

  it("fails where the node names another chain than at first", async () => {
    const client = publicClientOf(connectionTo("0x1", "0x1", "0x2"))
    expect([await getChainId(client), await getChainId(client)]).to.deep.equal([1, 1])
    expect(String(await getChainId(client).catch((error: unknown) => error))).to.contain("0x2")
  })
})
