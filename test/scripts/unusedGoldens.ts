import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { unusedGoldens } from "../../scripts/unusedGoldens.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("unusedGoldens", () => {
  it("finds the files that no test has asked for, in folders too", async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, "swap"))
    for (const file of ["list.txt", "old.txt", "swap/list.txt", "swap/older.json"])
      await writeFile(join(folder.path, file), "")
    expect(unusedGoldens(folder.path, "list.txt\nswap/list.txt\nlist.txt\n")).to.deep.equal([
      "old.txt",
      "swap/older.json",
    ])
  })
})
