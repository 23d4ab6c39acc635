import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, concat, pad, parseAbi } from "viem"

import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import type { SwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import { gasOfEntry, planOfEntry } from "#extras/swap/tasks/execute/planOfEntry.js"
import { defaultGasCap } from "#src/onchain/gas/gasErrors.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import {
  amountOnWire,
  dai,
  journalEntry,
  routeOnWire,
  router,
  tokenOnWire,
  usdc,
  user,
} from "#test/fixtures/wire/swapRoutes.js"

const abis = [parseAbi(["function symbol() view returns (string)", "function decimals() view returns (uint8)"])]
const tokenNode = (symbol: string, decimals: number) =>
  createViewNode({ abis, views: { symbol: () => symbol, decimals: () => decimals } })

const outputToken = tokenOnWire({ chainId: 41_002, address: usdc, symbol: "CLAIM", decimals: 4 })
const output = amountOnWire({ token: outputToken, amount: "2000", minAmountOut: "1990" })

/** An entry of 1000 of DAI's smallest unit for at least 1990 of USDC's, whose quote has expired. */
function entry(more: Partial<JournalEntry> = {}): JournalEntry {
  const whole = journalEntry()
  const route = quoteRouteSchema.parse(
    routeOnWire({
      expiresAt: 1,
      output,
      txData: {
        kind: "evm_tx",
        object: { chainId: 41_001, to: router, data: concat(["0xabcdef01", pad(user)]), value: "0" },
      },
    }),
  )
  return { ...whole, request: { ...whole.request, inputAmount: 1_000n }, route, submission: undefined, ...more }
}

type Played = {
  readonly acceptUndecoded?: boolean
  readonly canAsk?: boolean
  readonly hasDestination?: boolean
  readonly allowed?: readonly Address[]
  /** What the user accepts at least. */
  readonly least?: bigint
}

/** Plans an entry over the chains of its tokens, and returns what the least was asked for, too. */
async function plan(
  of: JournalEntry,
  { acceptUndecoded = false, canAsk = true, hasDestination = true, allowed = [router], least }: Played = {},
) {
  const asked: unknown[] = []
  const destination = (chainId: number) => (hasDestination && chainId === 41_002 ? tokenNode("USDC", 8) : undefined)
  const run = {
    limits: { allowedTargets: allowed, allowedSpenders: allowed, acceptLoss: 100, acceptUndecoded, maxGasCost: 5n },
    publicClient: tokenNode("DAI", 6),
    readerOf: (chainId: number) => Promise.resolve(destination(chainId)),
    chainName: (chainId: number) => `chain ${chainId}`,
    leastOf: (subject: object) => Promise.resolve((asked.push(subject), least)),
  } as unknown as SwapRun
  return { ...(await planOfEntry(run, of, { canAsk })), asked }
}
const refusal = async (...given: Parameters<typeof plan>) => (await failure(plan(...given))).facts["reason"]

describe("planOfEntry", () => {
  const input = { chainId: 41_001, address: dai, symbol: "DAI", decimals: 6, isFromChain: true }
  const got = { chainId: 41_002, address: usdc, symbol: "USDC", decimals: 8, isFromChain: true }

  it("describes what was recorded as its chains do, also once its quote has expired, and what it may cost", async () => {
    const { asked, ...found } = await plan(entry())
    const swapRequest = {
      origin: { chainId: 41_001, name: "chain 41001" },
      destination: { chainId: 41_002, name: "chain 41002" },
    }
    expect(found).to.deep.include({
      input,
      output: got,
      swapRequest,
      minOut: undefined,
      leastOut: 1_990n,
      unlisted: [],
    })
    expect([found.gas?.cost, found.request.inputAmount]).to.deep.equal([5n, 1_000n])
    expect(found.currency).to.include({ symbol: "ETH", decimals: 18, minNativeCurrencyForGas: null })
    expect(asked).to.deep.equal([{ swapRequest, request: found.request, input, output: got }])
  })

  it("refuses less than the user's least, to the unit", async () => {
    expect((await plan(entry(), { least: 1_990n })).minOut).to.equal(1_990n)
    expect(await refusal(entry(), { least: 1_991n })).to.equal("BELOW_MIN_OUT")
  })

  it("needs somebody who is shown what cannot be decoded, or has accepted it", async () => {
    expect(await refusal(entry(), { canAsk: false })).to.equal("NOT_DECODED")
    const accepted = await plan(entry(), { canAsk: false, acceptUndecoded: true })
    expect(accepted.undecoded).to.include("receiver")
  })

  it("shows which contracts are in no list, and who pays, whoever the record says does", async () => {
    const { unlisted, request } = await plan(entry({ account: usdc }), { allowed: [] })
    expect(unlisted.map(({ kind, address }) => [kind, address])).to.deep.equal([["target", router]])
    expect(request.userAddress).to.equal(usdc)
  })
})

describe("gasOfEntry", () => {
  const native = { symbol: "POL", decimals: 18 }
  const gasOf = (limits: object, submission = journalEntry().submission) => gasOfEntry({ submission }, limits, native)

  it("is what signed bytes cost at most, and what the limits allow where nothing is signed", () => {
    // 100,000 gas for 2 wei each.
    expect(gasOf({ maxGasCost: 200_000n })).to.deep.equal({ cost: 200_000n, native, limits: { maxGasCost: 200_000n } })
    expect(gasOf({}).cost).to.equal(200_000n)
    expect(thrown(() => gasOf({ maxGasCost: 199_999n })).code).to.equal("GAS_TOO_EXPENSIVE")
    const unsigned = { ...journalEntry().submission!, raw: undefined } as never
    expect(gasOf({ maxGasCost: 5n }, unsigned).cost).to.equal(5n)
    expect(gasOf({}, unsigned).cost).to.equal(defaultGasCap("POL"))
  })
})
