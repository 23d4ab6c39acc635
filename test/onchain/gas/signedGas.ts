import { expect } from "chai"
import { describe, it } from "mocha"
import { type TransactionSerializable, zeroAddress } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { signedGas } from "#src/onchain/gas/gasErrors.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("signedGas", () => {
  const gasOf = async (transaction: object, limits: Parameters<typeof signedGas>[1] = {}) => {
    const whole = { chainId: 1, to: zeroAddress, ...transaction } as TransactionSerializable
    const raw = await privateKeyToAccount(bytes32(1)).signTransaction(whole)
    return signedGas(raw, limits, "ETH")
  }
  const newer = { type: "eip1559", gas: 100n, maxFeePerGas: 7n, maxPriorityFeePerGas: 1n } as const
  const older = { type: "legacy", gas: 100n, gasPrice: 9n } as const

  it("is the gas at the highest price that the bytes allow, within the limits to the wei", async () => {
    expect([await gasOf(newer), await gasOf(older)]).to.deep.equal([700n, 900n])
    expect(await gasOf(newer, { maxGasPrice: 7n, maxGasCost: 700n })).to.equal(700n)
    // What was signed counts alone.
    expect(await gasOf(newer, { maxGasCost: 700n, gasTally: { spent: 10n ** 30n } })).to.equal(700n)
    // Bytes leave out what is 0.
    for (const free of [{ type: "legacy" }, { ...older, gas: 0n }, { ...older, gasPrice: 0n }, { ...newer, gas: 0n }]) {
      expect(await gasOf(free)).to.equal(0n)
    }
    expect((await failure(gasOf(newer, { maxGasPrice: 6n }))).code).to.equal("GAS_PRICE_TOO_HIGH")
    const { code, facts } = await failure(gasOf(older, { maxGasCost: 899n }))
    expect([code, facts["gas"], facts["transactions before"]]).to.deep.equal(["GAS_TOO_EXPENSIVE", "100", undefined])
  })

  it("has a default limit that fits the currency", async () => {
    const price = (cost: bigint) => ({ ...older, gas: 1n, gasPrice: cost })
    expect(await gasOf(price(5n * 10n ** 16n))).to.equal(5n * 10n ** 16n)
    expect((await failure(gasOf(price(5n * 10n ** 16n + 1n)))).code).to.equal("GAS_TOO_EXPENSIVE")
  })
})
