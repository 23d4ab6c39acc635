import { type FileHandle, open, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readWholeFile } from "../../../src/primitives/files/readWholeFile.js"
import { failure } from "../../fixtures/failure.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

const maxBytes = 5
const read = (file: string) => readWholeFile(file, { argument: "--file", fix: "Name another one.", maxBytes })

describe("readWholeFile", () => {
  it("reads a file of the largest size, and says why it cannot read another", async () => {
    await using folder = await temporaryFolder()
    const at = (name: string) => path.join(folder.path, name)
    await writeFile(at("whole"), "12345")
    await writeFile(at("large"), "123456")
    expect(await read(at("whole"))).to.equal("12345")
    const wrong: readonly (readonly [file: string, problem: string])[] = [
      [at("large"), "it has 6 bytes, and at most 5 are read"],
      [at("none"), "there is no such file"],
      [folder.path, "it is a folder"],
      ["/dev/null", "it is no file but a pipe, a socket or a device"],
      [at("whole/inside"), "(ENOTDIR)"],
    ]
    for (const [file, problem] of wrong) {
      const { message } = await failure(read(file))
      expect(message).to.equal(`Option "--file": ${file} cannot be read: ${problem}. Name another one.`)
    }
  })

  it("reads no more of a file that grows meanwhile", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "growing")
    await writeFile(file, "1")
    const handle = await open(file)
    const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, "stat">
    await handle.close()
    const { stat } = prototype
    prototype.stat = async function (this: FileHandle) {
      const found = await stat.call(this)
      await writeFile(file, "123456")
      return found
    } as FileHandle["stat"]
    try {
      expect((await failure(read(file))).message).to.contain("it has more than 5 bytes")
    } finally {
      prototype.stat = stat
    }
  })
})
