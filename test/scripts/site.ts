import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { readErrorClasses } from "../../scripts/docs/readErrorClasses.js"
import { placeOf, printedAddresses } from "../../scripts/site/addresses.js"
import { brokenLinks } from "../../scripts/site/brokenLinks.js"
import { documentPages, isForAgents, type Page, sources } from "../../scripts/site/documentPages.js"
import { errorPages } from "../../scripts/site/errorPages.js"
import { withPackageManagers } from "../../scripts/site/packageManagers.js"
import { modulesOf, sectionsOf } from "../../scripts/site/sidebar.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { readDocument, readDocuments } from "#test/docs/markdown.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the site", () => {
  let documents: Page[]
  let errors: Page[]
  before(async () => {
    documents = await documentPages()
    errors = errorPages(documents)
  })

  it("has a page, and the section on it, at every address that errors and the linter print", async () => {
    const sections = new Map(errors.map(({ path }) => [path, [] as readonly string[]]))
    for (const { path, anchors } of await readDocuments()) sections.set(placeOf(path), anchors)
    const classes = await readErrorClasses()
    const printed = printedAddresses(classes)
    expect(printed).to.include.members(["errors/ABORTED.html", "docs/lint.html#tx-origin"])
    expect(printed)
      .to.have.length(new Set(classes.map(({ code }) => code)).size + ruleNames.length)
      .above(100)
    for (const address of printed) {
      const [page = "", ...anchor] = address.split("#")
      expect(sections.get(page.replace(/html$/, "md")), address).to.include.members(anchor)
    }
  })

  it("has each document at an address of its own, and pages of extras where all others are", () => {
    const paths = documents.map(({ path }) => path)
    expect(new Set(paths)).to.have.property("size", documents.length)
    expect(paths.filter((path) => /^(extras|\.)/.test(path))).to.deep.equal([])
    // These were in docs once, and are linked from elsewhere.
    const moved = "trust judge lint forging watching export page swaps swaps-checks devnet-market"
    expect(paths).to.include.members(moved.split(" ").map((page) => `docs/${page}.md`))
  })

  it("leads from each page to pages and pictures that it has, and to the repository for all else", () => {
    const known = new Set([...documents, ...errors].map(({ path }) => path).filter((path) => !isForAgents(path)))
    for (const { path, text } of [...documents, ...errors]) {
      const links = [...text.replace(/^```[^]*?^```$/gm, "").matchAll(/\]\(([^)\s#]+)/g)].map(([, link = ""]) => link)
      const own = links.filter((link) => !/^\w+:/.test(link) && !/\.(png|svg)$/.test(link))
      expect([...known], path).to.include.members(own.map((link) => join(dirname(path), link).replaceAll("\\", "/")))
      expect(links.filter((link) => link.includes("/blob/") && !link.startsWith(`${sources}/`))).to.deep.equal([])
    }
    const architecture = documents.find(({ path }) => path === "ARCHITECTURE.md")?.text
    expect(architecture).to.contain(`](${sources}/blob/main/src/primitives)`).and.contain("](docs/how-it-works.md)")
  })

  it("says of each error what docs/reference/errors.md says, and links its class and what throws it", () => {
    const api = [
      { path: "api/messaging/classes/AbortedError.md", text: "# AbortedError" },
      { path: "api/messaging/functions/wait.md", text: "- [`AbortedError`](../../../errors/ABORTED.md): it was" },
    ]
    const [aborted, ...others] = errorPages(documents, api)
    expect(aborted?.text)
      .to.contain("\n[`AbortedError`](../api/messaging/classes/AbortedError.md), thrown by")
      .and.to.contain("\nWhat throws it: [`wait`](../api/messaging/functions/wait.md).\n")
      .and.to.contain("- [waitForMessage](../docs/wait-for-message.md)")
    expect(others.some(({ text }) => text.includes("`wait`"))).to.equal(false)
    const list = documents.find(({ path }) => path === "docs/reference/errors.md")!.text
    for (const { path, text } of errors) {
      const [, title = "", section = ""] = /^# (\w+)\n\n([^]*?)\n\n## Read on/.exec(text) ?? []
      expect(path).to.equal(`errors/${title}.md`)
      expect(list).to.contain(`\n## ${title}\n\n${section}\n`)
    }
  })

  it("has every page of the index beside it, in its order, with pages that belong to another below that one", async () => {
    const { text, links } = await readDocument("docs/README.md")
    const sections = sectionsOf(text)
    const names = ["Start", "Test", "Find out why", "Go public", "Reference", "How it works"]
    expect(sections.map((section) => section.text)).to.deep.equal(names)
    const all = sections.flatMap(({ items = [] }) => items.flatMap((item) => [item, ...(item.items ?? [])]))
    // The first link is in the text above the sections.
    const pages = links.slice(1).filter((link) => !link.startsWith("agents/"))
    expect(all.map(({ link }) => link)).to.deep.equal(pages.map((link) => `/${placeOf(join("docs", link))}`))
    const messaging = sections[0]?.items?.find((item) => item.text === "Messaging")
    expect(messaging?.collapsed).to.equal(true)
    expect(messaging?.items?.map((item) => item.text)).to.include("Switchboards")
  })

  it("lists what a module exports by kind, functions first", () => {
    const paths = ["index", "types/a", "testing/index", "testing/type-aliases/World", "testing/functions/createWorld"]
    expect(modulesOf(paths.map((path) => `api/${path}.md`))).to.deep.equal([
      {
        text: "hardhat-plugs/testing",
        link: "/api/testing/index.md",
        collapsed: true,
        items: [
          { text: "Functions", items: [{ text: "createWorld", link: "/api/testing/functions/createWorld.md" }] },
          { text: "Types", items: [{ text: "World", link: "/api/testing/type-aliases/World.md" }] },
        ],
      },
    ])
  })

  it("has a tab for each package manager where something is installed, and only there", () => {
    const block = (line: string): string => `Do:\n\n\`\`\`sh\n${line}\n\`\`\`\n\nThen go on.\n`
    const linesOf = (line: string): (string | undefined)[] =>
      [...withPackageManagers(block(line)).matchAll(/^```sh \[\w+\]\n(.+)\n```$/gm)].map(([, tab]) => tab)
    expect(linesOf("npm install --save-dev viem@2")).to.deep.equal([
      "npm install --save-dev viem@2",
      "pnpm add --save-dev viem@2",
      "yarn add --dev viem@2",
      "bun add --dev viem@2",
    ])
    expect(linesOf("npm create hardhat-plugs app -- --yes")[1]).to.equal("pnpm create hardhat-plugs app --yes")
    expect(linesOf("npm install")[3]).to.equal("bun install")
    expect(withPackageManagers(block("npx hardhat test"))).to.equal(block("npx hardhat test"))
  })

  it("is searched for links that lead nowhere", async () => {
    await using temporary = await temporaryFolder()
    const folder = temporary.path
    await mkdir(join(folder, "docs"))
    const good = [
      "other.html#here",
      "#top",
      "../?q=1",
      "/base/docs/a%20b.md",
      "https://elsewhere.example/x",
      "mailto:a@b",
    ]
    const broken = ["gone.html", "other.html#gone", "#gone", "../docs/", "/docs/other.html"]
    const links = [...good, ...broken].map((to) => `<a class="x" href="${to}">`)
    await writeFile(join(folder, "docs/page.html"), `<h1 id="top"></h1>${links.join("")}<img src="gone.png">`)
    await writeFile(join(folder, "docs/other.html"), '<h1 id="here"></h1>')
    await writeFile(join(folder, "docs/a b.md"), "")
    await writeFile(join(folder, "index.html"), "")
    const found = [...broken, "gone.png"].map((to) => `docs/page.html: ${to}`)
    expect(brokenLinks(folder, "/base/")).to.deep.equal(found)
    const printed = ["docs/other.html#here", "errors/GONE.html", "docs/other.html#gone"]
    expect(brokenLinks(folder, "/base/", printed)).to.deep.equal([
      ...found,
      "printed: errors/GONE.html",
      "printed: docs/other.html#gone",
    ])
  })
})
