import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { chooseSwap, findSwapToResume, readRecorded } from "#extras/swap/tasks/execute/findSwapToResume.js"
import { JournalDamagedError } from "#src/primitives/files/fileErrors.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry } from "#test/fixtures/wire/swapRoutes.js"

const entry = (id: number, more: Partial<JournalEntry> = {}): JournalEntry => {
  const { route, ...whole } = journalEntry()
  return { ...whole, quoteId: bytes32(id), route: { ...route, quoteId: bytes32(id) }, at: id * 1_000, ...more }
}
const [damage, other] = ["/first", "/other"].map((file) => new JournalDamagedError({ file, reason: "broken" })) as [
  JournalDamagedError,
  JournalDamagedError,
]
const over = entry(1, { state: "FINISHED" })
const unsigned = entry(2, { state: "APPROVED", submission: undefined })

describe("chooseSwap", () => {
  const choose = (entries: readonly JournalEntry[], wanted?: string, damaged: readonly PlugsError[] = []) =>
    chooseSwap({ entries, damaged }, wanted).quoteId
  const refused = (entries: readonly JournalEntry[], wanted?: string) => {
    const error = thrown(() => choose(entries, wanted))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
    return error
  }

  it("takes the only one that was signed and is not over, or the one of the quote, whatever its state", () => {
    expect(choose([over, unsigned, entry(3)])).to.equal(bytes32(3))
    expect(choose([over, unsigned, entry(3), entry(4)], bytes32(1))).to.equal(bytes32(1))
    expect(choose([over, unsigned, entry(3)], bytes32(2))).to.equal(bytes32(2))
  })

  it("takes none of several, and lists up to twenty of them, the newest first", () => {
    const all = Array.from({ length: 21 }, (_, index) => entry(index + 10))
    const { next = "", shortMessage } = refused(all)
    expect(shortMessage).to.contain("21 swaps of this project are unfinished")
    const listed = next.match(/0x\w{64}/g)
    expect(listed).to.deep.equal(
      all
        .slice(1)
        .map(({ quoteId }) => quoteId)
        .reverse(),
    )
    expect(refused([entry(3), entry(4)]).next).to.contain(
      `${bytes32(4)} (SENT, ${2n ** 255n} of ${entry(4).request.inputToken}, 1970-01-01T00:00:04.000Z), ${bytes32(3)}`,
    )
  })

  it("refuses what nobody has begun", () => {
    for (const entries of [[], [over, unsigned]]) {
      const { next, shortMessage } = refused(entries)
      expect(next).to.contain("npx hardhat swap list")
      expect(shortMessage).to.not.contain("0 swaps")
    }
    refused([entry(3)], bytes32(4))
  })

  it("takes none where one that cannot be read may be meant", () => {
    for (const wanted of [undefined, bytes32(4)]) {
      expect(thrown(() => choose([entry(3)], wanted, [damage, other]))).to.equal(damage)
    }
    expect(choose([entry(3)], bytes32(3), [damage])).to.equal(bytes32(3))
  })
})

describe("findSwapToResume", () => {
  it("names the chain that a swap began on, and refuses where no network reaches it", async () => {
    await using folder = await temporaryFolder()
    const swaps = path.join(folder.path, ".plugs", "swaps")
    const [here, gone] = [entry(3, { continues: bytes32(1) }), entry(4, { chainId: 10 })]
    for (const one of [here, gone]) await createFileJournal(path.join(swaps, `${one.chainId}`)).write(one)
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }),
    )
    const { signal } = new AbortController()
    const find = (id: number) => {
      const config = { ...hre.config, paths: { ...hre.config.paths, root: folder.path } }
      return findSwapToResume({ ...hre, config }, { quoteId: bytes32(id), signal })
    }
    const { source, quoteId } = await find(3)
    expect([source.name, quoteId]).to.deep.equal(["alpha", bytes32(1)])
    const error = await failure(find(4))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
    expect(error.message).to.contain("chain 10,")
  })
})

describe("readRecorded", () => {
  it("leaves out what was recorded on a local chain that is gone, and keeps that of a chain that cannot be read", async () => {
    await using folder = await temporaryFolder()
    const swaps = path.join(folder.path, ".plugs", "swaps")
    const [gone, now] = ["1-aaaaaaaaaaaaaaaa", "1-bbbbbbbbbbbbbbbb"]
    const folders = [gone, now, "2-cccccccccccccccc", "10"]
    for (const [index, name] of folders.entries())
      await createFileJournal(path.join(swaps, name)).write(entry(index + 1))
    const broken = [gone, now].map((name) => path.join(swaps, name, `${bytes32(9)}.json`))
    for (const file of broken) await writeFile(file, "{broken")
    const folderOf = (chainId: number) => Promise.resolve({ 1: now, 10: "10" }[chainId])
    const { entries, damaged } = await readRecorded({ plugs: {}, paths: { root: folder.path } } as never, { folderOf })
    expect(entries.map(({ quoteId }) => Number(quoteId)).sort()).to.deep.equal([2, 3, 4])
    expect(damaged.map(({ facts }) => facts["file"])).to.deep.equal([broken[1]])
  })
})
