import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { getSwapOffer, type GetSwapOfferParameters } from "#extras/swap/tasks/offer/getSwapOffer.js"
import { offeringApi, receiver, refundAddress, swapRequest } from "#extras/swap/test/fixtures/offeringApi.js"
import { failure } from "#test/fixtures/failure.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const account = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"

/** Gets an offer from an API that knows these chains and tokens. Nothing reaches the chains themselves. */
async function offer(more: object = {}, given: Partial<GetSwapOfferParameters> = {}) {
  const { client, asked } = offeringApi()
  const found = await getSwapOffer(client, {
    swapRequest: { ...swapRequest, ...more },
    ...{ userAddress: user, readers: { origin: undefined, destination: undefined }, ...given },
  })
  return { ...found, asked }
}

describe("getSwapOffer", () => {
  const request = {
    ...{ userOps: "tx", userAddress: user, originChainId: 41_001, destinationChainId: 41_002 },
    ...{ inputToken: dai, outputToken: usdc, inputAmount: 2_500_000n, receiverAddress: user },
    ...{ slippage: "0.5", includeProvider: ["pool"], excludeProvider: ["press"], feeBps: 7, feeTakerAddress: receiver },
  }

  it("asks for what the command says, in the units of the tokens of both chains, and ranks what is offered", async () => {
    const found = await offer()
    expect(found.asked).to.deep.equal([{ ...request, signal: undefined }])
    expect(found.request).to.deep.equal(request)
    expect(found.routes.map(({ quoteId }) => quoteId)).to.deep.equal(["3000", "2000", "1000"])
    const claimed = { isFromChain: false }
    expect([found.input, found.output]).to.deep.equal([
      { chainId: 41_001, address: dai, symbol: "DAI", decimals: 6, ...claimed },
      { chainId: 41_002, address: usdc, symbol: "USDC", decimals: 8, ...claimed },
    ])
    // What an account has to own is the origin's.
    expect(found.currency).to.deep.include({ address: nativeToken, decimals: 18, minNativeCurrencyForGas: 5n })
  })

  it("means by a symbol the address that is pinned for its own chain", async () => {
    const pins = (name: string): Readonly<Record<string, Address>> => (name === "alpha" ? { usdc: dai } : {})
    expect((await offer({ token: "USDC" }, { pins })).request).to.include({ inputToken: dai, outputToken: usdc })
  })

  it("pays a deposit without an account, with the address for a refund", async () => {
    const deposit = await offer({ refundAddress, receiver }, { userAddress: undefined })
    expect(deposit.request)
      .to.deep.include({ inputAmount: 2_500_000n, userOps: "deposit", refundAddress, receiverAddress: receiver })
      .and.not.have.property("userAddress")
  })

  it("pays who is named, or the sender, if that is an account of the token's chain", async () => {
    const paid = async (more: object, given: Partial<GetSwapOfferParameters> = {}) =>
      (await offer(more, given)).request.receiverAddress
    expect(await paid({ receiver })).to.equal(receiver)
    expect(await paid({ wanted: "MINT", receiver: account })).to.equal(account)
    // A foreign chain's own currency has the address of every native currency.
    expect(await paid({ wanted: "ETH", receiver: account })).to.equal(account)
    for (const [more, given] of [
      [{ receiver: account }, {}],
      [{ wanted: "MINT", receiver }, {}],
      [{ wanted: "MINT" }, {}],
      [{}, { userAddress: undefined }],
    ] as const) {
      expect(await failure(offer(more, given)), JSON.stringify(more)).to.include({
        ...{ code: "INVALID_INPUT", argument: "--receiver" },
      })
    }
  })

  it("names the token whose chain needs another kind of account, where none is given", async () => {
    const { message } = await failure(offer({ wanted: "MINT" }))
    expect(message).to.contain("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
    const none = await failure(offer({}, { userAddress: undefined }))
    expect(none.message).to.not.contain(usdc)
  })

  it("refuses a chain that the API does not know, by its option, and an amount that the token cannot have", async () => {
    const [gamma, delta] = [3, 4].map((chainId) => ({ chainId, name: "gamma" }))
    expect(await failure(offer({ origin: gamma }))).to.include({ argument: "--from" })
    expect(await failure(offer({ destination: delta }))).to.include({ argument: "--to" })
    expect(await failure(offer({ amount: "0.0000001" }))).to.include({ argument: "amount" })
    expect(await failure(offer({ token: "NONE" }))).to.include({ argument: "token" })
    expect(await failure(offer({ wanted: "NONE" }))).to.include({ argument: "--for" })
    expect(await failure(offer({ includeProvider: ["none"] }))).to.include({ argument: "--provider" })
  })
})
