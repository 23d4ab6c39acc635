import type { Address, Hex } from "viem"
import { decodeFunctionData, getAbiItem, getAddress } from "viem/utils"

import type { MarketContracts } from "./contracts.js"
import { createViewReader } from "./createViewReader.js"
import type { RouteFact } from "./facts.js"
import type { MarketLedger } from "./ledger.js"
import { type MarketQuote, quoteIdOf, type Quotes, validity } from "./quoting/quotes.js"
import {
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  swapRouterArtifact,
} from "#extras/swap/src/artifacts/market.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { followLogs, type Observer } from "#src/devnet/chain/followLogs.js"
import { getMinedLogs, type MinedLog } from "#src/devnet/chain/logs.js"
import { createLogParser } from "#src/primitives/createLogParser.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

export async function observeMarket(
  chain: LocalChain,
  contracts: MarketContracts,
  { ledger, quotes }: { ledger: MarketLedger; quotes: Quotes },
  report: (error: unknown) => void,
): Promise<Observer> {
  const { router, pool, press, deposits } = contracts
  const readDeposits = createDepositReader(chain, contracts, quotes)

  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<readonly RouteFact[]> {
    const [logs, deposited, reverted] = await Promise.all([
      getMinedLogs(chain, [router, pool, press, deposits], fromBlock, toBlock),
      readDeposits(fromBlock, toBlock),
      readReverted(chain, router, quotes, { fromBlock, toBlock }),
    ])
    return [...factsOfRoutes(chain.slug, logs, { contracts, quotes }), ...deposited, ...reverted]
  }

  return await followLogs(chain, ledger, { readFacts, report })
}

const { abi: bridgeAbi } = liquidityBridgeArtifact
const { abi: depositAbi } = depositFactoryArtifact

