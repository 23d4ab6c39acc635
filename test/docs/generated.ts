import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { configurationKeys } from "../../scripts/docs/configurationTable.js"
import { contractErrors } from "../../scripts/docs/contractErrorTables.js"
import { listDocuments, pagePattern } from "../../scripts/docs/documents.js"
import { readErrorClasses } from "../../scripts/docs/readErrorClasses.js"
import { fieldsOf, parse } from "../../scripts/docs/readType.js"
import { renderDocument } from "../../scripts/docs/renderDocument.js"
import { taskSchemas } from "../../scripts/schemas/taskSchemas.js"
import { validatePlugs } from "#src/plugin/config/validatePlugs.js"
import { tasks } from "#tasks/index.js"

describe("the generated parts of the documents", () => {
  it("are what the code says now", async () => {
    const paths = await listDocuments()
    const stale = await Promise.all(
      paths.map(async (path) => (await renderDocument(path)).stale.map((block) => `${path}: ${block}`)),
    )
    expect(stale.flat(), "run `npm run docs:generate` to update these blocks").to.deep.equal([])
  })

  it("are, like the schemas of what tasks print, what the code says now, and every task has one", async () => {
    const schemas = await taskSchemas()
    for (const { path, text } of schemas) {
      expect(await readFile(path, "utf8"), `run \`npm run docs:generate\` to update ${path}`).to.equal(text)
      for (const [, page = ""] of text.matchAll(/ (\S+\.md) lists them/g)) {
        expect(existsSync(page), `${path} names ${page}`).to.equal(true)
      }
    }
    const named = tasks
      .filter((task) => "options" in task && "json" in task.options)
      .map(({ id }) => `schemas/${id.join("-")}.json`)
      .concat("schemas/plugs-report.json", "schemas/watch-status.json")
      .concat(["events", "test", "trust"].map((name) => `schemas/page-${name}.json`))
    expect(schemas.map(({ path }) => path)).to.have.members(named)
    expect((await readdir("schemas")).map((file) => `schemas/${file}`)).to.have.members(named)
  })

  it("fill pages of docs/reference, which say so in their first line, and of no other folder", async () => {
    const mark = /^<!-- Generated from the code by `npm run docs:generate`: .* -->\n\n# /
    for (const path of (await listDocuments()).filter((path) => pagePattern.test(path))) {
      const text = await readFile(path, "utf8")
      const blocks = text.match(/<!-- generated: [^]*?<!-- end -->/g) ?? []
      const isReference = path.startsWith("docs/reference/")
      expect(mark.test(text), path).to.equal(isReference)
      if (!isReference) expect(blocks.join("").length / text.length, path).to.be.below(0.5)
      else expect(blocks, path).to.not.be.empty
    }
  })

  it("are noticed when they are out of date, and written anew", async () => {
    const folder = await mkdtemp(join(tmpdir(), "documents-"))
    try {
      const page = join(folder, "page.md")
      const sample = ["Kept.", "", "<!-- generated: states messageStates -->", "", "old", "", "<!-- end -->", ""]
      await writeFile(page, sample.join("\n"))
      const { text, stale } = await renderDocument(page)
      expect(stale).to.deep.equal(["<!-- generated: states messageStates -->"])
      expect(text)
        .to.match(/^Kept\.[^]*`RECEIVED`[^]*<!-- end -->\n$/)
        .and.not.contain("old")
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("explain every error", async () => {
    const classes = await readErrorClasses()
    expect(classes).to.have.length.above(40)
    const silent = classes.filter(({ description }) => description === "").map(({ name }) => name)
    expect(silent, "write a docstring").to.deep.equal([])
  })

  it("explain every contract error", async () => {
    const errors = await contractErrors()
    expect(errors).to.have.length.above(40)
    const silent = errors.filter(({ says }) => says === "").map(({ file, signature }) => `${file}: ${signature}`)
    expect(silent, "write NatSpec above it").to.deep.equal([])
  })

  it("tell of every key and option what it means", async () => {
    const options = fieldsOf(await parse("src/devnet/options.ts"), "StartDevnetOptions") ?? []
    expect(options).to.have.length.above(5)
    const silent = [...(await configurationKeys()), ...options].filter(({ description }) => description === "")
    expect(
      silent.map(({ name }) => name),
      "write a docstring",
    ).to.deep.equal([])
  })

  it("have every key that the configuration accepts, and no other", async () => {
    const keysOf = (plugs: object, prefix: string): string[] => {
      const [problem] = validatePlugs({ plugs })
      const known = /Known: (.*)\./.exec(problem?.message ?? "")?.[1] ?? ""
      return known.split(", ").map((key) => `${prefix}.${key}`)
    }
    const wrong = { prot: 1 }
    const numbered = { name: "alpha", chainId: 1, ...wrong }
    expect((await configurationKeys()).map(({ path }) => path)).to.have.members([
      ...keysOf(wrong, "plugs"),
      ...keysOf({ messaging: wrong }, "plugs.messaging"),
      ...keysOf({ gateway: wrong }, "plugs.gateway"),
      ...keysOf({ gateway: { contracts: wrong } }, "plugs.gateway.contracts"),
      ...keysOf({ watch: wrong }, "plugs.watch"),
      ...keysOf({ watch: { webhook: { url: "x", ...wrong } } }, "plugs.watch.webhook"),
      ...keysOf({ trust: wrong }, "plugs.trust"),
      ...keysOf(
        { trust: { exceptions: [{ rule: "NOT_READ", reason: "x", until: "2027-01-31", ...wrong }] } },
        "plugs.trust.exceptions[]",
      ),
      ...keysOf({ devnet: { gateway: wrong } }, "plugs.devnet.gateway"),
      ...keysOf({ swap: wrong }, "plugs.swap"),
      ...keysOf({ swap: { chains: { alpha: wrong } } }, "plugs.swap.chains.<name>"),
      ...keysOf({ chains: { any: { slug: 1, ...wrong } } }, "plugs.chains.<name>"),
      ...keysOf({ forks: { any: wrong } }, "plugs.forks.<name>"),
      ...keysOf({ devnet: wrong }, "plugs.devnet"),
      ...keysOf({ devnet: { chains: [numbered] } }, "plugs.devnet.chains[]"),
      ...keysOf(
        { devnet: { paths: [{ between: ["alpha", "beta"], kinds: ["FAST"], ...wrong }] } },
        "plugs.devnet.paths[]",
      ),
    ])
  })
})
