import { execFileSync } from "node:child_process"
import { readFile, symlink, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"

import { openStateLog } from "#src/devnet/state/openStateLog.js"
import type { StateRecord } from "#src/devnet/state/records.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { runCommand, startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { freePort } from "#test/fixtures/servers/freePort.js"

const head = `0x${"1".repeat(64)}`
const header = JSON.stringify({ kind: "devnet", format: 1, options: "{}", bornAt: 1 })
const started = JSON.stringify({ kind: "started", heads: { alpha: head } })
const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`

describe("S-25 a devnet's state that somebody else wrote", function () {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    file = path.join(folder.path, "devnet.jsonl")
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  async function expectRefused(): Promise<void> {
    const args = ["devnet", "--state", folder.path, "--port", String(await freePort()), "--json"]
    const { code, stdout } = await runCommand(args)
    expect(code).to.equal(1)
    expect((JSON.parse(stdout) as { error: { code: string } }).error.code).to.match(/^STATE_(?:DAMAGED|MISMATCH)$/)
  }

  deepIt("goes on from an honest one", async () => {
    for (let start = 1; start <= 2; start += 1) {
      const port = String(await freePort())
      await using devnet = startCommand(["devnet", "--state", folder.path, "--port", port, "--json"])
      await devnet.event(({ schemaVersion }) => schemaVersion === 1)
      devnet.interrupt()
      expect((await devnet.ended).code).to.be.oneOf([0, 130])
    }
  })

  it("refuses a link in its place, and neither reads nor writes what it leads to", async () => {
    const target = path.join(folder.path, "notes.txt")
    for (const content of ["", `${header}\n${started}\n`, "notes"]) {
      await writeFile(target, content)
      await symlink(target, file).catch(() => undefined)
      await expectRefused()
      expect(await readFile(target, "utf8")).to.equal(content)
    }
  })

  if (process.platform !== "win32") {
    it("refuses a device without an end, and a pipe that nobody writes to", async () => {
      await symlink("/dev/zero", file)
      await expectRefused()
      execFileSync("rm", [file])
      execFileSync("mkfifo", [file])
      await expectRefused()
    })
  }

  it("refuses one of a terabyte, without reading it", async () => {
    await writeFile(file, `${header}\n`)
    await truncate(file, 2 ** 40)
    await expectRefused()
  })

  for (const [what, line] of Object.entries({
    "names of an object's prototype": `{"kind":"started","heads":{"__proto__":"${head}","constructor":"${head}"}}`,
    "no text": "\u0000\u0001",
    "values nested without an end": `{"kind":"quotes","at":1,"quotes":${nested}}`,
    "a number without an end": `{"kind":"quotes","at":1e999,"quotes":[{"$bigint":"${"9".repeat(100_000)}"}]}`,
    "a method that removes the protocol": `{"kind":"request","at":1,"chain":"alpha","method":"hardhat_reset","params":[]}`,
  })) {
    it(`refuses one with ${what}`, async () => {
      await writeFile(file, `${header}\n${line}\n`)
      await expectRefused()
    })
  }

  it("refuses or reads one with any bytes changed, and changes no object of this process", async () => {
    const records: StateRecord[] = [
      { kind: "started", heads: { alpha: head } },
      { kind: "request", at: 5, chain: "alpha", method: "evm_mine", params: [{ a: 1n }], minedAt: 1, head },
      { kind: "quotes", at: 6, quotes: [{ amount: 10n ** 30n }] },
    ]
    const open = async () => await openStateLog(folder.path, { reset: false, options: "{}", now: 1000 })
    const log = await open()
    for (const record of records) log.append(record)
    await log.close()
    const honest = await readFile(file)
    const changes = fc.array(fc.tuple(fc.nat({ max: honest.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(changes, fc.nat({ max: honest.length }), async (bytes, length) => {
        const changed = Buffer.from(honest)
        for (const [at, byte] of bytes) changed[at] = byte
        await writeFile(file, changed.subarray(0, length % 2 === 0 ? length : honest.length))
        try {
          await (await open()).close()
        } catch (error) {
          expect(isPlugsError(error) && error.code).to.match(/^STATE_/)
        }
        expect(Object.keys(Object.prototype)).to.deep.equal([])
      }),
      runs({ fast: 100, deep: 1_000 }),
    )
  })
})
