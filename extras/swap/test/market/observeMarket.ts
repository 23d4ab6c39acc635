import { expect } from "chai"
import { describe, it } from "mocha"
import type { Abi, AbiEvent, Address, Hex } from "viem"
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  encodeFunctionResult,
  getAbiItem,
  getAddress,
  numberToHex,
} from "viem/utils"

import {
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  marketReaderArtifact,
  swapRouterArtifact,
} from "#extras/swap/src/artifacts/market.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { marketContracts } from "#extras/swap/src/market/contracts.js"
import type { RouteFact } from "#extras/swap/src/market/facts.js"
import type { MarketLedger } from "#extras/swap/src/market/ledger.js"
import { observeMarket } from "#extras/swap/src/market/observeMarket.js"
import {
  createQuotes,
  executeData,
  type MarketQuote,
  type Order,
  quoteIdOf,
} from "#extras/swap/src/market/quoting/quotes.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createLogReader } from "#src/devnet/chain/logs.js"
import { zeroHash } from "#src/primitives/address.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contracts = marketContracts("0x00000000000000000000000000000000000000d0")
const { router, pool, press, deposits, usdc, usdt, weth } = contracts
const { abi: bridgeAbi } = liquidityBridgeArtifact
const { abi: depositAbi } = depositFactoryArtifact
const { abi: tokenAbi } = marketTokenArtifact
const { abi: routerAbi } = swapRouterArtifact

const [slug, otherSlug] = [41001, 41002]
const place = { chainId: 51001, router }
const [user, stranger, first, second, third] = [0xc1, 0xc2, 0xa1, 0xa2, 0xa3].map((number) =>
  getAddress(numberToHex(number, { size: 20 })),
) as [Address, Address, Address, Address, Address]

const order: Order = {
  ...{ salt: bytes32(77), user, receiver: user, refundTo: user, inputToken: usdc, inputAmount: 100n },
  ...{ feeTaker: user, feeAmount: 0n, originDex: user, bridgedToken: usdc, minBridgedAmount: 1n, bridge: pool },
  ...{ dstChainSlug: otherSlug, destinationDex: user, outputToken: usdc, minAmountOut: 1n, deadline: 2_000n },
  payloadHash: zeroHash,
}

function quote(
  quoteId: Hex,
  {
    origin = slug,
    inputToken = usdc,
    vault,
    deadline = 2_000n,
  }: {
    readonly origin?: number
    readonly inputToken?: Address
    readonly vault?: Address
    readonly deadline?: bigint
  } = {},
): MarketQuote {
  const given = { quoteId, userOp: vault === undefined ? "tx" : "deposit", origin: { slug: origin } }
  return { ...given, order: { ...order, inputToken, deadline }, depositAddress: vault } as MarketQuote
}

type FakeTransaction = {
  readonly hash: Hex
  readonly to: Address | null
  readonly input: Hex
  readonly reverts?: boolean
}
type FakeLog = {
  readonly address: Address
  readonly topics: readonly unknown[]
  readonly data: Hex
  readonly tx: number
}
type FakeBlock = {
  readonly timestamp: number
  readonly logs?: readonly FakeLog[]
  readonly sent?: readonly FakeTransaction[]
}

/** A log of an event; `tx` is the number of its transaction. */
function logOf(address: Address, abi: Abi, eventName: string, args: Record<string, unknown>, tx = 1): FakeLog {
  const { inputs } = getAbiItem({ abi, name: eventName }) as AbiEvent
  const topics = encodeEventTopics({ abi, eventName, args })
  const others = inputs.filter(({ indexed }) => indexed !== true)
  return {
    address,
    topics,
    data: encodeAbiParameters(
      others,
      others.map(({ name }) => args[name!]),
    ),
    tx,
  }
}

