import { readFile } from "node:fs/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

describe("the style of the devnet's page", () => {
  it("sets each property of its own that it uses", async () => {
    const style = await readFile("extras/page/src/browser/style.css", "utf8")
    const namesIn = (text: RegExp) => new Set([...style.matchAll(text)].map(([, name]) => name))
    const rows = await readFile("extras/page/src/browser/row.ts", "utf8")
    const ofElements = [...rows.matchAll(/setProperty\("(--[\w-]+)"/g)].map(([, name]) => name)
    const [used, set] = [namesIn(/var\((--[\w-]+)/g), namesIn(/^\s*(--[\w-]+):/gm)]
    expect([...used].filter((name) => !set.has(name) && !ofElements.includes(name))).to.deep.equal([])
    expect(set.size).to.be.above(3)
  })
})
