import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { checkBalances, checkConserved } from "#src/testing/assertions/effects/balances.js"
import { failureOf } from "#src/testing/assertions/Matcher.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { addRunningWorld } from "#src/testing/world/runningWorlds.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [user, other] = [1, 2].map((digit): Hex => `0x${String(digit).repeat(40)}`) as [Hex, Hex]
const userInCapitals: Hex = "0xAbcdefabcdefabcdefabcdefabcdefabcdefabcd"

type Mined = readonly [from: Hex, gasUsed: bigint, effectiveGasPrice: bigint]

/** A world of one chain, where a test can change balances, and what is mined in a block each. */
function open({ status = "COMPLETED" }: { status?: string | undefined } = {}) {
  const balances = new Map<string, bigint>([[user, 1_000n]])
  const blocks: (readonly Mined[])[] = [[[user, 9n, 9n]], [[user, 7n, 7n]]]
  const hashOf = (block: number, index: number) => bytes32(block * 100 + index)
  const publicClient = {
    getBlockNumber: () => Promise.resolve(BigInt(blocks.length)),
    getBalance: ({ address }: { address: Hex }) => Promise.resolve(balances.get(address.toLowerCase()) ?? 0n),
    getBlock: ({ blockNumber }: { blockNumber: bigint }) => {
      const block = Number(blockNumber)
      const transactions = blocks[block - 1]!.map(([from], index) => ({ from, hash: hashOf(block, index) }))
      return Promise.resolve({ transactions })
    },
    getTransactionReceipt: ({ hash }: { hash: Hex }) => {
      const [, gasUsed, effectiveGasPrice] = blocks[Math.floor(Number(hash) / 100) - 1]![Number(hash) % 100]!
      return Promise.resolve({ gasUsed, effectiveGasPrice })
    },
  }
  const quote = { quoteId: bytes32(9), origin: { name: "alpha" }, destination: { name: "beta" } }
  const world = {
    ...{ registry: createRegistry(), relay: { running: false }, isOpen: () => true },
    devnet: { chains: { alpha: { publicClient, name: "alpha", slug: 1, accounts: [] } }, messagesFromTx: () => [] },
    market: { ledger: { route: () => ({ quote, facts: {}, status }) } },
    hre: { artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) } },
  }
  const give = (to: Hex, wei: bigint) => void balances.set(to, (balances.get(to) ?? 0n) + wei)
  return { give, mine: (...mined: readonly Mined[]) => void blocks.push(mined), world: world as unknown as OpenWorld }
}

/** Checks while only this world runs. */
async function checkIn<Result>({ world }: ReturnType<typeof open>, check: () => Promise<Result>): Promise<Result> {
  const stop = addRunningWorld(world)
  try {
    return await check()
  } finally {
    stop()
  }
}

describe("balances that change", () => {
  it("are without the gas of all blocks since, of the account's own transactions, and of no block before", async () => {
    const played = open()
    const spend = () => {
      played.give(user, -5n - 2n * 10n - 3n * 100n - 4n * 20n)
      played.give(userInCapitals.toLowerCase() as Hex, 50n - 6n * 7n)
      played.mine([user, 2n, 10n], [other, 500n, 500n], [user, 3n, 100n])
      played.mine([other, 1n, 1n])
      played.mine([userInCapitals, 6n, 7n], [user, 4n, 20n])
    }
    const rows = [
      { chain: "alpha", of: user, by: -5n },
      { chain: "alpha", of: userInCapitals, by: (change: bigint) => change === 50n },
    ]
    const result = await checkIn(played, () => checkBalances(spend, rows))
    expect([result.holds, await failureOf(result, true)]).to.deep.equal([
      true,
      [
        "Expected not all balances to change as given, but they did:",
        `  native token of ${user} on alpha changed by -5: from 1000 to 995`,
        "  native token of 0xABcdEFABcdEFabcdEfAbCdefabcdeFABcDEFabCD on alpha changed by +50: from 0 to 50",
      ].join("\n"),
    ])
  })

  it("are told with what is too much or missing, and a swap is told only while it is not completed", async () => {
    const place = { chain: "alpha", of: user }
    const textOf = async (wei: bigint, returned: unknown, status?: string) => {
      const played = open({ status })
      const act = () => (played.give(user, wei), returned)
      return await checkIn(played, async () =>
        (await failureOf(await checkConserved(act, [place]), false))?.split("\n"),
      )
    }
    const text = (sum: number, change: string, signed: string) => [
      `Expected the value to be conserved, but 1000 became ${sum}, which is ${change}:`,
      `  native token of ${user} on alpha changed by ${signed}: from 1000 to ${sum}`,
    ]
    expect(await textOf(40n, undefined)).to.deep.equal(text(1_040, "40 too much", "+40"))
    expect(await textOf(-40n, null)).to.deep.equal(text(960, "40 missing", "-40"))
    const swap = { hash: bytes32(1), chain: "alpha", route: { quoteId: bytes32(9) } }
    expect(await textOf(-1n, swap)).to.deep.equal(text(999, "1 missing", "-1"))
    expect(await textOf(-1n, swap, "PENDING")).to.deep.equal([
      ...text(999, "1 missing", "-1"),
      ...["Not completed:", `  the route ${bytes32(9)} from alpha to beta is PENDING (not started)`],
    ])
  })

  it("are given as a list of rows", async () => {
    for (const rows of [{}, "alpha", undefined, []]) {
      const { code, facts } = await failure(checkIn(open(), () => checkBalances(() => undefined, rows as never)))
      expect([code, facts["argument"]]).to.deep.equal(["INVALID_INPUT", "changeBalances"])
    }
  })
})
