import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { feesManagerAbi } from "#src/gateway/onchain/abi.js"
import { getAvailableCredits, waitForCredits, type WaitForCreditsParameters } from "#src/gateway/onchain/credits.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain, type FakeChain } from "#test/fixtures/nodes/fakeChain.js"

const feesManager: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const account: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const credits = { feesManager, account }

/** Creates a chain whose fees manager reports these amounts in turn, and then the last one repeatedly. */
function chainWith(...amounts: (bigint | Error)[]): FakeChain {
  let reads = 0
  const answer = (): bigint => {
    const amount = amounts[Math.min(reads, amounts.length - 1)]!
    reads += 1
    if (typeof amount !== "bigint") throw amount
    return amount
  }
  return createFakeChain({ contracts: { [feesManager]: { abi: feesManagerAbi, answer } } })
}
const away = Object.assign(new Error("connection refused"), { code: -32_000 })

async function wait(
  chain: FakeChain,
  parameters: Partial<WaitForCreditsParameters> = {},
): Promise<{ work: Promise<bigint>; took: () => number }> {
  const clock = createManualClock()
  const started = clock.now()
  const interval = { minInterval: 1_000, maxInterval: 1_000 }
  const work = clock.run(waitForCredits(chain.client, { ...credits, ...interval, atLeast: 100n, clock, ...parameters }))
  return await Promise.resolve({ work, took: () => clock.now() - started })
}

describe("getAvailableCredits", () => {
  it("reads what an account can spend", async () => {
    const chain = chainWith(2n ** 255n)
    expect(await getAvailableCredits(chain.client, credits)).to.equal(2n ** 255n)
    expect(chain.calls[0]).to.deep.include({ functionName: "getAvailableCredits", args: [account] })
  })

  it("distinguishes another contract, or none, from an unreachable node", async () => {
    const codeOf = async ({ client }: FakeChain) => (await failure(getAvailableCredits(client, credits))).code
    expect(await codeOf(createFakeChain({}))).to.equal("WRONG_CONTRACT")
    expect(await codeOf(createFakeChain({ broken: { eth_call: away } }))).to.equal("NODE_FAILED")
  })

  it("refuses an invalid address by name", async () => {
    const { client } = chainWith(1n)
    const bad = { feesManager, account: "0x12" as Address }
    expect((await failure(getAvailableCredits(client, bad))).message).to.match(/^Argument "account": /)
  })
})

describe("waitForCredits", () => {
  it("tells of each time that the node does not answer, and waits on", async () => {
    const troubles: unknown[] = []
    const { work } = await wait(chainWith(away, 99n, away, 100n), { onTrouble: (error) => troubles.push(error) })
    expect(await work).to.equal(100n)
    const codes = troubles.map((error) => (error as { code?: string } | undefined)?.code)
    expect(codes.filter((code) => code !== undefined)).to.deep.equal(["NODE_FAILED", "NODE_FAILED"])
  })

  it("ends at its deadline, and says how many credits there were", async () => {
    const { work, took } = await wait(chainWith(99n), { timeout: 60_000 })
    const error = await failure(work)
    expect(took()).to.equal(60_000)
    expect(error).to.include({ code: "DEADLINE_PASSED", lastState: "99 available" })
    expect(error.facts).to.include({ account, "waited for": "100 available" })
  })

  it("retries while the node is unreachable, and reports it if it stays away", async () => {
    const { work } = await wait(chainWith(away, away, 100n))
    expect(await work).to.equal(100n)
    const { work: other } = await wait(chainWith(away), { timeout: 5_000 })
    expect((await failure(other)).facts["last error"]).to.contain("NODE_FAILED")
  })

  it("does not wait for a contract that does not exist", async () => {
    const { work } = await wait(createFakeChain({}))
    expect((await failure(work)).code).to.equal("WRONG_CONTRACT")
  })

  it("ends at once on its signal", async () => {
    const { work } = await wait(chainWith(0n), { signal: AbortSignal.abort() })
    expect((await failure(work)).code).to.equal("ABORTED")
  })
})
