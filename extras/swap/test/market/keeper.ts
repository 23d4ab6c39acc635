import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, decodeFunctionData, encodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from "viem"

import {
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  marketReaderArtifact,
  mintBridgeArtifact,
  swapRouterArtifact,
} from "#extras/swap/src/artifacts/market.js"
import { marketContracts } from "#extras/swap/src/market/contracts.js"
import { keeper, type MarketWorkerContext } from "#extras/swap/src/market/keeper.js"
import type { MarketJob } from "#extras/swap/src/market/ledger.js"
import type { Order } from "#extras/swap/src/market/quoting/quotes.js"
import type { ActorCall } from "#src/devnet/relay/callBatch.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import { zeroHash } from "#src/primitives/address.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const bridge = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const chainTime = 1000

const anOrder: Order = {
  ...{ salt: bytes32(1), user: at(1), receiver: at(2), refundTo: at(3), inputToken: at(4) },
  ...{ inputAmount: 1n, feeTaker: at(5), feeAmount: 2n, originDex: at(6), bridgedToken: at(7) },
  ...{ minBridgedAmount: 3n, bridge: at(8), dstChainSlug: 9, destinationDex: at(10), outputToken: at(11) },
  ...{ minAmountOut: 4n, deadline: 5n, payloadHash: zeroHash },
}

const release = (id: number, notBefore: number): MarketJob => ({
  id: `release ${id}`,
  subject: { stage: "release", chainSlug: 41001, bridge, quoteId: bytes32(id), notBefore },
  since: 0,
  readyAt: 0,
})

/** Has a keeper perform jobs on a chain whose time stands at {@link chainTime}. */
async function perform(jobs: readonly MarketJob[], refuses: (call: ActorCall) => boolean = () => false) {
  const clock = createManualClock()
  const simulated: Hex[] = []
  const postponed: [string, number][] = []
  const batchSender: BatchSender = {
    simulate(call) {
      simulated.push(call.data)
      return Promise.resolve({ success: !refuses(call), gasUsed: 1n, revertData: "0xdead" })
    },
    send: () => Promise.resolve([]),
  }
  const context = {
    chain: { slug: 41001, provider: { request: () => Promise.resolve({ timestamp: numberToHex(chainTime) }) } },
    contracts: {},
    ledger: { postpone: (job: MarketJob, until: number) => postponed.push([job.id, until - clock.now()]) },
    clock,
    retries: { attempts: 1, delay: 500 },
  } as unknown as MarketWorkerContext
  const handler = keeper(context, batchSender).find(({ stage }) => stage === "release")
  await handler!.perform(jobs)
  return { simulated, postponed }
}

