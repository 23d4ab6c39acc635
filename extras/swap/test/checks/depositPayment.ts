import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, erc20Abi } from "viem"

import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import { type RouteRefusal, RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import type { CheckRouteParameters } from "#extras/swap/src/checks/types.js"
import { evmDeposit, paymentUri } from "#extras/swap/src/depositTransfer.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import { quoteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, quoteOnWire, routeOnWire, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const depositAddress: Address = "0x00000000000000000000000000000000DeaDBeef"
const refundAddress: Address = "0x00000000000000000000000000000000000000F7"
const now = 1_700_000_000_000

const request: GetQuoteParameters = {
  userOps: "deposit",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: dai,
  outputToken: usdc,
  inputAmount: 1_000n,
  receiverAddress: user,
  refundAddress,
  slippage: "0.5",
}
const native: GetQuoteParameters = { ...request, inputToken: nativeToken }
const output = { token: tokenOnWire({ chainId: 41002, address: usdc }), amount: "2000", minAmountOut: "1990" }
const deposit = { chainId: 41001, token: dai, amount: "1000", transferType: "erc20", depositAddress, memo: null }
const route = { userOp: "deposit", approval: null, txData: null, output, deposit }

function routeWith(changed: Record<string, unknown>): QuoteRoute {
  const wire = quoteOnWire([routeOnWire({ ...route, ...changed })])
  return quoteSchema.parse({ success: true, statusCode: 200, result: wire, message: null }).routes[0] as QuoteRoute
}

function check(
  changed: Record<string, unknown> = {},
  more: Partial<CheckRouteParameters> = {},
): ReturnType<typeof checkRoute> {
  return checkRoute({ route: routeWith(changed), request, payer: user, now, unlisted: "report", ...more })
}

describe("the payment of a deposit", () => {
  it("is a transfer of exactly the requested amount to the deposit address", () => {
    const { transaction, approval, unlisted } = check()
    expect(transaction).to.include({ chainId: 41001, to: dai, value: 0n })
    expect(decodeFunctionData({ abi: erc20Abi, data: transaction.data })).to.deep.equal({
      functionName: "transfer",
      args: [depositAddress, 1_000n],
    })
    expect(approval).to.equal(undefined)
    expect(unlisted).to.deep.equal([{ kind: "deposit", address: depositAddress }])
  })

  it("is a plain payment in the native currency", () => {
    const given = { deposit: { ...deposit, token: nativeToken, transferType: "native" } }
    expect(check(given, { request: native }).transaction).to.deep.equal({
      chainId: 41001,
      to: depositAddress,
      data: "0x",
      value: 1_000n,
    })
  })

  it("needs an address that is listed, or somebody who confirms it", () => {
    expect(refusalOf({}, { unlisted: "refuse" })).to.equal("DEPOSIT_NOT_ALLOWED")
    expect(thrown(() => check({}, { unlisted: "refuse" })).facts["offered"]).to.equal(depositAddress)
    expect(check({}, { unlisted: "refuse", allowedDeposits: [depositAddress] }).unlisted).to.deep.equal([])
  })

  const cheats: readonly (readonly [string, RouteRefusal, Record<string, unknown>, Partial<CheckRouteParameters>?])[] =
    [
      ["asks for another amount", "OTHER_INPUT", { amount: "1001" }],
      ["asks for less", "OTHER_INPUT", { amount: "999" }],
      ["asks for another token", "OTHER_INPUT", { token: usdc }],
      ["asks for the native currency instead", "OTHER_INPUT", { token: nativeToken, transferType: "native" }],
      ["is on another chain", "WRONG_CHAIN", { chainId: 41002 }],
      // The first reason that applies is told.
      ["is of another token on another chain", "WRONG_CHAIN", { chainId: 41002, token: usdc }],
      ["needs a memo", "NEEDS_MEMO", { memo: "12345" }],
      ["is transferred in an unknown way", "UNKNOWN_KIND", { transferType: "approve" }],
      ["is native, of a token", "UNKNOWN_KIND", { transferType: "native" }],
      [
        "is of a chain that is not EVM",
        "FOREIGN_CHAIN",
        { depositAddress: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" },
      ],
      [
        "pays a token of a chain that is not EVM",
        "FOREIGN_CHAIN",
        { token: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" },
      ],
      ["goes to the address of the native currency", "NOT_A_DEPOSIT_ADDRESS", { depositAddress: nativeToken }],
      ["goes to nobody", "NOT_A_DEPOSIT_ADDRESS", { depositAddress: `0x${"0".repeat(40)}` }],
      ["goes to the token", "NOT_A_DEPOSIT_ADDRESS", { depositAddress: dai }],
      ["goes to the output's token", "NOT_A_DEPOSIT_ADDRESS", { depositAddress: usdc }],
      ["goes back to its payer", "NOT_A_DEPOSIT_ADDRESS", { depositAddress: user }],
    ]
  for (const [what, reason, changed, more] of cheats) {
    it(`is refused if it ${what}`, () => {
      expect(refusalOf({ deposit: { ...deposit, ...changed } }, more)).to.equal(reason)
    })
  }

  it("is refused if the route is paid otherwise, has expired, or gives too little", () => {
    expect(refusalOf({ userOp: "tx" })).to.equal("NOT_A_DEPOSIT")
    expect(refusalOf({ deposit: null })).to.equal("NOT_A_DEPOSIT")
    expect(refusalOf({ expiresAt: now / 1_000 })).to.equal("EXPIRED")
    expect(refusalOf({ output: { ...output, minAmountOut: "1" } })).to.equal("TOO_LITTLE_OUT")
  })

  it("has a link that wallets read, with chain, token, address and amount", () => {
    const given = check().route.deposit
    const parsed = given === null ? undefined : evmDeposit(given)
    if (parsed === undefined) throw new Error("The route has a deposit.")
    expect(paymentUri(parsed)).to.equal(`ethereum:${dai}@41001/transfer?address=${depositAddress}&uint256=1000`)
    expect(paymentUri({ ...parsed, token: nativeToken })).to.equal(`ethereum:${depositAddress}@41001?value=1000`)
  })
})

function refusalOf(changed: Record<string, unknown>, more?: Partial<CheckRouteParameters>): string | undefined {
  const error = thrown(() => check(changed, more))
  expect(error).to.be.instanceOf(RouteRefusedError)
  return error.facts["reason"]
}
