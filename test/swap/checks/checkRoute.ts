import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import type { Address } from "viem"
import { encodeFunctionData, erc20Abi, maxUint256 } from "viem"

import { checkRoute } from "../../../src/swap/checks/checkRoute.js"
import { type RouteRefusal, RouteRefusedError } from "../../../src/swap/checks/routeRefusals.js"
import type { CheckRouteParameters } from "../../../src/swap/checks/types.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import type { Quote, QuoteRoute } from "../../../src/swap/types.js"
import type { GetQuoteParameters } from "../../../src/swap/wire/parameters/types.js"
import { quoteSchema } from "../../../src/swap/wire/quoteSchemas.js"
import { thrown } from "../../fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, router, tokenOnWire, usdc, user } from "../../fixtures/wire/swapRoutes.js"

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

const malicious: readonly (readonly [
  what: string,
  reason: RouteRefusal,
  route: Record<string, unknown>,
  more?: Partial<CheckRouteParameters>,
])[] = [
  ["wants a stranger approved", "OTHER_SPENDER", { approval: { ...approval, spenderAddress: thief } }],
  ["wants a unit more approved", "APPROVAL_TOO_HIGH", { approval: { ...approval, amount: "1001" } }],
  ["wants everything approved", "APPROVAL_TOO_HIGH", { approval: { ...approval, amount: String(maxUint256) } }],
  ["wants another token approved", "OTHER_APPROVAL_TOKEN", { approval: { ...approval, tokenAddress: usdc } }],
  ["wants an approval for native currency", "OTHER_APPROVAL_TOKEN", {}, { request: native, quote: undefined }],
  ["wants another user's approval", "WRONG_USER", { approval: { ...approval, userAddress: thief } }],
  ["is for another chain", "WRONG_CHAIN", { txData: { ...txData, object: { ...object, chainId: 1 } } }],
  ["takes a wei above the limit", "TOO_MUCH_VALUE", call(router, swapData, "10000000000000001")],
  ["takes more than the allowed fee", "TOO_MUCH_VALUE", call(router, swapData, "6"), { maxNativeFee: 5n }],
  [
    "takes a fee on one chain",
    "TOO_MUCH_VALUE",
    {
      ...call(router, swapData, "1"),
      output: { ...output, token: tokenOnWire({ chainId: 41001, address: usdc }) },
    },
    { request: { ...request, destinationChainId: 41001 }, quote: undefined },
  ],
  [
    "takes more native currency than was requested",
    "TOO_MUCH_VALUE",
    {
      ...call(router, swapData, "1010000000000000001"),
      approval: null,
    },
    { request: native, quote: undefined },
  ],
  ["approves a thief with the input token", "TARGET_NOT_ALLOWED", call(dai, steal("approve"))],
  ["approves a thief with the output token", "TARGET_NOT_ALLOWED", call(usdc, steal("approve"))],
  ["transfers a third token to a thief", "TOKEN_CALL", { ...call(thief, steal("transfer")), approval: null }],
  ["approves a thief with a third token", "TOKEN_CALL", { ...call(thief, steal("approve")), approval: null }],
  ["pays a plain sum to a thief", "NO_CALLDATA", { ...call(thief, "0x"), approval: null }],
  ["has half a selector", "NO_CALLDATA", call(router, "0x123456")],
  ["has an odd number of digits", "NO_CALLDATA", call(router, "0x1234567890a")],
  ["has huge calldata", "HUGE_CALLDATA", call(router, `0x${"ab".repeat(32_769)}`)],
  ["has a byte more than is allowed", "HUGE_CALLDATA", {}, { maxCalldata: 5 }],
  ["goes outside the allow-list", "TARGET_NOT_ALLOWED", {}, { allowedTargets: [thief] }],
  ["goes to the zero address", "TARGET_NOT_ALLOWED", call("0x0000000000000000000000000000000000000000", swapData)],
  ["goes to the user", "TARGET_NOT_ALLOWED", call(user, swapData)],
  ["goes to the address of the native currency", "TARGET_NOT_ALLOWED", call(nativeToken, swapData)],
  ["is of an unknown kind", "UNKNOWN_KIND", { txData: { kind: "solana_tx", object: { instructions: [] } } }],
  ["has no transaction", "NOT_A_TRANSACTION", { txData: null }],
  ["is paid by a deposit", "NOT_A_TRANSACTION", { userOp: "deposit" }],
  ["expires this second", "EXPIRED", { expiresAt: now / 1_000 }],
  ["gives another token", "OTHER_OUTPUT", { output: { ...output, token: tokenOnWire({ chainId: 41002 }) } }],
  [
    "gives the token of another chain",
    "OTHER_OUTPUT",
    { output: { ...output, token: tokenOnWire({ address: usdc }) } },
  ],
  ["allows more slippage than requested", "TOO_LITTLE_OUT", { output: { ...output, minAmountOut: "1989" } }],
  ["promises nothing", "TOO_LITTLE_OUT", { output: { ...output, amount: "0", minAmountOut: "0" } }],
  [
    "promises no minimum, and has too much slippage of its own",
    "TOO_LITTLE_OUT",
    {
      output: { ...output, minAmountOut: null },
      slippage: "0.6",
    },
  ],
  ["gives less than was accepted", "TOO_LITTLE_OUT", {}, { leastOut: 1_991n }],
  [
    "gives half away when no slippage was requested",
    "TOO_LITTLE_OUT",
    { output: { ...output, minAmountOut: "999" } },
    {
      request: { ...request, slippage: undefined },
    },
  ],
  ["names another receiver itself", "OTHER_RECEIVER", { receiverAddress: thief }],
  ["names another user itself", "WRONG_USER", { userAddress: thief }],
  ["is malformed", "MALFORMED", {}, { route: { quoteId: "0x1" } as unknown as QuoteRoute }],
]

describe("checkRoute", () => {
  it("accepts an honest route, and returns its approval, its transaction and its least output", () => {
    const { transaction, approval: approved, leastOut } = check(quoteWith())
    expect(transaction).to.deep.include({ chainId: 41001, to: router, data: swapData, value: 0n })
    expect(approved).to.deep.equal({ token: dai, spender: router, amount: 1_000n })
    expect(leastOut).to.equal(1_990n)
  })

  for (const [what, reason, route, more] of malicious) {
    it(`refuses a route that ${what}, as ${reason}`, () => {
      expect(refusalOf(quoteWith(route), more)).to.equal(reason)
    })
  }

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
    expect(check(quoteWith({}, { input })).leastOut).to.equal(1_990n)
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

  it("accepts a route from JSON, with amounts as text", () => {
    const text = JSON.stringify(quoteWith().routes[0], (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    )
    expect(check(quoteWith(), { route: JSON.parse(text) as QuoteRoute }).approval?.amount).to.equal(1_000n)
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
