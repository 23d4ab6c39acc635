import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { encodeFunctionData, erc20Abi, maxUint256, zeroAddress } from "viem"

import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import { type RouteRefusal, RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import type { CheckRouteParameters } from "#extras/swap/src/checks/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { Quote, QuoteRoute } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import { quoteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, router, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const thief: Address = "0x00000000000000000000000000000000DeaDBeef"
const now = 1_700_000_000_000

const request: GetQuoteParameters = {
  userOps: "tx",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: dai,
  outputToken: usdc,
  inputAmount: 1_000n,
  userAddress: user,
  receiverAddress: user,
  slippage: "0.5",
}
const output = { token: tokenOnWire({ chainId: 41002, address: usdc }), amount: "2000", minAmountOut: "1990" }
const approval = { spenderAddress: router, amount: "1000", tokenAddress: dai, userAddress: user }
/** Of a router that is not known. */
const swapData = `0x12345678${user.slice(2).toLowerCase()}`
const object = { chainId: 41001, to: router, data: swapData, value: "0" }
const txData = { kind: "evm_tx", object }

/** A quote with one honest route, changed by the given fields. */
function quoteWith(route: Record<string, unknown> = {}, more: Record<string, unknown> = {}): Quote {
  const honest = { output: { priceInUsd: 1, valueInUsd: 1, ...output }, approval, txData }
  const wire = { ...quoteOnWire([routeOnWire({ ...honest, ...route })]), ...more }
  return quoteSchema.parse({ success: true, statusCode: 200, result: wire, message: null })
}

function check(quote: Quote, more: Partial<CheckRouteParameters> = {}): ReturnType<typeof checkRoute> {
  const limits = { allowedTargets: [router], acceptUndecoded: true } as const
  return checkRoute({ route: quote.routes[0] as QuoteRoute, request, quote, now, ...limits, ...more })
}

/** Returns the reason why such a route is refused. */
function refusalOf(quote: Quote, more: Partial<CheckRouteParameters> = {}): string | undefined {
  const error = thrown(() => check(quote, more))
  const reason = error.facts["reason"]
  expect(error).to.be.instanceOf(RouteRefusedError).and.to.include({ code: "ROUTE_REFUSED", reason })
  return reason
}

const call = (to: Address, data: string, value = "0"): Record<string, unknown> => ({
  txData: { kind: "evm_tx", object: { ...object, to, data, value } },
})
const steal = (functionName: "approve" | "transfer"): string =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [thief, maxUint256] })
const native: GetQuoteParameters = { ...request, inputToken: nativeToken, inputAmount: 10n ** 18n }

const exactOutput = { quoteType: "EXACT_OUTPUT", inputAmount: undefined } as const

describe("checkRoute, where the output was asked for", () => {
  const wanted: GetQuoteParameters = { ...request, ...exactOutput, outputAmount: 1_990n }
  const own = { input: { token: tokenOnWire(), amount: "1000" } }

  it("takes what the route takes, up to what the caller allows, and checks everything with it", () => {
    const checked = check(quoteWith(own), { request: wanted, maxInput: 1_000n })
    expect(checked.request).to.include({ inputAmount: 1_000n, outputAmount: 1_990n, userOps: "tx" })
    // Without an amount of its own, the approval bounds it, and the attached value where nothing is approved.
    expect(check(quoteWith(), { request: wanted, maxInput: 1_000n }).request.inputAmount).to.equal(1_000n)
    const attached = quoteWith({ approval: null, txData: { kind: "evm_tx", object: { ...object, value: "77" } } })
    const ether = { ...wanted, inputToken: nativeToken }
    const paid = check({ ...attached, input: null }, { request: ether, maxInput: 77n })
    expect([paid.request.inputAmount, paid.transaction.value]).to.deep.equal([77n, 77n])
  })

  it("refuses what takes more than that, or gives less than was asked by one", () => {
    expect(refusalOf(quoteWith(own), { request: wanted, maxInput: 999n })).to.equal("ABOVE_MAX_INPUT")
    expect(refusalOf(quoteWith({ approval: null }), { request: wanted, maxInput: 999n })).to.equal("ABOVE_MAX_INPUT")
    const more = { request: { ...wanted, outputAmount: 1_991n }, maxInput: 1_000n }
    expect(refusalOf(quoteWith(own), more)).to.equal("TOO_LITTLE_OUT")
    const larger = { ...own, approval: { ...approval, amount: "1001" } }
    expect(refusalOf(quoteWith(larger), { request: wanted, maxInput: 5_000n })).to.equal("APPROVAL_TOO_HIGH")
    const other = { input: { token: tokenOnWire({ address: usdc }), amount: "1000" } }
    expect(refusalOf(quoteWith(other), { request: wanted, maxInput: 1_000n })).to.equal("OTHER_INPUT")
  })

  it("accepts the slippage of an output that is only expected", () => {
    const expected = { ...wanted, quoteType: "EXPECTED_OUTPUT", outputAmount: 2_000n } as const
    expect(check(quoteWith(own), { request: expected, maxInput: 1_000n }).leastOut).to.equal(1_990n)
    const more = { request: { ...expected, outputAmount: 2_002n }, maxInput: 1_000n }
    expect(refusalOf(quoteWith(own), more)).to.equal("TOO_LITTLE_OUT")
  })

  it("needs to be told how much may be taken", () => {
    expect(thrown(() => check(quoteWith(own), { request: wanted }))).to.include({ argument: "maxInput" })
  })

  it("is paid as the route says, of the ways that the request names", () => {
    const ways: GetQuoteParameters = { ...request, userOps: "deposit,tx", refundAddress: user }
    expect(check(quoteWith(), { request: ways }).request.userOps).to.equal("tx")
    expect(refusalOf(quoteWith({ userOp: "cex-withdraw" }), { request: ways })).to.equal("NOT_A_DEPOSIT")
  })
})