describe("the market's keeper", () => {
  it("attempts no job before the chain's own time has reached it", async () => {
    const { simulated } = await perform([release(1, chainTime), release(2, chainTime + 1)])
    expect(simulated.map((data) => data.slice(-2))).to.deep.equal(["01"])
  })

  it("asks for no fee where the contract names none", async () => {
    const contracts = marketContracts(at(0xd0))
    const refusing = { success: false, data: "0x01" } as const
    const request = ({ method }: { method: string }): Promise<unknown> =>
      Promise.resolve(
        method === "eth_call"
          ? encodeFunctionResult({ abi: marketReaderArtifact.abi, functionName: "readAll", result: [refusing] })
          : { timestamp: numberToHex(chainTime) },
      )
    const values: unknown[] = []
    const batchSender: BatchSender = {
      simulate: (call) => (values.push(call.value), Promise.resolve({ success: true, gasUsed: 1n, revertData: "0x" })),
      send: () => Promise.resolve([]),
    }
    const chain = { slug: 41001, provider: { request } }
    const context = { chain, contracts, ledger: {}, clock: createManualClock(), retries: { attempts: 1, delay: 1 } }
    const handlers = keeper(context as unknown as MarketWorkerContext, batchSender)
    const own = { chainSlug: 41001, quoteId: bytes32(7), notBefore: 0 }
    const subjects: readonly MarketJob["subject"][] = [
      { ...own, stage: "claimRefund", bridge: at(0xb3), srcChainSlug: 41002 },
      { ...own, stage: "sweep", order: anOrder },
    ]
    for (const subject of subjects) {
      const job: MarketJob = { id: subject.stage, subject, since: 0, readyAt: 0 }
      await handlers.find(({ stage }) => stage === subject.stage)!.perform([job])
    }
    expect(values).to.deep.equal([0n, 0n])
  })

  it("postpones what is refused by the delay between attempts, without end, and nothing else", async () => {
    const { postponed } = await perform([release(1, 0), release(2, 0)], ({ data }) => data.endsWith("02"))
    expect(postponed).to.deep.equal([["release 2", 500]])
  })

  it("makes for each job the call of its contract, with the fee that the contracts ask and gas for any delivery", async () => {
    const contracts = marketContracts(at(0xd0))
    const order = anOrder
    const own = { chainSlug: 41001, quoteId: bytes32(7), notBefore: 0 }
    const subjects: readonly MarketJob["subject"][] = [
      { ...own, stage: "release", bridge: at(0xb1) },
      { ...own, stage: "payRefund", bridge: at(0xb2) },
      { ...own, stage: "claimRefund", bridge: at(0xb3), srcChainSlug: 41002 },
      { ...own, stage: "sweep", order },
      { ...own, stage: "refundDeposit", order, token: at(0xaa) },
      { ...own, stage: "callReceiver", order, amount: 9n, payload: { data: "0x1234", gas: 630_000n } },
    ]
    const calls: ActorCall[] = []
    const views: unknown[] = []
    const request = ({ method, params }: { method: string; params: [{ data: Hex }] }): Promise<unknown> => {
      if (method !== "eth_call") return Promise.resolve({ timestamp: numberToHex(chainTime) })
      const { args } = decodeFunctionData({ abi: marketReaderArtifact.abi, data: params[0].data })
      const result = args[0].map((view, index) => {
        views.push([view.to, view.data.slice(0, 10)])
        return { success: true, data: numberToHex(views.length * 100 + index, { size: 32 }) }
      })
      return Promise.resolve(encodeFunctionResult({ abi: marketReaderArtifact.abi, functionName: "readAll", result }))
    }
    const batchSender: BatchSender = {
      simulate: () => Promise.resolve({ success: true, gasUsed: 1n, revertData: "0x" }),
      send: (sent) => (calls.push(...sent.map(({ call }) => call)), Promise.resolve([])),
    }
    const chain = { slug: 41001, provider: { request } }
    const context = { chain, contracts, ledger: {}, clock: createManualClock(), retries: { attempts: 1, delay: 1 } }
    const handlers = keeper(context as unknown as MarketWorkerContext, batchSender)
    expect(handlers.map(({ stage, chainSlug }) => [stage, chainSlug])).to.deep.equal([
      ...["release", "sweep", "refundDeposit", "claimRefund", "callReceiver", "payRefund"].map((stage) => [
        stage,
        41001,
      ]),
    ])
    for (const subject of subjects) {
      const job: MarketJob = { id: subject.stage, subject, since: 0, readyAt: 0 }
      await handlers.find(({ stage }) => stage === subject.stage)!.perform([job])
    }
    const data = (artifact: { abi: Abi }, functionName: string, ...args: unknown[]) =>
      encodeFunctionData({ abi: artifact.abi, functionName, args })
    const gas = 1_500_000n
    expect(calls).to.deep.equal([
      { to: at(0xb1), data: data(mintBridgeArtifact, "release", own.quoteId), value: 0n, gas },
      { to: at(0xb2), data: data(liquidityBridgeArtifact, "payRefund", own.quoteId), value: 0n, gas },
      { to: at(0xb3), data: data(liquidityBridgeArtifact, "claimRefund", own.quoteId), value: 100n, gas },
      { to: contracts.deposits, data: data(depositFactoryArtifact, "sweep", order), value: 200n, gas },
      { to: contracts.deposits, data: data(depositFactoryArtifact, "refundDeposit", order, at(0xaa)), value: 0n, gas },
      {
        to: contracts.router,
        data: data(swapRouterArtifact, "executePayload", own.quoteId, order.receiver, order.outputToken, 9n, "0x1234"),
        ...{ value: 0n, gas: 790_000n },
      },
    ])
    expect(views).to.deep.equal([
      [at(0xb3), data(liquidityBridgeArtifact, "refundMessageFee", 41002).slice(0, 10)],
      [contracts.router, data(swapRouterArtifact, "quoteMessageFee", order).slice(0, 10)],
    ])
  })
})
