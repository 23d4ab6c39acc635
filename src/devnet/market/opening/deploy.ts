import type { Address, Hex } from "viem"

import type { Accounts } from "../../chain/accounts/accounts.js"
import { actorBatcherArtifact } from "../../artifacts/ActorBatcher.js"
import { awkwardTokenArtifact } from "../../artifacts/AwkwardToken.js"
import { constantProductDexArtifact } from "../../artifacts/ConstantProductDex.js"
import { depositFactoryArtifact } from "../../artifacts/DepositFactory.js"
import { liquidityBridgeArtifact } from "../../artifacts/LiquidityBridge.js"
import { marketReaderArtifact } from "../../artifacts/MarketReader.js"
import { marketTokenArtifact } from "../../artifacts/MarketToken.js"
import { mintBridgeArtifact } from "../../artifacts/MintBridge.js"
import { postedPriceDexArtifact } from "../../artifacts/PostedPriceDex.js"
import { swapRouterArtifact } from "../../artifacts/SwapRouter.js"
import { wrappedNativeArtifact } from "../../artifacts/WrappedNative.js"
import type { ChainIdentity, LocalChain } from "../../chain/chains.js"
import { deployInOrder, initCode } from "../../chain/deploying/deployInOrder.js"
import { type OpeningReceipt, sendTogether } from "../../chain/deploying/sendTogether.js"
import { batchTransaction, readReverted } from "../../relay/batching/callBatch.js"
import { firstMarketNonce, type MarketContracts } from "../contracts.js"
import { listingsOf, openingCalls } from "./openingCalls.js"
import { bridges, dexes } from "../providers.js"
import { supplyOf } from "./stock.js"
import { type MarketToken, marketTokens } from "../tokens.js"

/** The contracts of the messaging protocol that bridges send messages through. */
export type MessagingAddresses = {
  readonly socket: Address
  /** Returns the switchboard for messages between two chains, by their names. */
  readonly switchboardBetween: (one: string, other: string) => Address
}

/** Deploys a market to a chain that has the messaging protocol already, and opens it in one transaction. */
export async function deployMarket(
  chain: LocalChain,
  siblings: readonly ChainIdentity[],
  {
    contracts,
    socket,
    switchboardBetween,
    accounts: { deployer, keeper },
  }: MessagingAddresses & { readonly contracts: MarketContracts; readonly accounts: Accounts },
): Promise<void> {
  const { operator, weth, router } = contracts
  const tokenArgs = (token: MarketToken) => {
    const { name, symbol, decimals } = marketTokens[token]
    return [operator, name, symbol, decimals, supplyOf(token)]
  }
  const bridgeArgs = (bridge: keyof typeof bridges) => [
    socket,
    operator,
    router,
    bridges[bridge].feeBps,
    listingsOf(contracts, bridge),
  ]
  const initCodes: Record<keyof MarketContracts, Hex> = {
    operator: initCode(actorBatcherArtifact, [keeper.address]),
    usdc: initCode(marketTokenArtifact, tokenArgs("usdc")),
    usdt: initCode(awkwardTokenArtifact, tokenArgs("usdt")),
    weth: initCode(wrappedNativeArtifact, [marketTokens.weth.name, marketTokens.weth.symbol]),
    spark: initCode(marketTokenArtifact, tokenArgs("spark")),
    curve: initCode(constantProductDexArtifact, [operator, dexes.curve.feeBps]),
    desk: initCode(postedPriceDexArtifact, [operator, dexes.desk.feeBps]),
    router: initCode(swapRouterArtifact, [operator, weth]),
    deposits: initCode(depositFactoryArtifact, [router]),
    pool: initCode(liquidityBridgeArtifact, bridgeArgs("pool")),
    press: initCode(mintBridgeArtifact, [...bridgeArgs("press"), bridges.press.delay]),
    reader: initCode(marketReaderArtifact, []),
  }
  await deployInOrder(chain, deployer.address, { contracts, initCodes, first: firstMarketNonce })

  const calls = openingCalls(contracts, {
    siblings: siblings.map(({ slug, name }) => ({ slug, switchboard: switchboardBetween(chain.name, name) })),
    accounts: chain.accounts,
  })
  const [{ status, logs }] = (await sendTogether(chain, keeper.address, [
    batchTransaction(
      operator,
      calls.map((call) => ({ ...call, gas: gasOfCall(call.data) })),
    ),
  ])) as [OpeningReceipt]
  if (status !== "0x1") throw new Error(`the market of ${chain.name} could not be opened`)
  const [failed] = readReverted(logs, operator)
  if (failed !== undefined) {
    const [index, revertData] = failed
    throw new Error(
      `the market of ${chain.name} could not be opened: opening call ${index} reverted with ${revertData}`,
    )
  }
}

/** Calls with more data do more. */
function gasOfCall(data: Hex): bigint {
  return 300_000n + 1_000n * BigInt(data.length / 2)
}
