import { inspect } from "node:util"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { isEvmTxData } from "#extras/swap/src/types.js"
import {
  chainsSchema,
  providersSchema,
  tokensListSchema,
  tokensSearchSchema,
} from "#extras/swap/src/wire/listSchemas.js"
import {
  providersQuery,
  quoteQuery,
  statusQuery,
  tokensListQuery,
  tokensSearchQuery,
} from "#extras/swap/src/wire/querySchemas.js"
import { quoteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { statusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import {
  amountOnWire,
  dai,
  enveloped,
  quoteId,
  quoteOnWire,
  routeOnWire,
  router,
  statusAt,
  tokenOnWire,
  usdc,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

describe("quoteSchema", () => {
  it("reads a quote with and without the envelope", () => {
    const bare = quoteSchema.parse(quoteOnWire())
    expect(quoteSchema.parse(enveloped(quoteOnWire()))).to.deep.equal(bare)
    expect(bare.routes[0]).to.deep.include({
      quoteId,
      expiresAt: 1_800_000_000,
      approval: { spenderAddress: router, amount: 1_000n, tokenAddress: dai, userAddress: user },
      txData: { kind: "evm_tx", object: { chainId: 41001, to: router, data: "0xabcd", value: 0n } },
      deposit: null,
      routeTags: [],
      gasFee: null,
    })
  })

  it("keeps every amount exact, however large", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (amount) => {
        const output = amountOnWire({ amount: String(amount), minAmountOut: String(amount) })
        const txData = { kind: "evm_tx", object: { chainId: 1, to: router, data: "0x", value: String(amount) } }
        const [route] = quoteSchema.parse(quoteOnWire([routeOnWire({ output, txData })])).routes
        expect(route?.output.amount).to.equal(amount)
        expect(route?.output.minAmountOut).to.equal(amount)
        expect(isEvmTxData(route?.txData ?? null) && route?.txData?.object).to.deep.include({ value: amount })
      }),
    )
    for (const bad of [String(2n ** 256n), 2 ** 53, "-1", "1.5", "1e18", "", null]) {
      const quote = quoteOnWire([routeOnWire({ output: amountOnWire({ amount: bad }) })])
      expect(quoteSchema.safeParse(quote).success, String(bad)).to.equal(false)
    }
  })

  it("reads a route that needs no approval, and one that is paid by a deposit", () => {
    const deposit = { chainId: 41001, token: tokenOnWire(), amount: "5", transferType: "erc20", depositAddress: router }
    const [native, paid] = quoteSchema.parse(
      quoteOnWire([routeOnWire({ approval: null }), routeOnWire({ userOp: "deposit", txData: undefined, deposit })]),
    ).routes
    expect(native?.approval).to.equal(null)
    expect(paid?.txData).to.equal(null)
    expect(paid?.deposit).to.deep.include({ amount: 5n, depositAddress: router, memo: null })
  })

  it("keeps a transaction of an unknown kind, as one that is not for an EVM chain", () => {
    const [route] = quoteSchema.parse(
      quoteOnWire([routeOnWire({ txData: { kind: "solana_tx", object: "AQ==" } })]),
    ).routes
    expect(route?.txData).to.deep.equal({ kind: "solana_tx", object: "AQ==" })
    expect(isEvmTxData(route?.txData ?? null)).to.equal(false)
    expect(isEvmTxData(null)).to.equal(false)
    expect(isEvmTxData({ kind: "evm_tx", object: null })).to.equal(false)
    const broken = routeOnWire({ txData: { kind: "evm_tx", object: { chainId: 1, to: router, data: "0x" } } })
    expect(quoteSchema.safeParse(quoteOnWire([broken])).success).to.equal(false)
  })

  it("keeps fields that the API adds, and unknown names", () => {
    const quote = quoteSchema.parse({
      ...quoteOnWire([routeOnWire({ userOp: "teleport", routeTags: ["CHEAP"], gasFee: { a: "1" }, novel: [1] })]),
      more: true,
    })
    expect(quote).to.include({ more: true })
    expect(quote.routes[0]).to.deep.include({
      userOp: "teleport",
      routeTags: ["CHEAP"],
      gasFee: { a: "1" },
      novel: [1],
    })
  })
})

