import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { baseName, createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { createDepositRecords } from "#extras/swap/src/execution/journal/depositRecords.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { findSwapRecord } from "#extras/swap/src/reading/findSwapRecord.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { journalEntry, routeOnWire, user } from "#test/fixtures/wire/swapRoutes.js"

const signed = journalEntry().submission!.hash!

describe("findSwapRecord", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let folders: string[]
  const entry = (id: number, more: Partial<JournalEntry> = {}): JournalEntry => {
    const { route, ...whole } = journalEntry()
    return { ...whole, quoteId: bytes32(id), route: { ...route, quoteId: bytes32(id) }, at: id, ...more }
  }
  before(async () => {
    temporary = await temporaryFolder()
    folders = ["1", "2"].map((name) => path.join(temporary.path, name))
    const [one, two] = folders.map((folder) => createFileJournal(folder))
    await one!.write(entry(1, { state: "APPROVED", submission: undefined }))
    // Another quote took the place of the first, and leads to it.
    await two!.write(entry(2))
    await two!.write(entry(3, { continues: bytes32(2) }))
    const { request } = journalEntry()
    const own = { userOps: "deposit", refundAddress: user } as const
    const deposit = { chainId: 41_001, token: request.inputToken, amount: "1", depositAddress: user }
    const route = quoteRouteSchema.parse(
      routeOnWire({ quoteId: bytes32(4), userOp: "deposit", txData: null, approval: null, deposit }),
    )
    await createDepositRecords(path.join(folders[1]!, "deposits"), readUserKey).write({
      ...{ request: { ...request, ...own }, route, inputValueInUsd: 1, fromBlock: 7n },
    })
  })
  after(() => temporary[Symbol.asyncDispose]())

  const find = async (id: string) => {
    const found = await findSwapRecord(folders, id, { key: readUserKey })
    return found && [found.folder, found.entry?.quoteId, found.deposit?.route.quoteId, found.heldBy]
  }

  it("finds a quote in whichever folder has it, one that replaced another by both, and a deposit", async () => {
    const [one, two] = folders
    expect(await find(bytes32(1))).to.deep.equal([one, bytes32(1), undefined, undefined])
    expect(await find(bytes32(2))).to.deep.equal([two, bytes32(2), undefined, undefined])
    expect(await find(bytes32(3))).to.deep.equal([two, bytes32(2), undefined, undefined])
    expect(await find(bytes32(4))).to.deep.equal([two, undefined, bytes32(4), undefined])
    expect(await find(bytes32(5))).to.equal(undefined)
  })

  it("finds the hash of a transaction, in any case, as that of the first quote", async () => {
    expect(await find(signed)).to.deep.equal([folders[1], bytes32(2), undefined, undefined])
    expect(await find(`0x${signed.slice(2).toUpperCase()}`)).to.deep.equal([
      ...[folders[1], bytes32(2), undefined, undefined],
    ])
  })

  it("says who holds the lock of the first quote, and takes none", async () => {
    const lock = await takeFileLock(folders[1]!, baseName(bytes32(2)))
    if (!("release" in lock)) throw new Error("it is held")
    for (const id of [bytes32(2), bytes32(3), signed]) expect((await find(id))?.[3]).to.match(/^process \d+ on /)
    expect((await find(bytes32(1)))?.[3]).to.equal(undefined)
    await lock.release()
    expect((await find(bytes32(2)))?.[3]).to.equal(undefined)
  })
})
