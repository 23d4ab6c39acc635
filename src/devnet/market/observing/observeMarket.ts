import type { Hex } from "viem"
import { getAbiItem, getAddress } from "viem/utils"

import { nativeToken } from "../../../swap/nativeToken.js"
import { depositFactoryArtifact } from "../../artifacts/DepositFactory.js"
import { liquidityBridgeArtifact } from "../../artifacts/LiquidityBridge.js"
import type { LocalChain } from "../../chain/chains.js"
import { createLogParser } from "../../chain/logs/createLogParser.js"
import { followLogs, type Observer } from "../../chain/followLogs.js"
import { getMinedLogs, type MinedLog } from "../../chain/logs/getMinedLogs.js"
import type { MarketContracts } from "../contracts.js"
import type { RouteFact } from "../ledger/facts.js"
import type { MarketLedger } from "../ledger/ledger.js"
import type { Quotes } from "../quoting/quotes.js"
import { createDepositReader } from "./createDepositReader.js"
import { readReverted } from "./readReverted.js"

/** Keeps the market's ledger up to date with one chain. */
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
  getAbiItem({ abi: bridgeAbi, name: "RouteRefunding" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefundWaiting" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefundDue" }),
  getAbiItem({ abi: bridgeAbi, name: "RouteRefunded" }),
  getAbiItem({ abi: depositAbi, name: "DepositSwept" }),
  getAbiItem({ abi: depositAbi, name: "DepositRefunded" }),
])

/** Reads logs of the market's router, bridges and deposits into facts. */
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
