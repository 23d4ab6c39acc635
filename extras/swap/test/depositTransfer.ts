import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, erc20Abi, getAddress } from "viem"

import { type EvmDeposit, evmDeposit, paymentUri, transactionOf } from "#extras/swap/src/depositTransfer.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { dai, routeOnWire } from "#test/fixtures/wire/swapRoutes.js"

const address = getAddress(`0x${"d".repeat(40)}`)
const deposit: EvmDeposit = {
  ...{ chainId: 41_001, token: dai, amount: 1_500n, depositAddress: address, transferType: null, memo: null },
}
const native = { ...deposit, token: nativeToken }
const solana = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"

const transfer = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, 1_500n] })
const ofToken = { chainId: 41_001, to: dai, data: transfer, value: 0n }
const ofNative = { chainId: 41_001, to: address, data: "0x", value: 1_500n }

describe("a deposit", () => {
  it("has a link that wallets read, with the same amount for the same address", () => {
    expect([paymentUri(deposit), paymentUri(native)]).to.deep.equal([
      `ethereum:${dai}@41001/transfer?address=${address}&uint256=1500`,
      `ethereum:${address}@41001?value=1500`,
    ])
  })

  it("has the address of its token, and is none that can be paid here where either is on a chain that is not EVM", () => {
    const of = (token: unknown, depositAddress: string = address) =>
      evmDeposit({ ...deposit, token, depositAddress } as Parameters<typeof evmDeposit>[0])
    const whole = { ...deposit }
    expect([of(dai), of({ address: dai, symbol: "DAI" })]).to.deep.equal([whole, whole])
    expect([of(solana), of({ address: solana }), of(dai, solana)]).to.deep.equal([undefined, undefined, undefined])
  })
})

describe("what an execution sends", () => {
  const routeWith = (more: object) => ({ ...quoteRouteSchema.parse(routeOnWire()), ...more })
  const own = { chainId: 1, to: dai, data: "0x1234", value: 5n } as const
  const txData = { kind: "evm_tx", object: own }

  it("is the route's own transaction, or the transfer that pays for its deposit, and nothing that is not of an EVM chain", () => {
    const sent = (more: object) => transactionOf(routeWith(more))
    expect(sent({ deposit: null, txData })).to.equal(own)
    expect(sent({ deposit: null, txData: { kind: "solana_tx", object: own } })).to.equal(undefined)
    expect(sent({ deposit, txData })).to.deep.equal(ofToken)
    expect(sent({ deposit, txData: null })).to.deep.equal(ofToken)
    expect(sent({ deposit: native, txData: null })).to.deep.equal(ofNative)
    expect([
      sent({ deposit: null, txData: null }),
      sent({ deposit: { ...deposit, depositAddress: solana } }),
    ]).to.deep.equal([undefined, undefined])
  })
})
