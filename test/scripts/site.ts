import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { brokenLinks } from "../../scripts/site/brokenLinks.js"
import { type ErrorPage, errorPages, type ErrorSources, readErrorSources } from "../../scripts/site/errorPages.js"
import { docsOf, ruleNames } from "#src/linting/rules.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { site } from "#src/primitives/urls/site.js"
import { readDocument } from "#test/docs/markdown.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the site", () => {
  let sources: ErrorSources
  let pages: readonly ErrorPage[]
  before(async () => {
    sources = await readErrorSources()
    pages = errorPages(sources)
  })

  it("has the page that each error links to", () => {
    expect(sources.classes).to.have.length.above(100)
    const written = pages.map(({ path }) => `${site}/${path.replace(/^docs\/(errors\/.*)\.md$/, "$1.html")}`)
    for (const { code } of sources.classes) {
      class Thrown extends PlugsError {
        readonly code = code
      }
      expect(written).to.include(new Thrown("").docs)
    }
    expect(pages).to.have.length(new Set(sources.classes.map(({ code }) => code)).size)
  })

  it("says of each error what docs/errors.md says", async () => {
    const { text } = await readDocument("docs/errors.md")
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

  it("has the section that each rule of the linter links to", async () => {
    const { anchors } = await readDocument("docs/lint.md")
    for (const rule of ruleNames) {
      const [page, anchor] = docsOf(rule).split("#")
      expect(page).to.equal(`${site}/docs/lint.html`)
      expect(anchors).to.include(anchor)
    }
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
    expect(brokenLinks(folder)).to.deep.equal([...broken, "gone.png"].map((to) => `docs/page.html: ${to}`))
  })
})
