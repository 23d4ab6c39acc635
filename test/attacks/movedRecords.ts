import { copyFile, cp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import * as fc from "fast-check"
import { describe, it } from "mocha"

import { commandKey } from "#extras/swap/src/execution/journal/commandRecords.js"
import { openSwapRecords } from "#extras/swap/src/plugin/openJournal.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { createWiringJournal } from "#src/messaging/wiring/apply/createWiringJournal.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { openSentRecords } from "#src/plugin/records/sentRecords.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { runs } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { depositRecord } from "#test/fixtures/wire/depositRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, journalEntry, usdc } from "#test/fixtures/wire/swapRoutes.js"

const chains = ["1", "2"]
const commands = ["1", "2"].map((amount) => commandKey({ amount }))
const deposits = ["q-1", "q-2"]

/** Opens all that is recorded below `.plugs` of a project. */
function openAll(root: string) {
  const config = { plugs: {}, paths: { root } } as never
  const at = (...place: string[]) => path.join(root, ".plugs", ...place)
  const swaps = chains.map((chain) => openSwapRecords(at("swaps", chain), readUserKey))
  const wirings = chains.map((chain) => createWiringJournal(at("wiring", chain)))
  const sent = openSentRecords(config, { line: () => undefined })
  const databases = ["one", "two"].map((name) => at("watch", `${name}.sqlite`))
  return { swaps, wirings, sent, databases }
}

async function recordAll(root: string): Promise<void> {
  const { swaps, wirings, sent, databases } = openAll(root)
  for (const [index, { journal, commands: begun, deposits: opened }] of swaps.entries()) {
    for (const id of [1, 2]) {
      await journal.write(journalEntry({ quoteId: bytes32(id), at: 10 * index + id }))
      await begun.write(commands[id - 1]!, bytes32(id))
      await opened.write({ ...depositRecord({ quoteId: deposits[id - 1] }), fromBlock: BigInt(index) })
      const transaction = { chainId: index, to: dai, data: "0x12", value: 0n } as const
      const submission = { transaction, nonce: id, fromBlock: 9n }
      await wirings[index]!.write({ plug: usdc, siblingChainSlug: id, account: dai, submission })
    }
  }
  const record: Omit<SentRecord, "at" | "hash"> = {
    srcChainSlug: 1,
    plug: dai,
    account: usdc,
    functionName: "add",
    messages: [],
  }
  for (const at of [1, 2]) await sent.write({ ...record, at, hash: bytes32(at) })
  for (const [index, file] of databases.entries()) {
    await using store = await createWatchStore(file)
    await store.openChain(1, `chain ${index}`)
    await store.setAlert("late:1", { kind: "late", says: `late ${index}` } as never, { event: "alert" })
  }
}

/** All that is believed, or the code of the error that says why it is not, by what it is. */
async function believed(root: string): Promise<Readonly<Record<string, unknown>>> {
  const { swaps, wirings, sent, databases } = openAll(root)
  const told = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (isPlugsError(error)) return error.code
      throw error
    })
  const alertsOf = async (file: string): Promise<unknown> => {
    await using store = await createWatchStore(file)
    return [...(await store.alerts())].map(([, { says }]) => says)
  }
  const read: [string, Promise<unknown>][] = [["sent", sent.latest()]]
  for (const [index, chain] of chains.entries()) {
    const { journal, commands: begun, deposits: opened } = swaps[index]!
    read.push([`wiring ${chain}`, wirings[index]!.list()], [`alerts ${chain}`, alertsOf(databases[index]!)])
    for (const id of [0, 1]) {
      read.push(
        [`swap ${chain} ${id}`, journal.read(bytes32(id + 1))],
        [`deposit ${chain} ${id}`, opened.read(deposits[id]!)],
      )
      read.push([`command ${chain} ${id}`, begun.read(commands[id]!)])
    }
  }
  return Object.fromEntries(await Promise.all(read.map(async ([name, work]) => [name, await told(work)] as const)))
}

const changes = fc.oneof(
  fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ length: fc.nat() }),
  fc.record({ from: fc.nat() }),
  fc.record({ swapped: fc.nat() }),
)

describe("S-24 files below .plugs that were changed, cut, moved or swapped", () => {
  it("are never believed, and all others are, whichever they are", async () => {
    await using folder = await temporaryFolder()
    const root = folder.path
    await recordAll(root)
    const whole = await believed(root)
    const names = (await readdir(path.join(root, ".plugs"), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== ".gitignore")
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
    expect(names).to.have.length(20)
    const contents = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name)] as const)))
    const restore = async (): Promise<void> => {
      await rm(path.join(root, ".plugs", "watch"), { recursive: true })
      await (await createWatchStore(openAll(root).databases[0]!))[Symbol.asyncDispose]()
      for (const [name, bytes] of contents) await writeFile(name, bytes)
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(names.length - 1), changes, async (index, change) => {
        const file = names[index]!
        const bytes = contents.get(file)!
        const other = (pick: number) => names.filter((name) => name !== file)[pick % (names.length - 1)]!
        const touched = [file]
        if ("at" in change) {
          await writeFile(file, bytes.with(change.at % bytes.length, bytes[change.at % bytes.length]! ^ change.by))
        } else if ("length" in change) await writeFile(file, bytes.subarray(0, change.length % bytes.length))
        else if ("from" in change) await copyFile(other(change.from), file)
        else {
          const second = other(change.swapped)
          touched.push(second)
          await copyFile(second, file)
          await writeFile(second, bytes)
        }
        const now = await believed(root).finally(restore)
        const kinds = new Set(touched.map((name) => path.relative(path.join(root, ".plugs"), name).split(path.sep)[0]))
        const differing = Object.keys(whole).filter(
          (name) => JSON.stringify(now[name], bigints) !== JSON.stringify(whole[name], bigints),
        )
        for (const name of differing) {
          const what = name.split(" ")[0]!
          expect([...kinds], name).to.include({ wiring: "wiring", alerts: "watch", sent: "sent" }[what] ?? "swaps")
          const [is, was] = [now[name], whole[name]]
          // A database in the place of a record is larger than any record.
          const codes = ["JOURNAL_FOREIGN", "JOURNAL_DAMAGED", "WATCH_STORE_UNUSABLE"]
          if (typeof is === "string") expect(is, name).to.be.oneOf(codes)
          // A cache is read without the file, and a database begun anew.
          else expect(was, name).to.deep.include.members(is as unknown[])
        }
        expect(differing.length).to.be.at.most(touched.length)
        if (touched.some((name) => !name.endsWith(".sqlite"))) expect(differing).to.not.deep.equal([])
      }),
      runs({ fast: 8, deep: 150 }),
    )
  })
})

describe("S-24 a folder .plugs in another project", () => {
  it("counts for the user who wrote it, as a project that was moved does, and for nobody else", async () => {
    await using folder = await temporaryFolder()
    const [mine, other] = ["mine", "other"].map((name) => path.join(folder.path, name)) as [string, string]
    await recordAll(mine)
    const whole = await believed(mine)
    await cp(mine, other, { recursive: true })
    expect(await believed(other)).to.deep.equal(whole)
    process.env["XDG_STATE_HOME"] = path.join(folder.path, "state of somebody else")
    const theirs = await believed(other)
    expect(Object.keys(theirs)).to.deep.equal(Object.keys(whole))
    for (const [name, is] of Object.entries(theirs)) {
      // A cache is read without what is foreign, and a database begun anew.
      expect(is, name).to.deep.equal(Array.isArray(whole[name]) && !name.startsWith("wiring") ? [] : "JOURNAL_FOREIGN")
    }
  })
})

const bigints = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)
