import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, toFunctionSelector } from "viem"

import type { RouteLimits } from "#extras/swap/src/checks/types.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { describeDeposit } from "#extras/swap/tasks/deposits/describeDeposit.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { depositAddress, depositOnWire, depositRecord } from "#test/fixtures/wire/depositRecords.js"
import { dai } from "#test/fixtures/wire/swapRoutes.js"

const [origin, destination] = ["alpha", "beta"].map((name, index) => ({ name, chainId: 41_001 + index }))

const described = async (
  record: DepositRecord,
  limits: RouteLimits = { acceptLoss: 20 },
  more: { payer?: Address } = {},
) =>
  await describeDeposit({
    ...{ record, limits, origin: origin!, destination: destination!, ...more },
    readers: { origin: undefined, destination: undefined },
  })

describe("describeDeposit", () => {
  it("refuses what is not what was requested, whoever has recorded it, by the limits of this call", async () => {
    const reasonOf = async (record: DepositRecord, limits?: RouteLimits, more?: { payer: Address }) =>
      (await failure(described(record, limits, more))).facts["reason"]
    expect(await reasonOf(depositRecord(), { acceptLoss: 19.9 })).to.equal("LOSES_TOO_MUCH")
    expect(await reasonOf(depositRecord({ deposit: { ...depositOnWire, amount: "1001" } }))).to.equal("OTHER_INPUT")
    expect(await reasonOf(depositRecord({ deposit: null }))).to.equal("NOT_A_DEPOSIT")
    expect(await reasonOf(depositRecord(), undefined, { payer: depositAddress })).to.equal("NOT_A_DEPOSIT_ADDRESS")
    expect(await reasonOf(depositRecord(), { acceptLoss: 20, minOut: 1_991n })).to.equal("BELOW_MIN_OUT")
  })

  it("shows a token as its chain calls it, and what the API calls it, because the record names it by its address", async () => {
    const readerOf = (symbol: string, decimals: bigint) =>
      fakeNode({
        eth_call: ([{ data }]: [{ data: string }]) =>
          data.startsWith(toFunctionSelector("decimals()"))
            ? encodeAbiParameters([{ type: "uint256" }], [decimals])
            : encodeAbiParameters([{ type: "string" }], [symbol]),
      }).client
    const read = (alpha: string, beta: string) =>
      describeDeposit({
        ...{ record: depositRecord(), limits: { acceptLoss: 20 }, origin: origin!, destination: destination! },
        readers: { origin: readerOf(alpha, 6n), destination: readerOf(beta, 8n) },
      })
    const { input, output } = await read("dai", "usdc")
    expect([input, output].map(({ symbol, isFromChain }) => [symbol, isFromChain])).to.deep.equal([
      ["dai", true],
      ["usdc", true],
    ])
    const other = await read("FAKE", "USDC")
    expect([other.input, other.output].map(({ symbol, apiSays }) => [symbol, apiSays])).to.deep.equal([
      ["FAKE", "DAI"],
      ["USDC", undefined],
    ])
    expect((await read("DAI", "FAKE")).output).to.include({ symbol: "FAKE", apiSays: "USDC" })
  })

  it("names the token that neither its chain nor the API describes", async () => {
    const plain = await failure(described(depositRecord({ deposit: { ...depositOnWire, token: dai } })))
    expect(plain).to.include({ code: "INVALID_INPUT", argument: "token" })
  })
})
