import type { Address, Hex } from "viem"
import { parseEther, parseUnits, stringToHex } from "viem/utils"

import { call, firstMarketNonce, type MarketCall, type MarketContracts } from "./contracts.js"
import { bridges, dexes, everyBridge, everyDex } from "./providers.js"
import { type MarketToken, marketTokens } from "./tokens.js"
import {
  constantProductDexArtifact,
  depositFactoryArtifact,
  liquidityBridgeArtifact,
  marketReaderArtifact,
  mintBridgeArtifact,
  postedPriceDexArtifact,
  swapRouterArtifact,
} from "#extras/swap/src/artifacts/market.js"
import { awkwardTokenArtifact, marketTokenArtifact, wrappedNativeArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { actorBatcherArtifact } from "#src/devnet/artifacts/operators.js"
import type { Accounts } from "#src/devnet/chain/accounts.js"
import type { ChainIdentity, LocalChain } from "#src/devnet/chain/chains.js"
import { deployInOrder, initCode, type OpeningReceipt, sendTogether } from "#src/devnet/chain/deployInOrder.js"
import { batchTransaction, readReverted } from "#src/devnet/relay/callBatch.js"

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
      // Calls with more data do more.
      calls.map((call) => ({ ...call, gas: 300_000n + 1_000n * BigInt(call.data.length / 2) })),
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

/** Native tokens of each bridge, which it spends on messages that bring value back. */
const bridgeEther = parseEther("100")

/**
 * Lists the calls that turn deployed contracts into a market, in order: they give tokens to pools and accounts, post prices, and
 * make contracts known to one another.
 *
 * @param siblings slugs of the chains that the bridges go to, with the switchboard of each path
 * @param accounts accounts that get tokens to begin with
 */
function openingCalls(
  contracts: MarketContracts,
  { siblings, accounts }: { siblings: readonly { slug: number; switchboard: Address }[]; accounts: readonly Address[] },
): readonly MarketCall[] {
  const { usdc, usdt, weth, curve, desk, router, pool, press } = contracts
  const tokens = Object.keys(marketTokens) as MarketToken[]
  const liquidity = curvePools.map((pair) => {
    const [[tokenA, amountA], [tokenB, amountB]] = amountsIn(contracts, pair) as [TokenAmount, TokenAmount]
    return { tokenA, amountA, tokenB, amountB }
  })
  const prices = dexes.desk.trades.map((token) => ({ token: contracts[token], price: marketTokens[token].price }))
  const transfers = [
    ...amountsIn(contracts, deskStock).map((amount) => [desk, amount] as const),
    ...amountsIn(contracts, poolStock).map((amount) => [pool, amount] as const),
  ]
  return [
    { ...call(weth, wrappedNativeArtifact, "deposit"), value: supplyOf("weth") },
    ...tokens.map((token) => call(contracts[token], marketTokenArtifact, "approve", [curve, 2n ** 256n - 1n])),
    call(curve, constantProductDexArtifact, "addLiquidity", [liquidity]),
    call(desk, postedPriceDexArtifact, "post", [prices]),
    ...transfers.map(([to, [token, amount]]) => call(token, marketTokenArtifact, "transfer", [to, amount])),
    ...(["usdc", "usdt", "spark"] as const).map((token) =>
      call(contracts[token], marketTokenArtifact, "mintEach", [accounts, allowance[token]]),
    ),
    {
      ...call(weth, wrappedNativeArtifact, "depositEach", [accounts]),
      value: allowance.weth * BigInt(accounts.length),
    },
    ...[usdc, usdt].map((token) => call(token, marketTokenArtifact, "setMinter", [press, true])),
    call(router, swapRouterArtifact, "list", [
      everyDex.map((dex) => contracts[dex]),
      everyBridge.map((bridge) => contracts[bridge]),
    ]),
    ...everyBridge.flatMap((bridge) => [
      { to: contracts[bridge], data: "0x" as const, value: bridgeEther },
      ...siblings.map(({ slug, switchboard }) =>
        call(contracts[bridge], liquidityBridgeArtifact, "connect", [slug, contracts[bridge], switchboard]),
      ),
    ]),
  ]
}

/** Lists the tokens that a bridge carries, with the names that they have in its messages. */
function listingsOf(contracts: MarketContracts, bridge: keyof typeof bridges): { asset: Hex; token: Address }[] {
  return bridges[bridge].carries.map((token) => ({
    asset: stringToHex(marketTokens[token].symbol, { size: 32 }),
    token: contracts[token],
  }))
}

type TokenAmount = readonly [Address, bigint]

function amountsIn(contracts: MarketContracts, part: Stock): TokenAmount[] {
  return (Object.entries(part) as [MarketToken, bigint][]).map(([token, amount]) => [contracts[token], amount])
}

/** Amounts of some tokens, in smallest units. */
type Stock = Readonly<Partial<Record<MarketToken, bigint>>>

/** @param whole amounts in whole tokens, as a person writes them */
function stock<Token extends MarketToken>(whole: Readonly<Record<Token, string>>): Readonly<Record<Token, bigint>> {
  const entries = Object.entries(whole) as [Token, string][]
  const amounts = entries.map(([token, text]) => [token, parseUnits(text, marketTokens[token].decimals)])
  return Object.fromEntries(amounts) as Record<Token, bigint>
}

/** What each pool of the curve opens with: two tokens of equal value. Some are small, so that a person can move their price. */
const curvePools: readonly Stock[] = [
  stock({ usdc: "1000000", usdt: "1000000" }),
  stock({ usdc: "1000000", weth: "400" }),
  stock({ usdt: "1000000", weth: "400" }),
  stock({ usdc: "250000", spark: "5000000" }),
  stock({ usdt: "100000", spark: "2000000" }),
  stock({ weth: "40", spark: "2000000" }),
]

const deskStock: Stock = stock({ usdc: "500000", usdt: "500000", weth: "200" })

const poolStock: Stock = stock({ usdc: "500000", usdt: "500000", weth: "200" })

/** What each of the chain's funded accounts begins with. */
const allowance: Readonly<Record<MarketToken, bigint>> = stock({
  usdc: "100000",
  usdt: "100000",
  weth: "10",
  spark: "100000",
})

/** The supply of a token that the market itself needs. What the accounts begin with comes on top. */
function supplyOf(token: MarketToken): bigint {
  return [...curvePools, deskStock, poolStock].reduce((total, part) => total + (part[token] ?? 0n), 0n)
}
