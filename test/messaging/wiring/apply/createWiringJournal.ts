import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { createWiringJournal } from "#src/messaging/index.js"
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
})
