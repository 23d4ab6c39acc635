import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { migrateQuoteParameters } from "#extras/swap/src/migrateQuoteParameters.js"
import { dropped, merged, renamed } from "#extras/swap/src/version2Names.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const former = {
  fromChainId: 41001,
  toChainId: "41002",
  fromTokenAddress: dai,
  toTokenAddress: usdc,
  fromAmount: "115792089237316195423570985008687907853269984665640564039457584007913129639935",
  recipient: user,
  userAddress: user,
}

const refused = (more: Record<string, unknown>): unknown => thrown(() => migrateQuoteParameters({ ...former, ...more }))

describe("migrateQuoteParameters", () => {
  it("renames every parameter of version 2", () => {
    const migrated = migrateQuoteParameters({
      ...former,
      feePercent: "0.5",
      feeTakerAddress: usdc,
      slippage: "1.50",
      includeDexes: ["alpha", "beta"],
      includeBridges: "gamma, beta",
      excludeDexes: ["delta"],
      excludeBridges: ["epsilon"],
    })
    expect(migrated).to.deep.include({
      userOps: "tx",
      originChainId: 41001,
      destinationChainId: 41002,
      inputToken: dai,
      outputToken: usdc,
      inputAmount: 2n ** 256n - 1n,
      userAddress: user,
      receiverAddress: user,
      feeBps: 50,
      feeTakerAddress: usdc,
      slippage: "1.5",
      includeProvider: ["alpha", "beta", "gamma"],
      excludeProvider: ["delta", "epsilon"],
    })
    for (const name of [...Object.keys(renamed), ...Object.keys(merged)]) expect(migrated).to.not.have.property(name)
  })

  it("converts a percentage to basis points exactly, and refuses any other text", () => {
    const pointsOf = (feePercent: unknown): unknown =>
      migrateQuoteParameters({ ...former, feeTakerAddress: usdc, feePercent }).feeBps
    for (const [percent, points] of [
      ["0.5", 50],
      ["0.29", 29],
      [0.57, 57],
      ["100", 10_000],
      ["0.0100", 1],
      ["0", 0],
    ] as const) {
      expect(pointsOf(percent), String(percent)).to.equal(points)
    }
    for (const bad of ["0.005", "1e1", "-1", "100.01", "", ".5", Number.NaN, 0.1 + 0.2, null]) {
      expect(
        thrown(() => pointsOf(bad)),
        String(bad),
      ).to.include({ code: "INVALID_INPUT" })
    }
  })

  it("converts any number of basis points that is written as a percentage", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (points) => {
        const feePercent = `${Math.trunc(points / 100)}.${String(points % 100).padStart(2, "0")}`
        expect(migrateQuoteParameters({ ...former, feeTakerAddress: usdc, feePercent }).feeBps).to.equal(points)
      }),
    )
  })

  it("refuses each parameter that is not in version 3, and names what replaces it", () => {
    for (const name of [...Object.keys(dropped), "bridgeSlippage", "sort"]) {
      expect(refused({ [name]: "1" })).to.include({ code: "INVALID_INPUT", argument: name })
    }
    expect(refused({ activeRouteId: "1" }))
      .to.have.property("message")
      .that.contains("quoteId")
    expect(refused({ "API-KEY": "s3cret" }))
      .to.have.property("message")
      .that.contains("apiKey")
      .but.not.contains("s3cret")
  })

  it("refuses a parameter under both of its names, and a missing one that is required now", () => {
    expect(refused({ originChainId: 41001 })).to.include({ argument: "fromChainId" })
    expect(refused({ includeProvider: "a", includeDexes: "b" })).to.include({ argument: "includeDexes" })
    expect(refused({ recipient: undefined })).to.include({ argument: "receiverAddress" })
    expect(refused({ includeDexes: "a", excludeBridges: "a" })).to.include({ argument: "excludeProvider" })
  })
})
