import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { listSwaps, type ListSwapsParameters } from "#extras/swap/tasks/listSwaps.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, user } from "#test/fixtures/wire/swapRoutes.js"

const other: Address = `0x${"8".repeat(40)}`

describe("listSwaps", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const entry = (id: number, more: Partial<JournalEntry> = {}): JournalEntry => {
    const whole = journalEntry()
    return { ...whole, quoteId: bytes32(id), route: { ...whole.route, quoteId: bytes32(id) }, at: id * 1_000, ...more }
  }
  const broken = () => path.join(folder.path, ".plugs", "swaps", "41001", `${bytes32(9)}.json`)
  before(async () => {
    folder = await temporaryFolder()
    const swaps = path.join(folder.path, ".plugs", "swaps")
    const [first, second] = [createFileJournal(path.join(swaps, "41001")), createFileJournal(path.join(swaps, "10"))]
    const none = { submission: undefined }
    for (const one of [
      entry(1),
      // It needed no approval.
      entry(3, { approvals: [], state: "FINISHED", outcome: "COMPLETED" }),
      entry(4, { ...none, state: "APPROVED" }),
      // Nothing was sent of these, or another one goes on with it.
      entry(5, { ...none, approvals: [], state: "CHECKED" }),
      entry(6, { continues: bytes32(1) }),
      entry(7, { state: "REPLACED", outcome: "its quote expired" }),
    ]) {
      await first.write(one)
    }
    await second.write(entry(2, { chainId: 10, account: other }))
    await writeFile(broken(), "{broken")
    await writeFile(path.join(swaps, "10-notes"), "no journal")
  })
  after(() => folder[Symbol.asyncDispose]())

  const asked: number[] = []
  const list = async (more: Partial<ListSwapsParameters> = {}) => {
    asked.length = 0
    const getStatus = ({ quoteId }: { quoteId: string }) => {
      asked.push(Number(quoteId))
      return Number(quoteId) === 7 ? Promise.reject(new Error("down")) : Promise.resolve({ status: "PENDING" })
    }
    const { swaps, problems } = await listSwaps({
      ...{
        config: { plugs: {}, paths: { root: folder.path } } as never,
        client: { getStatus } as never,
        chainId: undefined,
        account: undefined,
        state: undefined,
      },
      ...{ limit: 10, signal: new AbortController().signal },
      ...more,
    })
    return { swaps: swaps.map(({ quoteId, status }) => [Number(quoteId), status]), problems, whole: swaps }
  }

  it("has the newest first, with what the API says of those that are not over, and the files that cannot be read", async () => {
    const { swaps, problems, whole } = await list()
    expect(swaps).to.deep.equal([
      [7, "REPLACED"],
      [4, "APPROVED"],
      [3, "COMPLETED"],
      [2, "PENDING"],
      [1, "PENDING"],
    ])
    expect(asked.sort()).to.deep.equal([1, 2, 7])
    // It hides no swap of its chain.
    const files = problems.map(({ file }) => file)
    expect(files.sort()).to.deep.equal([path.join(folder.path, ".plugs", "swaps", "10-notes"), broken()].sort())
    expect(whole[1]).to.include({
      txHash: null,
      account: user,
      originChainId: 41001,
      destinationChainId: 41002,
      at: 4_000,
    })
    expect(whole[2]!.txHash).to.equal(journalEntry().submission!.hash)
  })

  it("shows those of a chain, an account or a state, up to the limit", async () => {
    expect((await list({ chainId: 10 })).swaps).to.deep.equal([[2, "PENDING"]])
    expect((await list({ account: other })).swaps).to.deep.equal([[2, "PENDING"]])
    expect((await list({ limit: 2 })).swaps).to.deep.equal([
      [7, "REPLACED"],
      [4, "APPROVED"],
    ])
    // A filter looks at more than it shows.
    expect((await list({ limit: 1, state: "PENDING" })).swaps).to.deep.equal([[2, "PENDING"]])
  })
})
