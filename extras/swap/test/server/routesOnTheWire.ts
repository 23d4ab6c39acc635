import { expect } from "chai"
import { describe, it } from "mocha"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import type { Plan } from "#extras/swap/src/market/quoting/plans.js"
import { executeData, type MarketQuote } from "#extras/swap/src/market/quoting/quotes.js"
import { priceInUsd, valueInUsd } from "#extras/swap/src/market/tokens.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { listTokens } from "#extras/swap/src/server/listTokens.js"
import { routesOnTheWire } from "#extras/swap/src/server/routesOnTheWire.js"
import { routeDetails } from "#extras/swap/src/server/statusOnTheWire.js"
import {
  amountOnTheWire,
  chainOnTheWire,
  logo,
  providersOnTheWire,
  tokenOf,
  tokenOnTheWire,
  tokensOf,
} from "#extras/swap/src/server/tokenOnTheWire.js"
import { zeroHash } from "#src/primitives/address.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contracts = marketContracts(contract)
const [alpha, beta] = [41_001, 41_002].map((chainId) => ({ name: `chain ${chainId}`, chainId, slug: chainId }))
const [user, receiver, deposits] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}` as const)
const usdc = { address: contracts.usdc, name: "USD Coin", symbol: "USDC", decimals: 6 }
const ether = { address: nativeToken, name: "Ether", symbol: "ETH", decimals: 18 }
const drawn = (symbol: string) => ({ logoURI: logo(symbol), icon: logo(symbol) })

describe("the tokens of the devnet's market on the wire", () => {
  it("are the native one and the market's, each with its logo and its price when the market opened", () => {
    expect(tokensOf(7, contracts).map(({ chainId, info }) => [chainId, info.symbol])).to.deep.equal([
      ...["ETH", "USDC", "USDT", "WETH", "SPARK"].map((symbol) => [7, symbol]),
    ])
    expect(tokenOnTheWire(tokenOf(7, contracts, contracts.usdc))).to.deep.equal({ chainId: 7, ...usdc, ...drawn("U") })
    expect(tokenOnTheWire(tokenOf(7, contracts, nativeToken))).to.deep.equal({ chainId: 7, ...ether, ...drawn("E") })
    expect(() => tokenOf(7, contracts, user!)).to.throw(`the market has no token at ${user!}`)
    expect(amountOnTheWire(tokenOf(7, contracts, contracts.usdc), 1_500_000n)).to.deep.equal({
      ...{ token: { chainId: 7, ...usdc, ...drawn("U") }, amount: "1500000", priceInUsd: 1, valueInUsd: 1.5 },
    })
    const { info } = tokenOf(7, contracts, contracts.spark)
    expect([priceInUsd(info), valueInUsd(info, 3n * 10n ** 18n)]).to.deep.equal([0.05, 0.15])
    expect(decodeURIComponent(logo("Xa"))).to.match(/^data:image\/svg\+xml,<svg .*<circle .*>X<\/text><\/svg>$/)
  })

  it("are listed for each chain that is asked for, the most traded first, with supply and balances", async () => {
    const volumes = new Map<string, bigint>([
      [contracts.spark, 10n ** 20n],
      [nativeToken, 10n ** 18n],
    ])
    const reads: unknown[] = []
    const chain = (slug: number) => ({
      ...{ chainId: slug + 1_000, slug },
      provider: {
        request(call: { method: string; params: readonly unknown[] }) {
          if (call.method === "eth_getBalance") return Promise.resolve((reads.push(call.params), "0x7"))
          return Promise.reject(new Error("the market's reader is asked"))
        },
      },
    })
    const ledger = { volumes: (slug: number) => (slug === 1 ? volumes : new Map<string, bigint>()) }
    const market = { chains: [chain(1), chain(2)], contracts, ledger } as never
    const native = await listTokens(market, { search: "eTHer", most: 1, user: user! })
    const fields = ({
      symbol,
      balance,
      balanceInUsd,
      marketCap,
      tags,
      trendingRank,
      totalVolume,
    }: Record<string, unknown>) => [symbol, balance, balanceInUsd, marketCap, tags, trendingRank, totalVolume]
    expect(
      Object.entries(native).map(([id, tokens]) => [id, ...tokens.map((one) => fields(one as never))]),
    ).to.deep.equal([
      ["1001", ["ETH", "7", 1.75e-14, 0, ["native"], 1, 2_500]],
      ["1002", ["ETH", "7", 1.75e-14, 0, ["native"], 1, 0]],
    ])
    expect(reads).to.deep.equal([
      [user, "latest"],
      [user, "latest"],
    ])
    const [one] = (
      await listTokens(market, { chainIds: [1_002], search: nativeToken.slice(4, 20).toUpperCase() })
    )[1_002]!
    expect(one).to.deep.equal({
      ...{ chainId: 1_002, ...ether, ...drawn("E"), isShortListed: true, isVerified: true, tags: ["native"] },
      ...{ trendingRank: 1, marketCap: 0, totalVolume: 0, balance: "0", balanceInUsd: 0 },
    })
    expect(Object.keys(await listTokens(market, { chainIds: [], search: "none" }))).to.deep.equal([])
    expect(await listTokens(market, { search: "none" })).to.deep.equal({ 1001: [], 1002: [] })
  })

  it("belong to chains that can do everything, with every provider", () => {
    expect(chainOnTheWire({ chainId: 7, name: "seven" })).to.deep.equal({
      ...{ chainId: 7, name: "seven", icon: logo("s"), explorers: [], sendingEnabled: true, receivingEnabled: true },
      ...{ isAutoEnabled: true, isManualEnabled: true, isDepositEnabled: true },
      ...{ dexes: ["curve", "desk"], bridges: ["pool", "press"] },
      currency: {
        ...{ ...ether, address: nativeToken.toLowerCase(), icon: logo("E") },
        minNativeCurrencyForGas: String(10n ** 16n),
      },
    })
    const provider = (providerId: string, displayName: string) => ({ providerId, displayName, logoURI: logo("D") })
    const all = providersOnTheWire(false) as { bridges: object[]; dexes: object[] }
    expect(all).to.deep.equal({
      bridges: [provider("pool", "Devnet Pool"), provider("press", "Devnet Press")],
      dexes: [provider("curve", "Devnet Curve"), provider("desk", "Devnet Desk")],
    })
    expect(providersOnTheWire(true)).to.deep.equal({
      ...{ ...all, bridges: [...all.bridges, provider("vault", "Devnet Vault")] },
    })
  })
})

describe("the routes of a quote of the devnet on the wire", () => {
  const across: Plan = { originDex: "curve", crossing: { bridge: "pool", carried: "usdc" }, destinationDex: undefined }
  const staying: Plan = { originDex: "desk", crossing: undefined, destinationDex: undefined }
  const order = {
    ...{ salt: bytes32(1), user: user!, receiver: receiver!, refundTo: user!, inputAmount: 3_000n, feeAmount: 0n },
    ...{ inputToken: contracts.weth, outputToken: contracts.usdc, feeTaker: user!, originDex: user!, bridge: user! },
    ...{ bridgedToken: contracts.usdc, minBridgedAmount: 1n, dstChainSlug: 2, destinationDex: user!, minAmountOut: 9n },
    deadline: 1_234n,
    payloadHash: zeroHash,
  }
  const quote = (id: number, plan: Plan, amountOut: bigint, more: Partial<MarketQuote> = {}): MarketQuote => ({
    ...{ quoteId: bytes32(id), userOp: "tx", origin: alpha!, destination: beta!, order, slippage: "0.7" },
    priced: {
      ...{ plan, bridgedAmount: 5n, minBridgedAmount: 4n, bridgeFee: 1n, amountOut, minAmountOut: amountOut - 1n },
      ...{ messageFee: 77n, priceImpact: 0n },
    },
    ...{ depositAddress: undefined, ...more },
  })
  const isForOutput = false
  const context = {
    contracts,
    isForOutput,
    gasPrice: 10n ** 9n,
    statusEndpoint: "http://x/status",
    pace: 100,
    blockTime: 1_000,
  }
  type Route = Record<string, unknown>
  const routes = (...quotes: MarketQuote[]) => routesOnTheWire(quotes, context) as Route[]

  it("have all that a client needs to pay by a transaction and to follow", () => {
    const one = quote(5, across, 2_000_000n)
    const [route] = routes(one)
    expect(route).to.deep.equal({
      ...{ userOp: "tx", quoteId: bytes32(5), expiresAt: 1_234, slippage: "0.7", suggestedSlippage: "0.5" },
      output: { ...amountOnTheWire(tokenOf(41_002, contracts, contracts.usdc), 2_000_000n), minAmountOut: "1999999" },
      approval: {
        ...{ spenderAddress: contracts.router, amount: "3000", tokenAddress: contracts.weth, userAddress: user },
      },
      txData: {
        kind: "evm_tx",
        object: { chainId: 41_001, to: contracts.router, data: executeData(order), value: "77" },
      },
      statusCheck: {
        ...{ endpoint: `http://x/status?quoteId=${bytes32(5)}`, method: "GET", intervalSec: 0.05 },
        maxDurationSec: 630,
      },
      estimatedTime: 3,
      gasFee: {
        gasToken: { chainId: 41_001, ...ether, ...drawn("E") },
        ...{ gasLimit: "360000", gasPrice: "1000000000", estimatedFee: "360000000000000", feeInUsd: 0.9 },
      },
      routeDetails: routeDetails(one, contracts),
      routeTags: ["SUGGESTED", "MAX_OUTPUT", "FASTEST"],
    })
  })

  it("attach the input itself where it is the native token, which needs no approval", () => {
    const [route] = routes(quote(5, across, 2n, { order: { ...order, inputToken: nativeToken } }))
    expect([route?.["approval"], route]).to.have.nested.property("[1].txData.object.value", "3077")
    expect(route?.["approval"]).to.equal(null)
  })

  it("are paid by a deposit of either kind, and then by no transaction", () => {
    const kind = { userOp: "deposit", depositAddress: deposits! } as const
    const deposit = (inputToken: typeof order.inputToken) =>
      routes(quote(5, across, 2n, { ...kind, order: { ...order, inputToken } }))[0]!
    const token = tokenOnTheWire(tokenOf(41_001, contracts, contracts.weth))
    const paid = deposit(contracts.weth)
    expect([paid["approval"], paid["txData"]]).to.deep.equal([null, null])
    expect(paid["deposit"]).to.deep.equal({
      ...{ chainId: 41_001, token, amount: "3000", transferType: "erc20", depositAddress: deposits, memo: null },
    })
    expect(deposit(nativeToken)["deposit"]).to.deep.include({ transferType: "native" })
    expect(routes(quote(5, across, 2n))[0]).to.not.have.property("deposit")
  })

  it("come best first by what is left of their output after gas and message", () => {
    const [large, small] = [quote(5, across, 2_000_000n), quote(6, staying, 1_900_000n)]
    const seen = routes(small, large).map((route) => [route["quoteId"], route["routeTags"], route["estimatedTime"]])
    // The way across costs half a dollar more.
    expect(seen).to.deep.equal([
      [bytes32(6), ["SUGGESTED", "FASTEST"], 1],
      [bytes32(5), ["MAX_OUTPUT"], 3],
    ])
    expect(routes(small)[0]).to.deep.include({ suggestedSlippage: "0.1" })
  })
})
