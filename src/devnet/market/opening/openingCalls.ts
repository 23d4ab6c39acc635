import type { Abi, Address, Hex } from "viem"
import { parseEther } from "viem/utils"

import { constantProductDexArtifact } from "../../artifacts/ConstantProductDex.js"
import { liquidityBridgeArtifact } from "../../artifacts/LiquidityBridge.js"
import { marketTokenArtifact } from "../../artifacts/MarketToken.js"
import { postedPriceDexArtifact } from "../../artifacts/PostedPriceDex.js"
import { swapRouterArtifact } from "../../artifacts/SwapRouter.js"
import { wrappedNativeArtifact } from "../../artifacts/WrappedNative.js"
import { encodeCall } from "../../chain/encodeCall.js"
import type { MarketContracts } from "../contracts.js"
import { bridges, dexes, everyBridge, everyDex } from "../providers.js"
import { allowance, curvePools, deskStock, poolStock, type Stock, supplyOf } from "./stock.js"
import { type MarketToken, marketTokens } from "../tokens.js"

/** A call that the market's owner makes. */
export type OpeningCall = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** Native tokens of each bridge, which it spends on messages that bring value back. */
const bridgeEther = parseEther("100")

/**
 * Lists the calls that turn deployed contracts into a market, in order: they give tokens to pools and accounts, post prices, and
 * make contracts known to one another.
 *
 * @param siblings slugs of the chains that the bridges go to, with the switchboard of each path
 * @param accounts accounts that get tokens to begin with
 */
export function openingCalls(
  contracts: MarketContracts,
  { siblings, accounts }: { siblings: readonly { slug: number; switchboard: Address }[]; accounts: readonly Address[] },
): readonly OpeningCall[] {
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
export function listingsOf(contracts: MarketContracts, bridge: keyof typeof bridges): { asset: Hex; token: Address }[] {
  return bridges[bridge].carries.map((token) => ({ asset: assetName(token), token: contracts[token] }))
}

function assetName(token: MarketToken): Hex {
  return `0x${Buffer.from(marketTokens[token].symbol).toString("hex").padEnd(64, "0")}`
}

type TokenAmount = readonly [Address, bigint]

function amountsIn(contracts: MarketContracts, part: Stock): TokenAmount[] {
  return (Object.entries(part) as [MarketToken, bigint][]).map(([token, amount]) => [contracts[token], amount])
}

function call(
  to: Address,
  { abi }: { readonly abi: Abi },
  functionName: string,
  args: readonly unknown[] = [],
): OpeningCall {
  return { to, data: encodeCall({ abi, functionName, args }), value: 0n }
}