const parseLogs = createLogParser([
  getAbiItem({ abi: bridgeAbi, name: "RouteStarted" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteBridged" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteArrived" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteCompleted" }),
  getAbiItem({ abi: swapRouterArtifact.abi, name: "PayloadExecuted" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefunding" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefundWaiting" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefundDue" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefunded" }),
  getAbiItem({ abi: depositAbi, name: "DepositSwept" }),
  getAbiItem({ abi: depositAbi, name: "DepositRefunded" }),
])

function factsOfRoutes(
  chainSlug: number,
  mined: readonly MinedLog[],
  { contracts, quotes }: { contracts: MarketContracts; quotes: Quotes },
): RouteFact[] {
  const timestamps = new Map(mined.map(({ transactionHash, blockTimestamp }) => [transactionHash, blockTimestamp]))
  const logs = parseLogs(mined)
  const swept = new Set<Hex>(logs.flatMap((log) => (log.eventName === "DepositSwept" ? log.args.quoteId : [])))
  return logs.flatMap((log): RouteFact[] => {
    const minedAt = { txHash: log.transactionHash, timestamp: Number(timestamps.get(log.transactionHash)) }
    const { quoteId } = log.args
    switch (log.eventName) {
      case "RouteStarted": {
        const { inputToken, inputAmount } = log.args
        return [{ quoteId, started: { ...minedAt, inputToken, inputAmount, isSwept: swept.has(quoteId) } }]
      }
      case "RouteBridged": {
        const { token, amount, bridgeFee } = log.args
        return [{ quoteId, bridged: { ...minedAt, token, amount, bridgeFee } }]
      }
      case "RouteArrived": {
        const { srcChainSlug, payableAt } = log.args
        const arrived = {
          ...minedAt,
          chainSlug,
          srcChainSlug,
          bridge: getAddress(log.address),
          payableAt: Number(payableAt),
        }
        return [{ quoteId, arrived }]
      }
      case "RouteCompleted":
        return [{ quoteId, completed: { ...minedAt, token: log.args.token, amount: log.args.amountOut } }]
      case "PayloadExecuted":
        return [{ quoteId, payloadExecuted: minedAt }]
      case "RouteRefunding":
        return [{ quoteId, refunding: { ...minedAt, reason: log.args.reason } }]
      case "RouteRefundWaiting":
        return [{ quoteId, refundWaiting: { ...minedAt, reason: log.args.reason } }]
      case "RouteRefundDue": {
        const { token, amount } = log.args
        return [{ quoteId, refundDue: { ...minedAt, chainSlug, token, amount, bridge: getAddress(log.address) } }]
      }
      case "RouteRefunded":
        return [{ quoteId, refunded: { ...minedAt, token: log.args.token, amount: log.args.amount } }]
      case "DepositRefunded": {
        const { token, amount } = log.args
        const input = quotes.get(quoteId)?.order.inputToken
        // Native tokens that a receiver refuses come back as WETH. Any other token is not this quote's.
        const isInput = token === input || (input === nativeToken && token === contracts.weth)
        return isInput ? [{ quoteId, depositRefunded: { ...minedAt, token, amount } }] : []
      }
      case "DepositSwept":
        return []
    }
  })
}

const { abi: tokenAbi } = marketTokenArtifact

/** Reads the balances of a chain's deposit addresses, of those that anything was ever sent to. */
function createDepositReader(chain: LocalChain, contracts: MarketContracts, quotes: Quotes) {
  const { usdc, usdt, weth, spark } = contracts
  /** The tokens that may be at each quote's address. None is ever removed, because a reorg can bring its balance back. */
  const known = new Map<Hex, Set<Address>>()

  function note({ quoteId }: MarketQuote, token: Address): void {
    getOrAdd(known, quoteId, () => new Set<Address>()).add(token)
  }

  async function noteTransfers(open: readonly MarketQuote[], fromBlock: bigint, toBlock: bigint): Promise<void> {
    const byAddress = new Map(open.map((quote) => [quote.depositAddress, quote]))
    const logs = await getMinedLogs(chain, [usdc, usdt, weth, spark], fromBlock, toBlock)
    for (const { address, args } of parseTransfers(logs)) {
      const quote = byAddress.get(getAddress(args.to))
      if (quote !== undefined) note(quote, getAddress(address))
    }
  }

  /** Reads balances of native tokens, because no chain logs their transfers. */
  async function noteNative(open: readonly MarketQuote[]): Promise<void> {
    await Promise.all(
      open.map(async (quote) => {
        if ((await nativeBalanceOf(quote)) > 0n) note(quote, nativeToken)
      }),
    )
  }

  async function nativeBalanceOf({ depositAddress }: MarketQuote): Promise<bigint> {
    if (depositAddress === undefined) return 0n
    const request = { method: "eth_getBalance", params: [depositAddress, "latest"] }
    return BigInt((await chain.provider.request(request)) as Hex)
  }

  return async (fromBlock: bigint, toBlock: bigint): Promise<readonly RouteFact[]> => {
    const open = quotes.depositsOn(chain.slug)
    if (open.length === 0) return []
    await Promise.all([noteTransfers(open, fromBlock, toBlock), noteNative(open)])
    const read = createViewReader(chain, contracts)
    const balanceOf = async (quote: MarketQuote, token: Address): Promise<bigint> => {
      if (token === nativeToken || quote.depositAddress === undefined) return await nativeBalanceOf(quote)
      return (await read(token, tokenAbi, "balanceOf", [quote.depositAddress])) ?? 0n
    }
    return await Promise.all(
      open
        .filter(({ quoteId }) => known.has(quoteId))
        .map(async (quote): Promise<RouteFact> => {
          const tokens = [...(known.get(quote.quoteId) ?? [])]
          const amounts = await Promise.all(tokens.map((token) => balanceOf(quote, token)))
          const deposited = tokens.map((token, index) => ({ token, amount: amounts[index] ?? 0n }))
          return { quoteId: quote.quoteId, deposited: deposited.filter(({ amount }) => amount > 0n) }
        }),
    )
  }
}

const parseTransfers = createLogParser([getAbiItem({ abi: tokenAbi, name: "Transfer" })])

type Transaction = { readonly hash: Hex; readonly to: Address | null; readonly input: Hex }
type Receipt = { readonly status: Hex }
type Block = { readonly timestamp: Hex; readonly transactions: readonly Transaction[] }

/** Finds quotes whose transaction reverted, which leaves no log. Reads blocks only while a valid quote could be used. */
async function readReverted(
  chain: LocalChain,
  router: Address,
  quotes: Quotes,
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
): Promise<readonly RouteFact[]> {
  const facts: RouteFact[] = []
  // Without any quote there is no time to compare with one. A block of a hundred messages is 40 kB, and every block comes here.
  if (!quotes.isAnyOpen(chain.slug, 1)) return facts
  let oldest = 0
  for (let number = toBlock; number >= fromBlock; number -= 1n) {
    const block = await blockAt(number)
    if (block === null) break
    const timestamp = Number(block.timestamp)
    if (number === toBlock) {
      if (!quotes.isAnyOpen(chain.slug, timestamp)) break
      oldest = timestamp - validity
    }
    if (timestamp < oldest) break
    for (const { hash, to, input } of block.transactions) {
      if (to?.toLowerCase() !== router.toLowerCase() || !(await isReverted(hash))) continue
      const quoteId = quoteOf(input)
      if (quoteId === undefined || quotes.get(quoteId) === undefined) continue
      facts.push({ quoteId, reverted: { txHash: hash, timestamp } })
    }
  }
  return facts

  async function blockAt(number: bigint): Promise<Block | null> {
    const params = [`0x${number.toString(16)}`, true]
    return (await chain.provider.request({ method: "eth_getBlockByNumber", params })) as Block | null
  }

  async function isReverted(hash: Hex): Promise<boolean> {
    const params = [hash]
    const receipt = (await chain.provider.request({ method: "eth_getTransactionReceipt", params })) as Receipt | null
    return receipt?.status === "0x0"
  }

  function quoteOf(data: Hex): Hex | undefined {
    try {
      const { functionName, args } = decodeFunctionData({ abi: swapRouterArtifact.abi, data })
      return functionName === "execute" ? quoteIdOf(args[0], { chainId: chain.chainId, router }) : undefined
    } catch {
      return undefined
    }
  }
}