const malicious: readonly (readonly [
  what: string,
  reason: RouteRefusal,
  /** What was asked, and what is offered instead. */
  said: string,
  route: Record<string, unknown>,
  more?: Partial<CheckRouteParameters>,
])[] = [
  [
    "wants a stranger approved",
    "OTHER_SPENDER",
    `${router}, ${router} | ${thief}`,
    { approval: { ...approval, spenderAddress: thief } },
  ],
  ["wants a unit more approved", "APPROVAL_TOO_HIGH", "1000 | 1001", { approval: { ...approval, amount: "1001" } }],
  [
    "wants everything approved",
    "APPROVAL_TOO_HIGH",
    `1000 | ${maxUint256}`,
    { approval: { ...approval, amount: String(maxUint256) } },
  ],
  [
    "wants another token approved",
    "OTHER_APPROVAL_TOKEN",
    `${dai} | ${usdc}`,
    { approval: { ...approval, tokenAddress: usdc } },
  ],
  [
    "wants an approval for native currency",
    "OTHER_APPROVAL_TOKEN",
    `${nativeToken} | ${dai}`,
    {},
    { request: native, quote: undefined },
  ],
  [
    "wants another user's approval",
    "WRONG_USER",
    `${user} | ${thief}`,
    { approval: { ...approval, userAddress: thief } },
  ],
  ["is for another chain", "WRONG_CHAIN", "41001 | 1", { txData: { ...txData, object: { ...object, chainId: 1 } } }],
  [
    "takes a wei above the limit",
    "TOO_MUCH_VALUE",
    "10000000000000000 wei at most | 10000000000000001 wei",
    call(router, swapData, "10000000000000001"),
  ],
  [
    "takes more than the allowed fee",
    "TOO_MUCH_VALUE",
    "5 wei at most | 6 wei",
    call(router, swapData, "6"),
    { maxNativeFee: 5n },
  ],
  [
    "takes a fee on one chain",
    "TOO_MUCH_VALUE",
    "0 wei at most | 1 wei",
    {
      ...call(router, swapData, "1"),
      output: { ...output, token: tokenOnWire({ chainId: 41001, address: usdc }) },
    },
    { request: { ...request, destinationChainId: 41001 }, quote: undefined },
  ],
  [
    "takes more native currency than was requested",
    "TOO_MUCH_VALUE",
    "1010000000000000000 wei at most | 1010000000000000001 wei",
    {
      ...call(router, swapData, "1010000000000000001"),
      approval: null,
    },
    { request: native, quote: undefined },
  ],
  ["approves a thief with the input token", "TARGET_NOT_ALLOWED", `${router} | ${dai}`, call(dai, steal("approve"))],
  ["approves a thief with the output token", "TARGET_NOT_ALLOWED", `${router} | ${usdc}`, call(usdc, steal("approve"))],
  [
    "transfers a third token to a thief",
    "TOKEN_CALL",
    "0xa9059cbb",
    { ...call(thief, steal("transfer")), approval: null },
  ],
  [
    "approves a thief with a third token",
    "TOKEN_CALL",
    "0x095ea7b3",
    { ...call(thief, steal("approve")), approval: null },
  ],
  ["pays a plain sum to a thief", "NO_CALLDATA", "0x", { ...call(thief, "0x"), approval: null }],
  ["has half a selector", "NO_CALLDATA", "0x123456", call(router, "0x123456")],
  [
    "has a selector alone",
    "CALLDATA_OTHER_RECEIVER",
    `${user} | calldata that does not contain it`,
    call(router, "0x12345678"),
  ],
  ["has an odd number of digits", "NO_CALLDATA", "0x1234567890a", call(router, "0x1234567890a")],
  ["has huge calldata", "HUGE_CALLDATA", "32768 bytes at most | 32769 bytes", call(router, `0x${"ab".repeat(32_769)}`)],
  ["has a byte more than is allowed", "HUGE_CALLDATA", "23 bytes at most | 24 bytes", {}, { maxCalldata: 23 }],
  ["goes outside the allow-list", "TARGET_NOT_ALLOWED", `${thief} | ${router}`, {}, { allowedTargets: [thief] }],
  [
    "goes anywhere while nothing is allowed",
    "TARGET_NOT_ALLOWED",
    `a contract that is allowed, and none is | ${router}`,
    {},
    { allowedTargets: [] },
  ],
  ["goes to the zero address", "TARGET_NOT_ALLOWED", `${router} | ${zeroAddress}`, call(zeroAddress, swapData)],
  ["goes to the user", "TARGET_NOT_ALLOWED", `${router} | ${user}`, call(user, swapData)],
  [
    "goes to the address of the native currency",
    "TARGET_NOT_ALLOWED",
    `${router} | ${nativeToken}`,
    call(nativeToken, swapData),
  ],
  [
    "is of an unknown kind",
    "UNKNOWN_KIND",
    "solana_tx",
    { txData: { kind: "solana_tx", object: { instructions: [] } } },
  ],
  ["has no transaction", "NOT_A_TRANSACTION", "tx", { txData: null }],
  ["is paid by a deposit", "NOT_A_TRANSACTION", "deposit", { userOp: "deposit" }],
  ["expires this second", "EXPIRED", "2023-11-14T22:13:20.000Z", { expiresAt: now / 1_000 }],
  [
    "gives another token",
    "OTHER_OUTPUT",
    `${usdc} | ${dai}`,
    { output: { ...output, token: tokenOnWire({ chainId: 41002 }) } },
  ],
  [
    "gives the token of another chain",
    "OTHER_OUTPUT",
    "41002 | 41001",
    { output: { ...output, token: tokenOnWire({ address: usdc }) } },
  ],
  [
    "allows more slippage than requested",
    "TOO_LITTLE_OUT",
    "1990 | 1989",
    { output: { ...output, minAmountOut: "1989" } },
  ],
  ["promises nothing", "TOO_LITTLE_OUT", "0 | 0", { output: { ...output, amount: "0", minAmountOut: "0" } }],
  [
    "promises no minimum, and has too much slippage of its own",
    "TOO_LITTLE_OUT",
    "1990 | 1988",
    {
      output: { ...output, minAmountOut: null },
      slippage: "0.6",
    },
  ],
  [
    "promises no minimum, and has no number for its own slippage",
    "TOO_LITTLE_OUT",
    "1990 | 0",
    { output: { ...output, minAmountOut: null }, slippage: "lots" },
  ],
  ["gives less than was accepted", "TOO_LITTLE_OUT", "1991 | 1990", {}, { leastOut: 1_991n }],
  [
    "gives half away when no slippage was requested",
    "TOO_LITTLE_OUT",
    "1000 | 999",
    { output: { ...output, minAmountOut: "999" } },
    {
      request: { ...request, slippage: undefined },
    },
  ],
  ["names another receiver itself", "OTHER_RECEIVER", `${user} | ${thief}`, { receiverAddress: thief }],
  ["names another user itself", "WRONG_USER", `${user} | ${thief}`, { userAddress: thief }],
  [
    "is malformed",
    "MALFORMED",
    "userOp: text that is not empty",
    {},
    { route: { quoteId: "0x1" } as unknown as QuoteRoute },
  ],
]

