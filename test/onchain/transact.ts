import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { transact } from "../../src/onchain/transact.js"
import { TransactionRevertedError } from "../../src/onchain/transactionErrors.js"
import { failure } from "../fixtures/failure.js"
import { bytes32 } from "../fixtures/wire/messages.js"
import { dai } from "../fixtures/wire/swapRoutes.js"
import { createFakeChain, revert } from "../fixtures/worlds/swap/fakeChain.js"

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

  it("says why a transaction reverted as far as the same call tells, and that it was sent", async () => {
    const ends = async (answers: readonly (Error | undefined)[]) => {
      const left = [...answers]
      const answer = (): undefined => {
        const next = left.shift()
        if (next !== undefined) throw next
        return undefined
      }
      const { client, sent } = createFakeChain({
        contracts: { [dai]: { abi, answer } },
        receipt: { status: "0x0", logs: [] },
      })
      const call = { abi, address: dai, functionName: "go", args: [7n] } as const
      const { code, facts } = await failure(transact(client, client, call))
      return [code, facts["reason"], sent.length, left.length]
    }
    const full = revert(parseAbi(["error Error(string)"]), "Error", ["full"])
    expect(await ends([undefined, full])).to.deep.equal(["TRANSACTION_REVERTED", "full", 1, 0])
    // The state has changed, so that the call succeeds now.
    expect(await ends([undefined, undefined])).to.deep.equal(["TRANSACTION_REVERTED", undefined, 1, 0])
  })

  it("sends nothing that was stopped while it was tried, and nothing to a chain that does not say which it is", async () => {
    const stop = new AbortController()
    const stopping = createFakeChain({
      contracts: {
        [dai]: {
          abi,
          answer: () => {
            stop.abort()
            return undefined
          },
        },
      },
    })
    const call = { abi, address: dai, functionName: "go", args: [7n] } as never
    const stopped = transact(stopping.client, stopping.client, call, { signal: stop.signal })
    expect([(await failure(stopped)).code, stopping.sent]).to.deep.equal(["ABORTED", []])
    const contracts = { [dai]: { abi, answer: () => undefined } }
    const nameless = createFakeChain({ contracts, broken: { eth_chainId: new Error("it is tired") } })
    const failed = await failure(transact(nameless.client, nameless.client, call))
    expect([failed.code, nameless.sent]).to.deep.equal(["NODE_FAILED", []])
  })

  it("says what to do about a transaction that reverted, which its caller may know better", () => {
    const reverted = { call: { address: dai, functionName: "go" }, hash: bytes32(1), reason: "Full()" } as const
    const general = new TransactionRevertedError(reverted)
    expect(general.facts).to.deep.equal({ contract: dai, transaction: bytes32(1), reason: "Full()" })
    expect(general.next).to.be.a("string").and.not.equal("Wait.")
    expect(new TransactionRevertedError({ ...reverted, next: "Wait." }).next).to.equal("Wait.")
  })
})
