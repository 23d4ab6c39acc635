import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { addressOf, placeOf, printedAddresses } from "../../scripts/site/addresses.js"
import { brokenLinks } from "../../scripts/site/brokenLinks.js"
import { type ErrorPage, errorPages, type ErrorSources, readErrorSources } from "../../scripts/site/errorPages.js"
import { writeForAgents } from "../../scripts/site/writeForAgents.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { readDocument, readDocuments } from "#test/docs/markdown.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the site", () => {
  let sources: ErrorSources
  let pages: readonly ErrorPage[]
  before(async () => {
    sources = await readErrorSources()
    pages = errorPages(sources)
  })

  it("has a page, and the section on it, at every address that errors and the linter print", async () => {
    const documents = await readDocuments()
    const sections = new Map(documents.map(({ path, anchors }) => [`${addressOf(path)}.html`, anchors]))
    for (const { path } of pages) sections.set(`${addressOf(path)}.html`, [])
    const printed = printedAddresses(sources.classes)
    expect(printed).to.include.members(["errors/ABORTED.html", "docs/lint.html#tx-origin"])
    expect(printed)
      .to.have.length(pages.length + ruleNames.length)
      .above(100)
    for (const address of printed) {
      const [page = "", ...anchor] = address.split("#")
      expect(sections.get(page), address).to.include.members(anchor)
    }
  })

  it("has each document at an address of its own, and pages of extras where all others are", async () => {
    const documents = await readDocuments()
    const addresses = documents.map(({ path }) => addressOf(path))
    expect(new Set(addresses)).to.have.property("size", documents.length)
    expect(addresses.filter((address) => address.startsWith("extras/"))).to.deep.equal([])
    // These were in docs once, and are linked from elsewhere.
    const moved = [
      "trust",
      "judge",
      "lint",
      "forging",
      "watching",
      "export",
      "page",
      "swaps",
      "swaps-checks",
      "devnet-market",
    ]
    expect(addresses).to.include.members(moved.map((page) => `docs/${page}`))
  })

  it("has the Markdown of each page beside it, with links that lead there, and an index for agents", async () => {
    await using folder = await temporaryFolder()
    await writeForAgents(folder.path)
    const documents = (await readDocuments()).filter(({ path }) => !path.startsWith("."))
    const places = documents.map(({ path }) => placeOf(path))
    expect(await readdir(folder.path))
      .to.include.members(["README.md", "llms.txt"])
      .and.to.not.include(".changeset")
    for (const place of [...places, "llms.txt"]) {
      const text = await readFile(join(folder.path, place), "utf8")
      const links = [...text.matchAll(/\]\(([^)\s#:]+\.md)[#)]/g)].map(([, link = ""]) => join(dirname(place), link))
      expect(places, place).to.include.members(links.map((link) => link.replaceAll("\\", "/")))
    }
  })

  it("says of each error what docs/reference/errors.md says", async () => {
    const { text } = await readDocument("docs/reference/errors.md")
    for (const page of pages) {
      const [, entry = ""] = new RegExp(`^## ${page.code}\n\n([^]*?)(?=\n## |\n<!-- end)`, "m").exec(text) ?? []
      const said = [...entry.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)
      expect(said).to.not.be.empty
      for (const code of said) expect(page.text, page.code).to.contain(code.replace(/^\{(\w+)\}$/, "$1"))
      for (const { description } of sources.classes.filter(({ code }) => code === page.code)) {
        expect(page.text).to.contain(description)
      }
    }
  })

  it("leads from each error to the list of all, and to the ones beside it", () => {
    const links = pages.map(({ text }) =>
      [...text.slice(text.lastIndexOf("---")).matchAll(/\]\((.+?)\)/g)].map(([, to]) => to),
    )
    const files = pages.map(({ code }) => `${code}.html`)
    expect(links).to.deep.equal(
      files.map((_, index) => [files[index - 1], "../errors.md", files[index + 1]].filter((to) => to !== undefined)),
    )
  })

  it("names the functions that throw an error, and links its class", () => {
    const throwersOf = (name: string): string[] => (name === "AbortedError" ? ["{@link waitForMessage}"] : [])
    const [aborted, ...others] = errorPages(sources, { linkTo: (name) => `{@link ${name}}`, throwersOf })
    expect(aborted?.text).to.contain("{@link AbortedError}, ").and.to.contain(": {@link waitForMessage}.")
    expect(others.some(({ text }) => text.includes("waitForMessage}"))).to.equal(false)
  })

  it("is searched for links that lead nowhere", async () => {
    await using temporary = await temporaryFolder()
    const folder = temporary.path
    await mkdir(join(folder, "docs"))
    const good = [
      "other.html#here",
      "#top",
      "../",
      "../?q=1",
      "https://elsewhere.example/x",
      "mailto:a@b.example",
      "a%20b.md",
    ]
    const broken = ["gone.html", "other.html#gone", "#gone", "../docs/"]
    const links = [...good, ...broken].map((to) => `<a class="x" href="${to}">`)
    await writeFile(join(folder, "docs/page.html"), `<h1 id="top"></h1>${links.join("")}<img src="gone.png">`)
    await writeFile(join(folder, "docs/other.html"), '<h1 id="here"></h1>')
    await writeFile(join(folder, "docs/a b.md"), "")
    await writeFile(join(folder, "index.html"), "")
    const found = [...broken, "gone.png"].map((to) => `docs/page.html: ${to}`)
    expect(brokenLinks(folder)).to.deep.equal(found)
    const printed = ["docs/other.html#here", "errors/GONE.html", "docs/other.html#gone"]
    expect(brokenLinks(folder, printed)).to.deep.equal([
      ...found,
      "printed: errors/GONE.html",
      "printed: docs/other.html#gone",
    ])
  })
})
