import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { maxRecords, openSentRecords } from "#src/plugin/records/sentRecords.js"
import { deepIt } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { otherKey, writeAsUser } from "#test/fixtures/wire/recordFiles.js"

const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const hashOf = (count: number): `0x${string}` => `0x${count.toString(16).padStart(64, "0")}`
const record = (at: number, more: Partial<SentRecord> = {}): SentRecord => ({
  at,
  srcChainSlug: 41001,
  hash: hashOf(at),
  plug,
  account: plug,
  functionName: "add",
  messages: [],
  ...more,
})

describe("what tasks remember of what they sent", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let sent: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    sent = path.join(folder.path, ".plugs", "sent")
  })
  afterEach(() => folder[Symbol.asyncDispose]())
  const said: string[] = []
  const opened = () => {
    said.length = 0
    const config = { plugs: {}, paths: { root: folder.path } } as never
    return openSentRecords(config, { line: (text = "") => void said.push(text) })
  }
  const nameAt = (at: number): string => `${String(at).padStart(16, "0")}-${hashOf(at)}.json`

  it("returns the newest first, and what was added to a record later", async () => {
    const records = opened()
    await Promise.all([3, 1, 2].map((at) => records.write(record(at))))
    const messages = [{ messageId: hashOf(9), dstChainSlug: 41002, dstPlug: plug }] as const
    await records.write(record(2, { messages }))
    expect(await records.latest(2)).to.deep.equal([record(3), record(2, { messages })])
  })

  deepIt("keeps a bounded number, and forgets the oldest", async () => {
    await mkdir(sent, { recursive: true })
    const records = opened()
    for (let at = 1; at <= maxRecords; at += 1) {
      await writeAsUser(path.join(sent, nameAt(at)), { purpose: "sent", record: record(at) })
    }
    await records.write(record(maxRecords + 1))
    const kept = await records.latest()
    expect(kept).to.have.length(maxRecords)
    expect(kept.at(-1)).to.include({ at: 2 })
    expect(await readdir(sent)).to.have.length(maxRecords)
  })

  it("leaves out whatever else lies in the folder", async () => {
    await mkdir(sent, { recursive: true })
    const records = opened()
    await records.write(record(5))
    for (const [name, text] of [
      [nameAt(6), "{"],
      [nameAt(7), await readFile(path.join(sent, nameAt(5)), "utf8")],
      [nameAt(9), JSON.stringify({ version: 1, ...record(9) })],
      [nameAt(10), " ".repeat(64 * 1024)],
      ["notes.txt", "x"],
    ] as const)
      await writeFile(path.join(sent, name), text)
    await mkdir(path.join(sent, nameAt(11)))
    await writeAsUser(path.join(sent, nameAt(12)), { purpose: "sent", record: record(12), key: otherKey })
    expect([await records.latest(), await records.latest()]).to.deep.equal([[record(5)], [record(5)]])
    expect(said).to.deep.equal(["Left out: 4 files in .plugs/sent, which are not what you wrote there."])
  })

  it("has the first messages of a transaction that sent very many", async () => {
    const messages = Array.from({ length: 51 }, (_, index) => ({
      ...{ messageId: hashOf(index), dstChainSlug: 41002, dstPlug: plug },
    })) as SentRecord["messages"]
    const records = opened()
    await records.write(record(1, { messages }))
    expect(await records.latest()).to.deep.equal([record(1, { messages: messages.slice(0, 50) })])
  })

  it("is kept out of version control", async () => {
    await opened().write(record(1))
    expect(await readdir(path.join(folder.path, ".plugs"))).to.have.members([".gitignore", "sent"])
  })
})
