import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readJsonFile } from "#src/plugin/contracts/BookEntry.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("a file that others may have written", () => {
  it("is its JSON, is missing, or says why it cannot be read", async () => {
    await using folder = await temporaryFolder()
    const place = (name: string): string => path.join(folder.path, name)
    const most = 8 * 2 ** 20
    await mkdir(place("folder.json"))
    await writeFile(place("good.json"), '{"a":[1]}')
    await writeFile(place("null.json"), "null")
    await writeFile(place("bad.json"), '{"a":')
    await writeFile(place("most.json"), `"${"x".repeat(most - 2)}"`)
    await writeFile(place("more.json"), `"${"x".repeat(most - 1)}"`)
    const read = async (name: string) => await readJsonFile(place(name))
    expect(await read("good.json")).to.deep.equal({ json: { a: [1] } })
    expect(await read("null.json")).to.deep.equal({ json: null })
    expect(await read("none.json")).to.deep.equal({ missing: true })
    expect(Object.keys(await read("most.json"))).to.deep.equal(["json"])
    for (const [name, problem] of [
      ["folder.json", "it is not a file"],
      ["bad.json", "it is not JSON"],
      ["more.json", "it has more than 8 MiB"],
      ["good.json/within.json", "it cannot be read (ENOTDIR)"],
    ] as const) {
      expect(await read(name), name).to.deep.equal({ problem })
    }
  })
})
