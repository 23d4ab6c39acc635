import { readdir, readFile } from "node:fs/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

import { causeTables } from "../../scripts/docs/causeTables.js"

/** The tests of each family's causes. */
const folders: Readonly<Record<string, string>> = {
  messaging: "../end-to-end/atlas/messaging/",
  gateway: "../end-to-end/atlas/gateway/",
  swap: "../../extras/swap/test/atlas/",
}

describe("the atlas of causes", () => {
  for (const [family, causes] of Object.entries(causeTables)) {
    it(`has a test for every cause of ${family}, whose title begins with its name`, async () => {
      const titles = new Set(await readTitles(family))
      expect(Object.keys(causes).filter((name) => !titles.has(name))).to.deep.equal([])
    })
  }

  it("has no name that differs from those of the same family by a plural or a capital alone", () => {
    for (const causes of Object.values(causeTables)) {
      const names = Object.keys(causes)
      for (const name of names) expect(name).to.match(/^[a-z]+(-[a-z]+)*$/)
      expect(new Set(names.map((name) => name.replace(/s\b/g, ""))).size).to.equal(names.length)
    }
  })
})

/** The names that the titles of a family's tests begin with. */
async function readTitles(family: string): Promise<string[]> {
  const folder = new URL(folders[family] ?? "", import.meta.url)
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")))
  return texts.flatMap((text) => [...text.matchAll(/\b(?:it|deepIt)\(\s*["'`]([\w-]+):/g)].map(([, name = ""]) => name))
}