/** Reads blocks after the first one as they are mined. `balances` are by token and account. */
async function observe(given: readonly MarketQuote[], balances: Record<string, bigint> = {}) {
  const blocks: FakeBlock[] = [{ timestamp: 0 }]
  const quotes = createQuotes({ maxQuotes: 100, maxDeposits: 100 })
  quotes.add(given)
  const asked: string[] = []
  const balanceOf = (token: string, of: string) => balances[`${token} ${of}`.toLowerCase()] ?? 0n
  const blockAt = (tag: string) => {
    const number = tag === "latest" ? blocks.length - 1 : Number(tag)
    const { timestamp, sent = [] } = blocks[number]!
    const [hash, parentHash] = [bytes32(number + 1), bytes32(number)]
    return { number: numberToHex(number), hash, parentHash, timestamp: numberToHex(timestamp), transactions: sent }
  }
  const logsIn = ({ fromBlock, toBlock }: { fromBlock: Hex; toBlock: Hex }) =>
    blocks.flatMap(({ logs = [], timestamp }, number) =>
      number < Number(fromBlock) || number > Number(toBlock)
        ? []
        : logs.map(({ tx, ...log }, index) => ({
            ...{ ...log, transactionHash: bytes32(tx), blockTimestamp: numberToHex(timestamp) },
            ...{ blockNumber: numberToHex(number), logIndex: numberToHex(index), transactionIndex: "0x0" },
          })),
    )
  const readAll = ({ data }: { data: Hex }): Hex => {
    const { args } = decodeFunctionData({ abi: marketReaderArtifact.abi, data })
    const results = args[0].map((view): { success: boolean; data: Hex } => {
      const {
        args: [of],
      } = decodeFunctionData({ abi: tokenAbi, data: view.data }) as { args: readonly [Address] }
      // The native token is no contract, and a token may refuse to answer.
      const balance = view.to === nativeToken ? -1n : balanceOf(view.to, of)
      return balance < 0n
        ? { success: false, data: "0x01" }
        : { success: true, data: numberToHex(balance, { size: 32 }) }
    })
    return encodeFunctionResult({ abi: marketReaderArtifact.abi, functionName: "readAll", result: results })
  }
  const answers: Record<string, (...params: never[]) => unknown> = {
    eth_getBlockByNumber(tag: string, isWhole: boolean) {
      if (isWhole) asked.push(`block ${Number(tag)}`)
      return blockAt(tag)
    },
    eth_getLogs: logsIn,
    eth_call: readAll,
    async eth_getBalance(of: Address) {
      await new Promise(setImmediate)
      return numberToHex(balanceOf(nativeToken, of))
    },
    eth_getTransactionReceipt(hash: Hex) {
      const found = blocks.flatMap(({ sent = [] }) => sent).find((sent) => sent.hash === hash)
      return found && { status: found.reverts === true ? "0x0" : "0x1" }
    },
  }
  const provider = {
    request: async ({ method, params }: { method: string; params: never[] }): Promise<unknown> =>
      await answers[method]!(...params),
  } as unknown as LocalChain["provider"]
  const onHead = () => () => undefined
  const chain = {
    ...place,
    slug,
    firstBlock: 0n,
    provider,
    onHead,
    announced: () => undefined,
  } as unknown as LocalChain
  let facts: readonly RouteFact[] = []
  const ledger = { record: (_: number, added: readonly RouteFact[]) => (facts = added) } as unknown as MarketLedger
  const report = (error: unknown) => {
    throw error
  }
  const readLogs = createLogReader({ provider, onHead })
  const observer = await observeMarket({ ...chain, readLogs }, contracts, { ledger, quotes }, report)
  const mine = async (...more: FakeBlock[]) => {
    asked.length = 0
    blocks.push(...more)
    await observer.sync()
    return facts
  }
  return { mine, asked, balances }
}

