import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findWiring, loadWiring } from "#src/plugin/config/loadWiring.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const projectAt = (root: string, wiring?: unknown) =>
  ({ plugs: { wiring, chains: { alpha: {}, beta: {} } }, paths: { root } }) as never

/** A wiring with one application of this name. */
const wiringOf = (name: string) => ({ [name]: { contracts: { alpha: "A", beta: "B" } } })
const textOf = (name: string): string => JSON.stringify(wiringOf(name))

describe("loadWiring", () => {
  it("loads a file before the configuration, of the project's root too, by its ending", async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    await writeFile(path.join(folder.path, "a.json"), textOf("one"))
    await writeFile(path.join(folder.path, "b.mjs"), `export default ${textOf("two")}`)
    const own = wiringOf("three")
    const load = async (file?: string, wiring?: unknown) => {
      const loaded = await loadWiring(file, projectAt(folder.path, wiring))
      expect(loaded.applications.map(({ name }) => name)).to.deep.equal(Object.keys(loaded.wiring as object))
      return loaded.wiring
    }
    expect(await load("a.json", own)).to.deep.equal(wiringOf("one"))
    expect(await load("b.mjs")).to.deep.equal(wiringOf("two"))
    expect(await load(path.join(folder.path, "a.json"))).to.deep.equal(wiringOf("one"))
    expect(await load(undefined, own)).to.equal(own)
    expect(await failure(load(undefined, { apps: 1 }))).to.include({ argument: "wiring.apps" })
  })

  it("says what it looked for, and why a file cannot be loaded", async () => {
    await using folder = await temporaryFolder()
    await mkdir(path.join(folder.path, "folder.json"), { recursive: true })
    await writeFile(path.join(folder.path, "a.json"), "{")
    await writeFile(path.join(folder.path, "b.mjs"), "export const wiring = 1")
    await writeFile(path.join(folder.path, "c.mjs"), `throw new Error("${"x".repeat(300)}")`)
    const said = async (file?: string) => {
      const { shortMessage, next, ...error } = await failure(loadWiring(file, projectAt(folder.path)))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "--file" })
      return { shortMessage, next }
    }
    const missing = await said("none.json")
    expect(missing.shortMessage).to.contain('"none.json"')
    expect(missing.next).to.contain(path.join(folder.path, "none.json")).and.to.contain(path.resolve("none.json"))
    expect((await said()).shortMessage).to.contain("no wiring")
    expect((await said("folder.json")).shortMessage).to.match(/folder\.json cannot be loaded: it is a folder/)
    expect((await said("a.json")).shortMessage).to.match(/a\.json cannot be loaded: .*JSON/)
    expect((await said("b.mjs")).shortMessage).to.contain("b.mjs has no default export")
    expect((await said("c.mjs")).shortMessage).to.contain(`c.mjs cannot be loaded: ${"x".repeat(199)}…`)
  })
})

describe("findWiring", () => {
  it("takes the configuration, else the first file with a usual name, else none", async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    expect(await findWiring(projectAt(folder.path))).to.equal(undefined)
    const find = async (own?: object) => {
      const { applications = [], file } = (await findWiring(projectAt(folder.path, own))) ?? {}
      return [...applications.map(({ name }) => name), file]
    }
    await writeFile(path.join(folder.path, "wiring.json"), textOf("one"))
    expect(await find()).to.deep.equal(["one", "wiring.json"])
    await writeFile(path.join(folder.path, "package.json"), '{"type": "module"}')
    await writeFile(path.join(folder.path, "wiring.js"), `export default ${textOf("two")}`)
    expect(await find()).to.deep.equal(["two", "wiring.js"])
    expect(await find(wiringOf("three"))).to.deep.equal(["three", undefined])
  })
})
