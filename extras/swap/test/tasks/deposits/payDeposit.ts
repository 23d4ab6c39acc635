import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, type Hex, parseGwei, toFunctionSelector } from "viem"

import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { payDeposit } from "#extras/swap/tasks/deposits/payDeposit.js"
import type { SwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import { offeringApi } from "#extras/swap/test/fixtures/offeringApi.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { depositAddress, depositRecord } from "#test/fixtures/wire/depositRecords.js"
import { dai, journalEntry, quoteId, user } from "#test/fixtures/wire/swapRoutes.js"

type Played = {
  readonly record?: DepositRecord | undefined
  readonly entry?: JournalEntry | undefined
  /** What the API says of the route. */
  readonly status?: string
  /** What the deposit's address owns of the token. */
  readonly arrived?: bigint
  /** Its code. */
  readonly code?: Hex
  readonly allowedDeposits?: readonly Address[]
  readonly least?: bigint
  readonly payer?: Address
}

/** A node of the origin chain, which describes its token and says what has arrived at the deposit's address. */
const nodeOf = ({ arrived = 0n, code = "0x" }: Played) =>
  fakeNode({
    ...{
      eth_chainId: () => "0xa029",
      eth_getCode: () => code,
      eth_getLogs: () => [],
      eth_estimateGas: () => "0x14586",
    },
    ...{ eth_maxPriorityFeePerGas: () => "0x0", eth_gasPrice: () => "0x3b9aca00" },
    eth_getBlockByNumber: () => ({ number: "0x9", baseFeePerGas: "0x3b9aca00", transactions: [] }),
    eth_call: ([{ data }]: readonly [{ readonly data: Hex }]) => {
      if (data === toFunctionSelector("symbol()")) return encodeAbiParameters([{ type: "string" }], ["DAI"])
      const number = data === toFunctionSelector("decimals()") ? 6n : arrived
      return encodeAbiParameters([{ type: "uint256" }], [number])
    },
  })

/** Begins to pay a deposit, and returns the first step, or the code of what ends it, and how often the API was asked for its status. */
async function pay(played: Played = {}) {
  const { entry, status = "PENDING", allowedDeposits = [], least, payer = user } = played
  const record = "record" in played ? played.record : depositRecord()
  let asks = 0
  const { client } = offeringApi(() => {
    asks += 1
    return Promise.resolve({ status, origin: { txHash: null } } as never)
  })
  const run = {
    client,
    ...{ publicClient: nodeOf(played).client, walletClient: { account: { address: payer } } },
    ...{ deposits: { read: () => Promise.resolve(record) }, journal: { read: () => Promise.resolve(entry) } },
    limits: { acceptLoss: 20, allowedDeposits, allowedTargets: [], allowedSpenders: [] },
    ...{ readerOf: () => Promise.resolve(undefined), chainName: (chainId: number) => `chain ${chainId}` },
    ...{ leastOf: () => Promise.resolve(least), signal: new AbortController().signal },
  } as unknown as SwapRun
  const steps = payDeposit(run, quoteId, { origin: { name: "alpha", chainId: 41_001 }, canAsk: true })
  try {
    const next = await steps.next()
    return { step: next.done === true ? undefined : next.value, steps, asks }
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return { code: error.code === "ROUTE_REFUSED" ? error.facts["reason"] : error.code, asks }
  }
}

const codeOf = async (played: Played) => {
  const { code, asks, step } = await pay(played)
  return [code ?? step?.kind, asks]
}

describe("payDeposit", () => {
  it("shows first what is paid to whom for what, and what its gas costs, and pays nothing without a yes", async () => {
    const { step, steps, asks } = await pay({ least: 1_990n })
    expect([step?.kind, asks]).to.deep.equal(["confirm", 1])
    const plan = step?.kind === "confirm" ? step.plan : undefined
    expect([plan?.leastOut, plan?.minOut, plan?.gas?.cost]).to.deep.equal([1_990n, 1_990n, 100_000n * parseGwei("2")])
    expect(plan?.transaction).to.include({ to: dai, value: 0n })
    expect(plan?.route.deposit).to.include({ depositAddress, amount: 1_000n })
    expect([plan?.input.symbol, plan?.output.symbol]).to.deep.equal(["DAI", "USDC"])
    expect(plan?.currency).to.include({ symbol: "ETH", minNativeCurrencyForGas: 5n })
    expect(plan?.request).to.include({ userAddress: user, inputAmount: 1_000n })
    const end: unknown = await steps?.next().catch((error: unknown) => (error as { code: string }).code)
    expect(end).to.equal("SWAP_DECLINED")
  })

  it("pays none that was not opened from here, or is paid by what was seen, by the API, or by what has arrived", async () => {
    expect(await codeOf({ record: undefined })).to.deep.equal(["INVALID_INPUT", 0])
    expect(await codeOf({ record: { ...depositRecord(), paid: "COMPLETED" } })).to.deep.equal(["DEPOSIT_PAID", 0])
    expect(await codeOf({ status: "IN_PROGRESS" })).to.deep.equal(["DEPOSIT_PAID", 1])
    expect(await codeOf({ arrived: 1_000n })).to.deep.equal(["DEPOSIT_PAID", 0])
    expect(await codeOf({ arrived: 999n })).to.deep.equal(["confirm", 1])
  })

  it("pays none that gives less than the user's least, goes to a contract that is in no list, or to who pays", async () => {
    expect(await codeOf({ least: 1_991n })).to.deep.equal(["BELOW_MIN_OUT", 0])
    expect(await codeOf({ code: "0x00" })).to.deep.equal(["DEPOSIT_IS_CONTRACT", 0])
    expect(await codeOf({ code: "0x00", allowedDeposits: [depositAddress] })).to.deep.equal(["confirm", 1])
    expect(await codeOf({ payer: depositAddress })).to.deep.equal(["NOT_A_DEPOSIT_ADDRESS", 0])
  })

  it("goes on with what it has signed before, without another look or question, and not with what it has not", async () => {
    const { step, asks } = await pay({ entry: journalEntry(), status: "IN_PROGRESS" })
    expect([step?.kind, asks]).to.deep.equal(["resumed", 0])
    expect(await codeOf({ entry: journalEntry({ submission: undefined, state: "CHECKED" }) })).to.deep.equal([
      "confirm",
      1,
    ])
  })
})