describe("what a chain says of the market's routes", () => {
  const [a, b] = [bytes32(0xa), bytes32(0xb)]

  it("is each of their events, with its transaction and the time of its block", async () => {
    const { mine } = await observe([])
    const started = { user, payer: user, feeTaker: user, feeAmount: 0n }
    const bridge = (address: Address, name: string, args: object, tx: number) =>
      logOf(address, bridgeAbi, name, { ...args }, tx)
    const facts = await mine(
      {
        timestamp: 100,
        logs: [
          bridge(router, "RouteStarted", { quoteId: a, ...started, inputToken: usdc, inputAmount: 5n }, 11),
          bridge(router, "RouteStarted", { quoteId: b, ...started, inputToken: weth, inputAmount: 6n }, 12),
          logOf(deposits, depositAbi, "DepositSwept", { quoteId: b, vault: user, token: weth, amount: 6n }, 12),
          bridge(
            ...([pool, "RouteBridged"] as const),
            { quoteId: a, dstChainSlug: otherSlug, msgId: bytes32(1), token: usdt, amount: 40n, bridgeFee: 3n },
            11,
          ),
          // Any contract can say the same.
          bridge(stranger, "RouteCompleted", { quoteId: a, receiver: user, token: usdc, amountOut: 1n }, 13),
        ],
      },
      {
        timestamp: 200,
        logs: [
          bridge(press, "RouteArrived", { quoteId: a, srcChainSlug: 9, token: usdc, amount: 7n, payableAt: 260n }, 21),
          bridge(pool, "RouteCompleted", { quoteId: a, receiver: user, token: weth, amountOut: 70n }, 22),
          bridge(pool, "RouteRefunding", { quoteId: b, srcChainSlug: 9, msgId: bytes32(2), reason: "0xaa" }, 23),
          bridge(press, "RouteRefundWaiting", { quoteId: b, srcChainSlug: 9, reason: "0xbb" }, 24),
          bridge(press, "RouteRefundDue", { quoteId: b, to: user, token: usdc, amount: 8n }, 25),
          bridge(pool, "RouteRefunded", { quoteId: b, to: user, token: usdt, amount: 9n }, 26),
        ],
      },
    )
    const at = (tx: number, timestamp: number) => ({ txHash: bytes32(tx), timestamp })
    expect(facts).to.deep.equal([
      { quoteId: a, started: { ...at(11, 100), inputToken: usdc, inputAmount: 5n, isSwept: false } },
      { quoteId: b, started: { ...at(12, 100), inputToken: weth, inputAmount: 6n, isSwept: true } },
      { quoteId: a, bridged: { ...at(11, 100), token: usdt, amount: 40n, bridgeFee: 3n } },
      { quoteId: a, arrived: { ...at(21, 200), chainSlug: slug, srcChainSlug: 9, bridge: press, payableAt: 260 } },
      { quoteId: a, completed: { ...at(22, 200), token: weth, amount: 70n } },
      { quoteId: b, refunding: { ...at(23, 200), reason: "0xaa" } },
      { quoteId: b, refundWaiting: { ...at(24, 200), reason: "0xbb" } },
      { quoteId: b, refundDue: { ...at(25, 200), chainSlug: slug, token: usdc, amount: 8n, bridge: press } },
      { quoteId: b, refunded: { ...at(26, 200), token: usdt, amount: 9n } },
    ])
  })

  it("is of what came back from a deposit's address only its own input", async () => {
    const native = bytes32(0xc)
    const { mine } = await observe([quote(a), quote(native, { inputToken: nativeToken })])
    const refunded = (quoteId: Hex, token: Address, amount: bigint) =>
      logOf(deposits, depositAbi, "DepositRefunded", { quoteId, to: user, token, amount })
    const logs = [
      ...[refunded(a, usdc, 1n), refunded(a, weth, 2n), refunded(a, nativeToken, 3n), refunded(b, usdc, 4n)],
      ...[refunded(native, nativeToken, 5n), refunded(native, weth, 6n), refunded(native, usdc, 7n)],
    ]
    const at = { txHash: bytes32(1), timestamp: 100 }
    expect(await mine({ timestamp: 100, logs })).to.deep.equal([
      { quoteId: a, depositRefunded: { ...at, token: usdc, amount: 1n } },
      { quoteId: native, depositRefunded: { ...at, token: nativeToken, amount: 5n } },
      { quoteId: native, depositRefunded: { ...at, token: weth, amount: 6n } },
    ])
  })

  it("is what deposit addresses hold of all that was ever sent to them, and nothing of the others", async () => {
    const given = [
      ...[quote(a, { vault: first }), quote(b, { vault: second })],
      ...[quote(bytes32(0xc), { vault: third }), quote(bytes32(0xd), { vault: third, origin: otherSlug })],
    ]
    const { mine, balances } = await observe(given)
    const transfer = (to: Address, value: bigint) => logOf(usdc, tokenAbi, "Transfer", { from: user, to, value })
    Object.assign(balances, {
      [`${usdc} ${first}`.toLowerCase()]: 30n,
      [`${usdt} ${first}`.toLowerCase()]: 5n,
      [`${nativeToken} ${second}`.toLowerCase()]: 900n,
    })
    // No token but the market's counts, and nothing that was sent elsewhere.
    const foreign = logOf(stranger, tokenAbi, "Transfer", { from: user, to: third, value: 1n })
    const logs = [transfer(first, 10n), transfer(first, 20n), transfer(stranger, 1n), foreign]
    expect(await mine({ timestamp: 100, logs })).to.deep.equal([
      { quoteId: a, deposited: [{ token: usdc, amount: 30n }] },
      { quoteId: b, deposited: [{ token: nativeToken, amount: 900n }] },
    ])
    Object.assign(balances, {
      [`${usdc} ${first}`.toLowerCase()]: 0n,
      [`${usdc} ${second}`.toLowerCase()]: 4n,
      [`${nativeToken} ${second}`.toLowerCase()]: 1n,
    })
    expect(await mine({ timestamp: 101, logs: [transfer(second, 4n)] })).to.deep.equal([
      { quoteId: a, deposited: [] },
      {
        quoteId: b,
        deposited: [
          { token: nativeToken, amount: 1n },
          { token: usdc, amount: 4n },
        ],
      },
    ])
  })

  it("is what the only deposit address of a chain holds, from a single unit of native token on", async () => {
    const { mine, balances } = await observe([quote(a, { vault: first })])
    expect(await mine({ timestamp: 100 })).to.deep.equal([])
    balances[`${nativeToken} ${first}`.toLowerCase()] = 1n
    expect(await mine({ timestamp: 101 })).to.deep.equal([
      { quoteId: a, deposited: [{ token: nativeToken, amount: 1n }] },
    ])
    // What was sent to it is no longer known where the token does not answer.
    balances[`${usdc} ${first}`.toLowerCase()] = -1n
    const sent = logOf(usdc, tokenAbi, "Transfer", { from: user, to: first, value: 1n })
    expect(await mine({ timestamp: 102, logs: [sent] })).to.deep.equal([
      { quoteId: a, deposited: [{ token: nativeToken, amount: 1n }] },
    ])
  })

  const quoteId = quoteIdOf(order, place)
  const used = { hash: bytes32(31), to: router, input: executeData(order), reverts: true } as const
  const reverted = (...at: readonly (readonly [tx: number, timestamp: number])[]) =>
    at.map(([tx, timestamp]) => ({ quoteId, reverted: { txHash: bytes32(tx), timestamp } }))

  it("is which of its quotes' transactions have reverted, newest first", async () => {
    const { mine } = await observe([quote(quoteId)])
    const lowered = router.toLowerCase() as Address
    const sent: FakeTransaction[] = [
      used,
      { ...used, hash: bytes32(32), to: lowered },
      ...[
        { ...used, hash: bytes32(33), reverts: false },
        { ...used, hash: bytes32(34), to: pool },
      ],
      ...[
        { ...used, hash: bytes32(35), to: null },
        { ...used, hash: bytes32(36), input: "0xdeadbeef" as const },
      ],
      { ...used, hash: bytes32(37), input: executeData({ ...order, inputAmount: 101n }) },
      {
        ...used,
        hash: bytes32(39),
        input: encodeFunctionData({ abi: routerAbi, functionName: "quoteMessageFee", args: [order] }),
      },
    ]
    const later = { timestamp: 1_001, sent: [{ ...used, hash: bytes32(38) }] }
    expect(await mine({ timestamp: 1_000, sent }, later)).to.deep.equal(reverted([38, 1_001], [31, 1_000], [32, 1_000]))
  })

  it("is read from blocks in which a quote that is open could have been used, and from no others", async () => {
    const until = 2_000
    const { mine, asked } = await observe([quote(quoteId, { deadline: BigInt(until) })])
    const at = (timestamp: number, tx: number) => ({ timestamp, sent: [{ ...used, hash: bytes32(tx) }] })
    // Quotes are valid for a minute.
    expect(await mine(at(until - 61, 1), at(until - 60, 2), at(until, 3))).to.deep.equal(
      reverted([3, until], [2, until - 60]),
    )
    expect(asked).to.deep.equal(["block 3", "block 2", "block 1"])
    expect([await mine(at(until + 1, 4)), asked]).to.deep.equal([[], ["block 4"]])
    const none = await observe([quote(quoteId, { origin: otherSlug })])
    expect([await none.mine(at(until, 5)), none.asked]).to.deep.equal([[], []])
  })
})
