import { execFileSync } from "node:child_process"
import { chmod, mkdir, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readWholeFile } from "#src/primitives/files/readWholeFile.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("readWholeFile", () => {
  const limits = { argument: "--baseline", fix: "Name another.", maxBytes: 200_000 }

  it("reads a file of several parts, to the last byte that it may have", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "a.json")
    const text = `é${"a".repeat(limits.maxBytes - 3)}z`
    await writeFile(file, text)
    expect((await readWholeFile(file, limits)) === text).to.equal(true)
    await truncate(file, limits.maxBytes + 1)
    const { code, facts, next } = await failure(readWholeFile(file, limits))
    expect([code, facts, next]).to.deep.equal(["INVALID_INPUT", { argument: "--baseline" }, "Name another."])
  })

  it("reads no more of a file than at most, whatever size it says that it has", async function () {
    // A file of the system says that it is empty.
    const file = "/proc/self/limits"
    if (process.platform !== "linux") this.skip()
    const whole = await readWholeFile(file, { ...limits, maxBytes: 100_000 })
    const maxBytes = Buffer.byteLength(whole)
    expect(await readWholeFile(file, { ...limits, maxBytes })).to.equal(whole)
    const error = await failure(readWholeFile(file, { ...limits, maxBytes: maxBytes - 1 }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "--baseline" })
    expect(error.message).to.contain(`more than ${maxBytes - 1} bytes`)
  })

  it("refuses what is no file, at once", async () => {
    await using folder = await temporaryFolder()
    const at = (name: string): string => path.join(folder.path, name)
    await mkdir(at("folder"))
    const refused: [place: string, says: string][] = [
      [at("folder"), "it is a folder"],
      [at("missing"), "there is no such file"],
      [path.join(at("missing"), "a"), "there is no such file"],
    ]
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [at("pipe")])
      refused.push([at("pipe"), "a pipe"], ["/dev/null", "a device"])
      await writeFile(at("closed"), "a")
      await chmod(at("closed"), 0)
      if (process.getuid?.() !== 0) refused.push([at("closed"), "(EACCES)"])
    }
    for (const [place, says] of refused) {
      const error = await failure(readWholeFile(place, limits))
      expect(error, place).to.include({ code: "INVALID_INPUT", argument: "--baseline" })
      expect(error.message, place).to.contain(`${place} cannot be read: `).and.to.contain(says)
    }
  })
})
