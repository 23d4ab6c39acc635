import { execFileSync } from "node:child_process"
import { chmod, mkdir, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readWholeFile, UnreadableFile } from "#src/primitives/files/readWholeFile.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("readWholeFile", () => {
  const most = 200_000
  const refusal = async (file: string, maxBytes = most): Promise<string> => {
    const error: unknown = await readWholeFile(file, maxBytes).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(UnreadableFile)
    return (error as Error).message
  }

  it("reads a file of several parts, to the last byte that it may have", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "a.json")
    const text = `é${"a".repeat(most - 3)}z`
    await writeFile(file, text)
    expect((await readWholeFile(file, most)) === text).to.equal(true)
    await truncate(file, most + 1)
    expect(await refusal(file)).to.equal("it has 200001 bytes, and at most 200000 are read")
  })

  it("reads no more of a file than at most, whatever size it says that it has", async function () {
    // A file of the system says that it is empty.
    const file = "/proc/self/limits"
    if (process.platform !== "linux") this.skip()
    const whole = await readWholeFile(file, 100_000)
    const maxBytes = Buffer.byteLength(whole)
    expect(await readWholeFile(file, maxBytes)).to.equal(whole)
    expect(await refusal(file, maxBytes - 1)).to.equal(`it has more than ${maxBytes - 1} bytes`)
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
    for (const [place, says] of refused) expect(await refusal(place), place).to.contain(says)
  })
})
