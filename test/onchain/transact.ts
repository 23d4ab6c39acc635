import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Client, parseAbi } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { mainnet } from "viem/chains"

import { receiptTimeoutFor, transact } from "#src/onchain/transact.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai } from "#test/fixtures/wire/swapRoutes.js"

const abi = parseAbi(["function go(uint256 how)"])
const errors = parseAbi(["error Full()"])
const call = { abi, address: dai, functionName: "go", args: [7n] } as const

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
    expect(chain.sent[0]?.value).to.equal(0n)
  })

  it("needs one confirmation by default, and waits a minute longer for each further one", async () => {
    expect([1, 2, 12].map(receiptTimeoutFor)).to.deep.equal([180_000, 240_000, 840_000])
    const contracts = { [dai]: { abi, answer: () => undefined } }
    const signal = new AbortController().signal
    const { client } = createFakeChain({ contracts, newestBlock: 1n, receipt: { status: "0x1", logs: [] } })
    expect((await transact(client, client, call, { signal })).status).to.equal("success")
    const late = createFakeChain({ contracts, receipt: null })
    const error = await failure(transact(late.client, late.client, call, { receiptTimeout: 0 }))
    expect([error.code, late.sent.length]).to.deep.equal(["NOT_MINED", 1])
  })

  it("sends nothing that reverts, and says why what was sent was reverted, if it still would be", async () => {
    let calls = 0
    const open = (revertsFrom: number, until = Infinity) => {
      calls = 0
      return createFakeChain({
        contracts: {
          [dai]: {
            abi,
            answer() {
              calls += 1
              if (calls >= revertsFrom && calls < until) throw revert(errors, "Full")
            },
          },
        },
        receipt: { status: "0x0", logs: [] },
      })
    }
    const send = async ({ client }: { readonly client: Client }, errorAbis: readonly Abi[] = [errors]) => {
      const { code, facts } = await failure(transact(client, client, call, { errorAbis }))
      return [code, facts["reason"]]
    }
    const simulated = open(1)
    expect(await send(simulated)).to.deep.equal(["CALL_REVERTED", undefined])
    expect(simulated.sent).to.deep.equal([])
    expect(await send(open(2))).to.deep.equal(["TRANSACTION_REVERTED", "Full()"])
    // The state of the block is not that before the transaction.
    expect(await send(open(9))).to.deep.equal(["TRANSACTION_REVERTED", undefined])
    const [, unnamed] = await send(open(2), [])
    expect(unnamed).to.be.a("string").and.not.equal("Full()")
  })

  it("needs the id of the chain, and an account", async () => {
    const broken = { eth_chainId: new Error("overloaded") }
    const contracts = { [dai]: { abi, answer: () => undefined } }
    const { client, sent } = createFakeChain({ contracts, broken })
    expect((await failure(transact(client, client, call))).code).to.equal("NODE_FAILED")
    expect(sent).to.deep.equal([])
    const none = await failure(transact(client, { ...client, account: undefined }, call))
    expect(none).to.include({ code: "INVALID_INPUT", argument: "walletClient" })
    // A wallet that knows its chain is not in need of it, so that this one fails later: it has nowhere to send to.
    const wallet = { ...client, account: privateKeyToAccount(bytes32(1)), chain: mainnet }
    expect((await failure(transact(client, wallet, call))).code).to.equal("NOT_SUBMITTED")
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
    const late = new AbortController()
    // The simulation has passed, and nobody listens to the signal any more.
    late.signal.removeEventListener = () => {
      late.abort()
    }
    const passing = createFakeChain({ contracts: { [dai]: { abi, answer: () => undefined } } })
    const tooLate = transact(passing.client, passing.client, call, { signal: late.signal })
    expect([(await failure(tooLate)).code, passing.sent]).to.deep.equal(["ABORTED", []])
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
