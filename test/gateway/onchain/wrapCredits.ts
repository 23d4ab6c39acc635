import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { decodeFunctionData } from "viem/utils"

import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { wrapCredits } from "#src/gateway/onchain/credits.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain, type FakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const feesManager: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const receiver: Address = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0"

function chainThat(refuses?: Error): FakeChain {
  const answer = () => {
    if (refuses !== undefined) throw refuses
  }
  return createFakeChain({
    contracts: { [feesManager]: { abi: feesManagerAbi, answer } },
    receipt: { status: "0x1", logs: [] },
  })
}

describe("wrapCredits", () => {
  it("sends the amount along, for the receiver, and returns the transaction", async () => {
    const { client, sent } = chainThat()
    const { hash } = await wrapCredits(client, client, { feesManager, receiver, amount: 500n })
    expect(hash).to.equal(bytes32(0x5e47))
    expect(sent).to.have.length(1)
    expect(sent[0]).to.include({ to: feesManager, value: 500n })
    expect(decodeFunctionData({ abi: feesManagerAbi, data: sent[0]!.data })).to.deep.equal({
      functionName: "wrap",
      args: [receiver],
    })
  })

  it("refuses to wrap nothing, before anything is sent", async () => {
    const { client, calls } = chainThat()
    const error = await failure(wrapCredits(client, client, { feesManager, receiver, amount: 0n }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "amount" })
    expect(calls).to.have.length(0)
  })

  it("sends nothing that reverts, and names the fees manager's error", async () => {
    const { client, sent } = chainThat(revert(feesManagerAbi, "ZeroReceiver"))
    const error = await failure(wrapCredits(client, client, { feesManager, receiver, amount: 1n }))
    expect(error).to.have.property("code", "CALL_REVERTED")
    expect(error.message).to.contain("ZeroReceiver")
    expect(sent).to.have.length(0)
  })
})
