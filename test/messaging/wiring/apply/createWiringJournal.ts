import { copyFile, readdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { createWiringJournal } from "#src/messaging/index.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("createWiringJournal", () => {
  const plug: Address = "0x000000000000000000000000000000000000dEaD"
  const transaction = { chainId: 41001, to: plug, data: "0x12", value: 0n } as const
  const entry = { plug, siblingChainSlug: 41002, account: plug, submission: { transaction, nonce: 7, fromBlock: 9n } }

  it("gives back what was written, and nothing once it is removed", async () => {
    await using folder = await temporaryFolder()
    const journal = createWiringJournal(path.join(folder.path, "new"))
    expect(await journal.list()).to.deep.equal([])
    await journal.write(entry)
    expect(await journal.list()).to.deep.equal([entry])
    await journal.remove(entry)
    expect(await journal.list()).to.deep.equal([])
  })

  it("leaves files of others alone", async () => {
    await using folder = await temporaryFolder()
    const journal = createWiringJournal(folder.path)
    await journal.write(entry)
    await writeFile(path.join(folder.path, "notes.txt"), "mine")
    expect(await journal.list()).to.deep.equal([entry])
  })

  it("refuses what it did not write, and leaves the file where it is", async () => {
    await using folder = await temporaryFolder()
    const journal = createWiringJournal(folder.path)
    await journal.write(entry)
    const [name] = await readdir(folder.path)
    const file = path.join(folder.path, name!)
    for (const text of ["", "[]", "{}", '{"version":1}', JSON.stringify({ version: 1, ...entry, submission: null })]) {
      await writeFile(file, text)
      expect((await failure(journal.list())).code, text).to.equal("JOURNAL_FOREIGN")
    }
  })

  it("refuses a change in the file of another one, which may have been copied there", async () => {
    await using folder = await temporaryFolder()
    const journal = createWiringJournal(folder.path)
    await journal.write(entry)
    const [name] = await readdir(folder.path)
    const file = path.join(folder.path, name!.replace("41002", "41003"))
    await copyFile(path.join(folder.path, name!), file)
    const { code, facts } = await failure(journal.list())
    expect([code, facts["file"]]).to.deep.equal(["JOURNAL_FOREIGN", file])
    expect(facts["says"]).to.match(/^version: 1, plug: 0x0+dEaD, siblingChainSlug: 41002, account: 0x/)
  })
})