describe("checkRoute", () => {
  it("accepts an honest route, and returns its approval, its transaction and its least output", () => {
    const { transaction, approval: approved, leastOut } = check(quoteWith())
    expect(transaction).to.deep.include({ chainId: 41001, to: router, data: swapData, value: 0n })
    expect(approved).to.deep.equal({ token: dai, spender: router, amount: 1_000n })
    expect(leastOut).to.equal(1_990n)
  })

  for (const [what, reason, said, route, more] of malicious) {
    it(`refuses a route that ${what}, as ${reason}`, () => {
      const { facts, code } = thrown(() => check(quoteWith(route), more))
      const { asked, offered } = facts
      expect([code, facts["reason"], [asked, offered].filter((text) => text !== undefined).join(" | ")]).to.deep.equal([
        ...["ROUTE_REFUSED", reason, said],
      ])
    })
  }

  it("names the quote of a malformed route, if it has the id of one", () => {
    const quoteOf = (route: unknown) => thrown(() => check(quoteWith(), { route: route as QuoteRoute })).facts["quote"]
    expect([quoteOf({ quoteId: "0x1" }), quoteOf({ quoteId: 1 }), quoteOf(null)]).to.deep.equal([
      ...["0x1", "unknown", "unknown"],
    ])
  })

  it("accepts calldata of exactly as many bytes as are allowed, and a fee of exactly the limit", () => {
    expect(check(quoteWith(), { maxCalldata: 24 }).undecoded.length).to.equal(5)
    const whole = `${swapData}${"ab".repeat(32_768 - 24)}`
    expect(check(quoteWith(call(router, whole, "10000000000000000"))).transaction.data.length).to.equal(2 + 2 * 32_768)
    expect(check(quoteWith(call(router, swapData, "5")), { maxNativeFee: 5n }).transaction.value).to.equal(5n)
  })

  it("takes a route for expired from the second on in which it expires", () => {
    expect(check(quoteWith({ expiresAt: now / 1_000 }), { now: now - 1 }).route.expiresAt).to.equal(now / 1_000)
    expect(refusalOf(quoteWith({ expiresAt: now / 1_000 }), { now: now + 1 })).to.equal("EXPIRED")
    const end = thrown(() => check(quoteWith({ expiresAt: 8.7e12 }), { now: 8.7e15 })).facts["offered"]
    expect(end, "the last moment that a date can be").to.equal("+275760-09-13T00:00:00.000Z")
  })

  it("reports contracts that are in no list instead of refusing them, if it is told to", () => {
    const target = { kind: "target", address: router }
    const spender = { kind: "spender", address: thief }
    const report = { unlisted: "report", allowedTargets: [usdc] } as const
    const holder = quoteWith({ approval: { ...approval, spenderAddress: thief } })
    expect(check(quoteWith(), report).unlisted).to.deep.equal([target])
    expect(check(holder, report).unlisted).to.deep.equal([target, spender])
    expect(check(holder, { ...report, allowedTargets: [router] }).unlisted).to.deep.equal([spender])
    expect(check(holder, { ...report, allowedTargets: [router, thief] }).unlisted).to.deep.equal([])
    expect(refusalOf(quoteWith(), { ...report, unlisted: "refuse" })).to.equal("TARGET_NOT_ALLOWED")
  })

  it("needs no approval of nothing, and takes the request's slippage where the route has none of its own", () => {
    expect(check(quoteWith({ approval: { ...approval, amount: "0" } })).approval).to.equal(undefined)
    expect(check(quoteWith({ approval: null })).approval).to.equal(undefined)
    const open = { ...output, minAmountOut: null }
    expect(check(quoteWith({ output: open })).leastOut).to.equal(1_990n)
    expect(check(quoteWith({ output: open, slippage: "0.4" })).leastOut).to.equal(1_992n)
    const unsaid = { request: { ...request, slippage: undefined } }
    expect(check(quoteWith({ output: open }), unsaid).leastOut).to.equal(2_000n)
    expect(check(quoteWith({ output: { ...output, minAmountOut: "1000" } }), unsaid).leastOut).to.equal(1_000n)
  })

  it("refuses a quote for another account, chain or input", () => {
    expect(refusalOf(quoteWith({}, { receiverAddress: thief }))).to.equal("OTHER_RECEIVER")
    expect(refusalOf(quoteWith({}, { userAddress: thief }))).to.equal("WRONG_USER")
    expect(refusalOf(quoteWith({}, { originChainId: 41002 }))).to.equal("WRONG_CHAIN")
    expect(refusalOf(quoteWith({}, { destinationChainId: 41001 }))).to.equal("OTHER_OUTPUT")
    const input = { token: tokenOnWire(), amount: "1000" }
    expect(refusalOf(quoteWith({}, { input: { ...input, amount: "1001" } }))).to.equal("OTHER_INPUT")
    expect(refusalOf(quoteWith({}, { input: { ...input, token: tokenOnWire({ address: usdc }) } }))).to.equal(
      "OTHER_INPUT",
    )
    expect(refusalOf(quoteWith({}, { input: { ...input, token: tokenOnWire({ chainId: 41002 }) } }))).to.equal(
      "OTHER_INPUT",
    )
    expect(check(quoteWith({}, { input })).leastOut).to.equal(1_990n)
  })

  it("takes what a route says of itself before what its quote says, and nothing for no claim", () => {
    const quote = { receiverAddress: thief, userAddress: thief, originChainId: 1, destinationChainId: 1 }
    const own = { receiverAddress: user, userAddress: user, originChainId: 41001, destinationChainId: 41002 }
    expect(check(quoteWith(own, quote)).leastOut).to.equal(1_990n)
    for (const [name, reason] of [
      ["receiverAddress", "OTHER_RECEIVER"],
      ["userAddress", "WRONG_USER"],
      ["originChainId", "WRONG_CHAIN"],
      ["destinationChainId", "OTHER_OUTPUT"],
    ] as const) {
      expect(refusalOf(quoteWith({ ...own, [name]: null }, quote)), name).to.equal(reason)
      expect(refusalOf(quoteWith({ ...own, [name]: {} })), name).to.equal(reason)
    }
  })

  it("refuses to check a route that no account pays", () => {
    const withdrawal = { ...request, userOps: "cex-withdraw", userAddress: undefined } as const
    expect(thrown(() => check(quoteWith(), { request: withdrawal })).code).to.equal("INVALID_INPUT")
    // Whoever pays for it besides.
    const named = { ...request, userOps: "cex-withdraw" } as const
    for (const more of [{}, { payer: user }] as const) {
      const error = thrown(() => check(quoteWith(), { request: named, ...more }))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "userOps" })
    }
  })

  it("refuses whatever begins or ends on a chain that is not an EVM chain, even if the route says the same", () => {
    const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
    const account = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
    for (const foreign of [
      { outputToken: mint, receiverAddress: account },
      { outputToken: nativeToken, receiverAddress: account },
      { inputToken: mint, userAddress: account },
      { inputToken: nativeToken, userAddress: account },
    ]) {
      const token = tokenOnWire({ chainId: 41002, address: foreign.outputToken ?? usdc })
      const quote = quoteWith({ output: { ...output, token } }, foreign)
      expect(refusalOf(quote, { request: { ...request, ...foreign } })).to.equal("FOREIGN_CHAIN")
    }
    const elsewhere = quoteWith({ output: { ...output, token: tokenOnWire({ chainId: 41002, address: mint }) } })
    expect(refusalOf(elsewhere)).to.equal("OTHER_OUTPUT")
    expect(refusalOf(quoteWith({}, { receiverAddress: account }))).to.equal("OTHER_RECEIVER")
  })

  it("lets the caller allow more: a target that is a token, a spender other than the target, a higher fee", () => {
    const wrapper = quoteWith({ ...call(usdc, swapData), approval: null })
    expect(check(wrapper, { allowedTargets: [usdc] }).transaction.to).to.equal(usdc)
    const holder = quoteWith({ approval: { ...approval, spenderAddress: thief } })
    expect(check(holder, { allowedSpenders: [thief] }).approval?.spender).to.equal(thief)
    const dear = quoteWith(call(router, swapData, "10000000000000001"))
    expect(check(dear, { maxNativeFee: 10_000_000_000_000_001n }).transaction.value).to.equal(10_000_000_000_000_001n)
    expect(
      refusalOf(quoteWith({ ...call(thief, steal("approve")), approval: null }), { allowedTargets: [thief] }),
    ).to.equal("TOKEN_CALL")
  })

  it("never accepts more than was requested, whatever the amounts", () => {
    // Small amounts too, so that some routes are accepted.
    const amount = fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: maxUint256 }))
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (requested, approved, value, out, min) => {
        const quote = quoteWith({
          ...call(router, swapData, String(value)),
          approval: { ...approval, amount: String(approved) },
          output: { ...output, amount: String(out), minAmountOut: String(min) },
        })
        let checked: ReturnType<typeof checkRoute>
        try {
          checked = check(quote, { request: { ...request, inputAmount: requested }, maxNativeFee: requested })
        } catch (error) {
          if (error instanceof RouteRefusedError) return
          throw error
        }
        expect(checked.approval?.amount).to.satisfy((given: bigint) => given <= requested)
        expect(checked.transaction.value).to.satisfy((given: bigint) => given <= requested)
        // Half a percent.
        expect(checked.leastOut).to.satisfy((given: bigint) => given * 1_000n > out * 995n - 1_000n)
      }),
    )
  })
})
