import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { transact } from "../../src/onchain/transact.js"
import { TransactionRevertedError } from "../../src/onchain/transactionErrors.js"
import { failure } from "../fixtures/failure.js"
import { bytes32 } from "../fixtures/wire/messages.js"
import { dai } from "../fixtures/wire/swapRoutes.js"
import { createFakeChain } from "../fixtures/worlds/swap/fakeChain.js"

const abi = parseAbi(["function go(uint256 how)"])

describe("transact", () => {
  it("checks how long it is to wait before it sends anything", async () => {
    const chain = createFakeChain({
      contracts: { [dai]: { abi, answer: () => undefined } },
      receipt: { status: "0x1", logs: [] },
    })
    const send = (options: object) =>
      transact(chain.client, chain.client, { abi, address: dai, functionName: "go", args: [7n] } as never, options)
    for (const confirmations of [0, -1, 1.5, NaN, Infinity]) {
      expect(await failure(send({ confirmations })), String(confirmations)).to.include({ argument: "confirmations" })
    }
    for (const receiptTimeout of [-1, NaN, Infinity]) {
      expect(await failure(send({ receiptTimeout })), String(receiptTimeout)).to.include({ argument: "receiptTimeout" })
    }
    expect(await failure(send({ signal: AbortSignal.abort() }))).to.include({ code: "ABORTED" })
    expect(chain.sent).to.deep.equal([])
    const hashes: unknown[] = []
    const receipt = await send({ onSubmitted: (...of: unknown[]) => hashes.push(...of) })
    expect([receipt.status, hashes, chain.sent.length]).to.deep.equal(["success", [bytes32(0x5e47)], 1])
  })

  it("says what to do about a transaction that reverted, which its caller may know better", () => {
    const reverted = { call: { address: dai, functionName: "go" }, hash: bytes32(1), reason: "Full()" } as const
    const general = new TransactionRevertedError(reverted)
    expect(general.facts).to.deep.equal({ contract: dai, transaction: bytes32(1), reason: "Full()" })
    expect(general.next).to.be.a("string").and.not.equal("Wait.")
    expect(new TransactionRevertedError({ ...reverted, next: "Wait." }).next).to.equal("Wait.")
  })
})
