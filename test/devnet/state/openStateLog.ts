import { mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { openStateLog } from "#src/devnet/state/openStateLog.js"
import type { StateRecord } from "#src/devnet/state/records.js"
import { type LockHolder, thisHolder } from "#src/primitives/files/takeFileLock.js"
import { isDeep } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const head = `0x${"1".repeat(64)}`
const started: StateRecord = { kind: "started", heads: { alpha: head } }
const request: StateRecord = {
  kind: "request",
  at: 5,
  chain: "alpha",
  method: "evm_mine",
  params: [],
  minedAt: 1,
  head,
}

describe("openStateLog", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    file = path.join(folder.path, "devnet.jsonl")
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  const open = ({ reset = false, options = "{}", now = 1000 } = {}) =>
    openStateLog(folder.path, { reset, options, now })
  const write = async (...records: StateRecord[]): Promise<void> => {
    const log = await open()
    for (const record of records) log.append(record)
    await log.close()
  }

  it("reads what was written, amounts included, and when the chains began", async () => {
    const quotes: StateRecord = { kind: "quotes", at: 6, quotes: [{ amount: 10n ** 30n }] }
    await write(started, request, quotes)
    const log = await open({ now: 9_000_000 })
    expect(log.records).to.deep.equal([started, request, quotes])
    expect(log.header.bornAt).to.equal(1)
    await log.close()
  })

  it("goes on from every length at which a killed process can leave the log", async () => {
    await write(started, request, request)
    const whole = await readFile(file)
    // Opening it costs milliseconds. Around the end of a line it matters most.
    const ends = [...whole.keys()].filter((at) => isDeep || whole.subarray(at - 1, at + 2).includes("\n"))
    for (const length of [...ends, whole.length]) {
      await writeFile(file, whole.subarray(0, length))
      const log = await open()
      const lines = whole.subarray(0, length).toString().split("\n").length - 1
      expect(log.records, `of ${length} bytes`).to.have.length(lines < 2 ? 0 : lines - 1)
      log.append(log.records.length === 0 ? started : request)
      await log.close()
      const after = await open()
      expect(after.records).to.have.length(lines < 2 ? 1 : lines)
      await after.close()
    }
  })

  it("refuses two devnets in one folder, and takes over the lock of a process that is gone", async () => {
    const first = await open()
    expect(await failure(open())).to.have.property("code", "STATE_IN_USE")
    expect(await failure(open({ reset: true }))).to.have.property("code", "STATE_IN_USE")
    await first.close()
    await (await open()).close()
    const lock = path.join(folder.path, "devnet.1.lock")
    const me = thisHolder()
    const gone: readonly LockHolder[] = [
      // No process has the highest id.
      { ...me, pid: 4_194_305 },
      // Other processes have got these ids since.
      { ...me, run: "another run" },
      { ...me, pid: process.ppid, started: "0" },
    ]
    for (const holder of gone) {
      await writeFile(lock, JSON.stringify(holder))
      await (await open()).close()
    }
    // Without hard links, a process that is killed while it takes the lock leaves it empty. A minute later it does not count.
    await writeFile(lock, "")
    expect(await failure(open())).to.have.property("code", "STATE_IN_USE")
    const old = new Date(Date.now() - 61_000)
    await utimes(lock, old, old)
    await (await open()).close()
    await writeFile(lock, JSON.stringify({ ...me, pid: process.ppid, started: "" }))
    const alive = await failure(open())
    expect(alive).to.have.property("code", "STATE_IN_USE")
    expect(alive.facts["holder"]).to.equal(`process ${process.ppid} on ${me.host}`)
    await writeFile(lock, JSON.stringify({ ...me, host: "elsewhere" }))
    const outOfSight = await failure(open())
    expect(outOfSight).to.have.property("code", "STATE_IN_USE")
    expect(outOfSight.next).to.contain(`delete ${lock}`)
  })

  for (const [what, make] of [
    ["a process id alone", (lock: string) => writeFile(lock, "1 x\n")],
    ["larger than a lock", (lock: string) => writeFile(lock, " ".repeat(5_000))],
    ["a folder", (lock: string) => mkdir(lock)],
  ] as const) {
    it(`refuses a lock that is ${what}, says what to move away, and names no process to stop`, async () => {
      const lock = path.join(folder.path, "devnet.1.lock")
      await make(lock)
      for (const reset of [false, true]) {
        const error = await failure(open({ reset }))
        expect(error).to.have.property("code", "STATE_DAMAGED")
        expect(error.next).to.contain(`move ${lock} away`).and.not.contain("Stop")
      }
    })
  }

  it("refuses a lock that is a link to nothing, and creates nothing through the link", async () => {
    await symlink("nothing", path.join(folder.path, "devnet.1.lock"))
    expect(await failure(open())).to.have.property("code", "STATE_DAMAGED")
    expect(await readdir(folder.path)).to.not.include("nothing")
  })

  it("keeps the lock of a process that is out of sight however old it is", async () => {
    const lock = path.join(folder.path, "devnet.1.lock")
    await writeFile(lock, JSON.stringify({ ...thisHolder(), host: "elsewhere" }))
    await utimes(lock, new Date(0), new Date(0))
    expect(await failure(open())).to.have.property("code", "STATE_IN_USE")
  })

  it("refuses a folder in place of the log, also with reset", async () => {
    await mkdir(file)
    for (const reset of [false, true]) {
      const error = await failure(open({ reset }))
      expect(error).to.have.property("code", "STATE_DAMAGED")
      expect(error.message).to.contain("devnet.jsonl")
    }
  })

  it("begins anew in place of a link, and leaves the file that it leads to as it is", async () => {
    const other = path.join(folder.path, "other")
    await writeFile(other, "somebody's own")
    await symlink("other", file)
    const log = await open({ reset: true })
    await log.close()
    expect(await readFile(other, "utf8")).to.equal("somebody's own")
    expect(await readFile(file, "utf8")).to.contain('{"kind":"devnet"')
  })

  it("refuses other options, and says how to begin anew", async () => {
    await write(started)
    const error = await failure(open({ options: '{"watchers":2}' }))
    expect(error).to.have.property("code", "STATE_MISMATCH")
    expect(error.next).to.contain("set reset")
    const log = await open({ options: '{"watchers":2}', reset: true })
    expect(log.records).to.deep.equal([])
    await log.close()
  })

  for (const [what, content] of [
    ["another file", "hello\n"],
    ["half of another file", "hello"],
    ["no JSON", `{"kind":"devnet"}\n`],
    ["a method that removes the protocol", line({ ...request, method: "hardhat_reset" })],
    ["a method that reads", line({ ...request, method: "eth_call" })],
    ["parameters that are none", line({ ...request, params: "0x" as never })],
    ["a time that is none", line({ ...request, at: -1 })],
    ["a record of no kind", line({ kind: "constructor" } as never)],
  ] as const) {
    it(`refuses a folder with ${what}, and leaves it as it is`, async () => {
      await writeFile(file, content)
      const error = await failure(open())
      expect(error).to.have.property("code", "STATE_DAMAGED")
      expect(error.next).to.contain("set reset")
      expect(await readFile(file, "utf8")).to.equal(content)
    })
  }

  it("says which line cannot be read", async () => {
    const [header, ...records] = line(request).split("\n")
    for (const [number, content] of [
      [1, ["{}", ...records]],
      [2, [header, "{}", ...records.slice(1)]],
      [3, [header, records[0], "no JSON", ""]],
    ] as const) {
      await writeFile(file, content.join("\n"))
      expect((await failure(open())).message).to.contain(`line ${number} of devnet.jsonl`)
    }
  })

  it("refuses a log of another format", async () => {
    await writeFile(file, line(request).replace('"format":1', '"format":2'))
    expect(await failure(open())).to.have.property("code", "STATE_MISMATCH")
  })

  it("refuses a folder of a project's records that leads elsewhere, says why, and creates nothing there", async () => {
    await mkdir(path.join(folder.path, "elsewhere"))
    await symlink(path.join(folder.path, "elsewhere"), path.join(folder.path, ".plugs"))
    const state = path.join(folder.path, ".plugs", "devnet")
    const error = await failure(openStateLog(state, { reset: false, options: "{}", now: 0 }))
    expect(error.code).to.equal("STATE_DAMAGED")
    expect(error.message).to.contain("it cannot be used: it is a symbolic link")
    expect(await readdir(path.join(folder.path, "elsewhere"))).to.deep.equal([])
  })

  it("refuses a file in place of a folder", async () => {
    await writeFile(file, "")
    expect(await failure(openStateLog(file, { reset: false, options: "{}", now: 0 }))).to.have.property(
      "code",
      "STATE_DAMAGED",
    )
  })
})

/** A log that is whole but for this record. */
function line(record: StateRecord): string {
  const header = { kind: "devnet", format: 1, options: "{}", bornAt: 1 }
  return [header, started, record].map((value) => `${JSON.stringify(value)}\n`).join("")
}