describe("statusSchema", () => {
  it("reads a route that has not begun: no transactions, no times, no refund", () => {
    const status = statusSchema.parse(enveloped(statusAt("PENDING")))
    expect(status).to.deep.include({ status: "PENDING", refund: null, quoteDetails: null, isDestPayloadExecuted: null })
    expect(status.origin).to.include({ txHash: null, timestamp: null, userAddress: user })
    expect(status.destination.output[0]).to.include({ minAmountOut: 1n })
  })

  it("reads every status number of version 2, also as text, in every place", () => {
    for (const [code, state] of [
      [1, "IN_PROGRESS"],
      [3, "COMPLETED"],
      [4, "COMPLETED"],
      [5, "EXPIRED"],
      [6, "FAILED"],
      [7, "REFUNDED"],
    ] as const) {
      for (const given of [code, String(code)]) {
        const side = { chainId: 1, status: given, txHash: null }
        const more = { statusCode: given, origin: side, destination: side, refund: { status: given } }
        const read = statusSchema.parse(statusAt(given as never, more))
        const found = [read.status, read.statusCode, read.origin.status, read.destination.status, read.refund?.status]
        expect(found).to.deep.equal(Array(5).fill(state))
      }
    }
  })
})

describe("an answer of an earlier version of the API", () => {
  const said = (schema: typeof quoteSchema | typeof statusSchema, result: unknown) =>
    schema.safeParse(enveloped(result)).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)

  it("is named by a field that only earlier versions have, for quotes and for the status", () => {
    for (const [schema, result, field] of [
      [quoteSchema, { deposit: { depositData: { address: "0x11", amount: "1" }, requestHash: "0x22" } }, "depositData"],
      [quoteSchema, { originChainId: 1, destinationChainId: 10, autoRoute: null, manualRoutes: [] }, "autoRoute"],
      [quoteSchema, { destinationChainId: 10, routes: [{ routeId: "1", userTxs: [] }] }, "userTxs"],
      [statusSchema, [{ hash: "0x11", originData: {}, destinationData: {} }], "originData"],
    ] as const) {
      expect(said(schema, result)).to.deep.equal([
        `: an answer of version 3 of the API; ${field} is in those of an earlier version`,
      ])
    }
  })

  it("is not seen in an answer of version 3 with such a field more, nor in one that is only wrong", () => {
    const now = { ...quoteOnWire([routeOnWire({ userTxs: [] })]), manualRoutes: [] }
    expect(quoteSchema.safeParse(enveloped(now)).success).to.equal(true)
    expect(said(quoteSchema, { destinationChainId: 10 })?.join()).to.match(/^result\.routes: an array/)
    expect(said(quoteSchema, null)?.join()).to.not.contain("earlier")
  })
})

describe("the schemas of tokens, chains and providers", () => {
  it("read tokens by chain, with exact balances", () => {
    const tokens = { 41001: [tokenOnWire({ balance: String(2n ** 256n - 1n), balanceInUsd: "1.5", tags: ["stable"] })] }
    const [token] = tokensListSchema.parse(enveloped(tokens))[41001] ?? []
    expect(token).to.deep.include({ address: dai, balance: 2n ** 256n - 1n, balanceInUsd: 1.5, tags: ["stable"] })
    expect(inspect(token), "a printed token shows its address").to.contain(`address: '${dai}'`)
    expect(tokensSearchSchema.parse(enveloped({ tokens })).tokens).to.deep.equal(tokensListSchema.parse(tokens))
    for (const bad of [{ alpha: [] }, { 1: {} }, { 1: [{}] }]) {
      expect(tokensListSchema.safeParse(enveloped(bad)).success).to.equal(false)
    }
  })

  it("read chains, and take a missing flag as false", () => {
    const currency = {
      address: `0x${"e".repeat(40)}`,
      name: "Ether",
      symbol: "ETH",
      decimals: 18,
      minNativeCurrencyForGas: "5",
    }
    const [chain] = chainsSchema.parse(enveloped([{ chainId: 41001, name: "alpha", currency, sendingEnabled: true }]))
    expect(chain).to.deep.include({ sendingEnabled: true, receivingEnabled: false, dexes: [], explorers: [] })
    const listed = { chainId: 41002, currency, receivingEnabled: true, dexes: ["curve"], bridges: ["pool", "press"] }
    const [other] = chainsSchema.parse(enveloped([listed]))
    expect(other).to.deep.include({ ...listed, currency: other!.currency, sendingEnabled: false })
    expect(chain?.currency).to.include({
      address: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
      minNativeCurrencyForGas: 5n,
    })
  })

  it("require both lists of providers", () => {
    expect(providersSchema.parse({ bridges: [], dexes: [] })).to.deep.equal({ bridges: [], dexes: [] })
    expect(providersSchema.safeParse({ bridges: [] }).success).to.equal(false)
  })
})

