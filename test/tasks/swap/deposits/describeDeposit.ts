import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import type { RouteLimits } from "../../../../src/swap/checks/types.js"
import type { DepositRecord } from "../../../../src/swap/execution/journal/depositRecords.js"
import { quoteRouteSchema } from "../../../../src/swap/wire/quoteSchemas.js"
import { describeDeposit } from "../../../../tasks/swap/deposits/describeDeposit.js"
import { failure } from "../../../fixtures/failure.js"
import { dai, routeOnWire, tokenOnWire, usdc, user } from "../../../fixtures/wire/swapRoutes.js"

const [depositAddress, refundAddress]: readonly Address[] = ["3", "4"].map((digit): Address => `0x${digit.repeat(40)}`)
const [origin, destination] = ["alpha", "beta"].map((name, index) => ({ name, chainId: 41_001 + index }))
const outputToken = tokenOnWire({ chainId: 41_002, address: usdc, symbol: "USDC", decimals: 8 })
const output = { token: outputToken, amount: "2000", minAmountOut: "1990", valueInUsd: 80 }
const deposit = {
  ...{ chainId: 41_001, token: tokenOnWire({ decimals: 6 }), amount: "1000", transferType: "erc20" },
  ...{ depositAddress, memo: null },
}

/** A deposit as it is recorded: of 100 dollars for 80, whose quote has long expired. */
function recordOf(route: object = {}): DepositRecord {
  const whole = { userOp: "deposit", approval: null, txData: null, expiresAt: 1, output, deposit, ...route }
  return {
    request: {
      ...{ userOps: "deposit", originChainId: 41_001, destinationChainId: 41_002, inputToken: dai, outputToken: usdc },
      ...{ inputAmount: 1_000n, receiverAddress: user, refundAddress, slippage: "0.5" },
    },
    route: quoteRouteSchema.parse(routeOnWire(whole)),
    ...{ inputValueInUsd: 100, fromBlock: 7n },
  }
}

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
  it("says what is paid and what for, also after its quote has expired", async () => {
    const record = recordOf()
    const found = await described(record)
    expect([found.leastOut, found.checked.valueLoss.percent, found.fromBlock]).to.deep.equal([1_990n, 20, 7n])
    expect([found.input, found.output]).to.deep.equal([
      { chainId: 41_001, address: dai, symbol: "DAI", decimals: 6, isFromChain: false },
      { chainId: 41_002, address: usdc, symbol: "USDC", decimals: 8, isFromChain: false },
    ])
    expect([found.origin, found.destination]).to.deep.equal([origin, destination])
    expect(found.deposit).to.include({ token: dai, depositAddress, amount: 1_000n })
    expect([found.checked.request.userAddress, found.checked.transaction.to]).to.deep.equal([refundAddress, dai])
    expect((await described(record, undefined, { payer: user })).checked.request.userAddress).to.equal(user)
  })

  it("refuses what is not what was requested, whoever has recorded it, by the limits of this call", async () => {
    const reasonOf = async (record: DepositRecord, limits?: RouteLimits, more?: { payer: Address }) =>
      (await failure(described(record, limits, more))).facts["reason"]
    expect(await reasonOf(recordOf(), { acceptLoss: 19.9 })).to.equal("LOSES_TOO_MUCH")
    expect(await reasonOf(recordOf({ deposit: { ...deposit, amount: "1001" } }))).to.equal("OTHER_INPUT")
    expect(await reasonOf(recordOf({ deposit: null }))).to.equal("NOT_A_DEPOSIT")
    expect(await reasonOf(recordOf(), undefined, { payer: depositAddress! })).to.equal("NOT_A_DEPOSIT_ADDRESS")
    expect(await reasonOf(recordOf(), { acceptLoss: 20, minOut: 1_991n })).to.equal("BELOW_MIN_OUT")
  })

  it("names the token that neither its chain nor the API describes", async () => {
    const plain = await failure(described(recordOf({ deposit: { ...deposit, token: dai } })))
    expect(plain).to.include({ code: "INVALID_INPUT", argument: "token" })
  })
})