describe("parameters of the endpoints", () => {
  const query = {
    userOps: "tx",
    originChainId: "41001",
    destinationChainId: "41002",
    inputToken: dai,
    outputToken: usdc.toLowerCase(),
    inputAmount: "100",
    userAddress: user,
    receiverAddress: user,
  }
  const firstIssue = (more: Record<string, unknown>): unknown => {
    const issue = quoteQuery.safeParse({ ...query, ...more }).error?.issues[0]
    return [issue?.path[0], issue?.message.startsWith("missing field : ")]
  }

  it("are read from a query string", () => {
    const lists = { includeProvider: "a,b", excludeProvider: "", slippage: "", feeBps: "5", feeTakerAddress: user }
    expect(quoteQuery.parse({ ...query, ...lists })).to.deep.include({
      originChainId: 41001,
      inputAmount: 100n,
      outputToken: usdc,
      includeProvider: ["a", "b"],
      excludeProvider: undefined,
      feeBps: 5,
    })
    expect(statusQuery.parse({ quoteId, includeQuoteDetails: "true" })).to.deep.include({ includeQuoteDetails: true })
    expect(tokensSearchQuery.parse({ q: "usd", address: user })).to.deep.include({ q: "usd", address: user })
    expect(tokensListQuery.parse({ chainIds: "1,10" })).to.deep.include({ chainIds: [1, 10] })
    expect(providersQuery.parse({ includeDepositRoutes: "false" })).to.deep.include({ includeDepositRoutes: false })
  })

  it("are reported by name when they are missing, including those that userOps requires", () => {
    expect(quoteQuery.safeParse({}).error?.issues.map(({ message }) => message)).to.deep.equal(
      ["destinationChainId", "inputToken", "outputToken", "receiverAddress"].map((name) => `missing field : ${name}`),
    )
    expect(firstIssue({ inputAmount: "" })).to.deep.equal(["inputAmount", true])
    expect(firstIssue({ inputAmount: "", quoteType: "EXACT_OUTPUT" })).to.deep.equal(["outputAmount", true])
    expect(firstIssue({ quoteType: "EXACT_OUTPUT", outputAmount: "1" })).to.deep.equal(["inputAmount", false])
    expect(firstIssue({ quotetype: "EXACT_OUTPUT" })).to.deep.equal([undefined, false])
    expect(firstIssue({ userAddress: "" })).to.deep.equal(["userAddress", true])
    expect(firstIssue({ userOps: "deposit" })).to.deep.equal(["refundAddress", true])
    expect(firstIssue({ originChainId: undefined })).to.deep.equal(["originChainId", true])
    expect(quoteQuery.safeParse({ ...query, userOps: "cex-withdraw", originChainId: "" }).success).to.equal(true)
    expect(statusQuery.safeParse({ quoteId: "" }).error?.issues[0]?.message).to.contain("quoteId or srcTxHash")
    expect(tokensSearchQuery.safeParse({}).error?.issues[0]?.message).to.equal("missing field : q")
  })

  it("are refused when they are invalid, alone or together", () => {
    expect(firstIssue({ slippage: "60" })).to.deep.equal(["slippage", false])
    expect(firstIssue({ refundAddress: user })).to.deep.equal(["refundAddress", false])
    expect(firstIssue({ feeBps: "5" })).to.deep.equal(["feeTakerAddress", false])
    expect(firstIssue({ includeProvider: "a", excludeProvider: "a" })).to.deep.equal(["excludeProvider", false])
  })
})
