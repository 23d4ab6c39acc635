import { existsSync } from "node:fs"
import { dirname, join, posix, resolve } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import manifest from "../../package.json" with { type: "json" }
import { pagePattern, repository } from "../../scripts/docs/documents.js"
import { placeOf } from "../../scripts/site/addresses.js"
import { formatIndex } from "../../scripts/site/documentPages.js"
import { type Document, readDocument, readDocuments } from "./markdown.js"

describe("the links of the documents", () => {
  let documents: Document[]
  before(async () => {
    documents = await readDocuments()
  })

  it("lead to files and headings that exist", async () => {
    const broken: string[] = []
    for (const { path, links } of documents) {
      for (const link of links) {
        const [target = "", anchor] = link.split("#")
        const file = target === "" ? path : join(dirname(path), target)
        if (!existsSync(resolve(repository, file))) broken.push(`${path}: ${link} (no such file)`)
        else if (anchor !== undefined && !(await readDocument(file)).anchors.includes(anchor)) {
          broken.push(`${path}: ${link} (no such heading)`)
        }
      }
    }
    expect(broken).to.deep.equal([])
  })

  it("reach every page of docs and of extras from the index", () => {
    const index = documents.find(({ path }) => path === "docs/README.md")!
    const pages = documents.map(({ path }) => path).filter((path) => pagePattern.test(path) && path !== index.path)
    expect(pages.some((path) => path.startsWith("extras/"))).to.equal(true)
    expect(index.links).to.include.members(pages.map((path) => posix.relative("docs", path)))
  })

  it("lead an agent, by llms.txt of the site, to the same pages from its root", () => {
    const index = documents.find(({ path }) => path === "docs/README.md")!
    const text = formatIndex("A plugin.", index.text)
    expect(text).to.match(/^# hardhat-plugs\n\n> A plugin\.\n\n/)
    const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link = ""]) => link)
    expect(links).to.have.length(index.links.length)
    expect(documents.map(({ path }) => placeOf(path))).to.include.members(links)
  })

  it("name no machine's path, no registry, and no public host but in a configuration and the clone's address", () => {
    const clone = manifest.repository.url.replace(/^git\+|\.git$/g, "")
    for (const { path, text, blocks } of documents) {
      expect(text, path).to.not.match(/(^|[\s"'`(])\/(root|work|tmp|home|Users)\b|registry\.|unpkg|npmjs/)
      const configurations = blocks.filter(({ code }) => code.includes("defineConfig(")).map(({ code }) => code)
      const elsewhere = [...configurations, clone].reduce((left, code) => left.replace(code, ""), text)
      const hosts = [...elsewhere.matchAll(/https?:\/\/([^\s/:"'`)]+)/g)].map(([, host = ""]) =>
        host.replace(/[.,]$/, ""),
      )
      const ofThisMachine = ["", "127.0.0.1", "localhost"]
      const own = hosts.filter((host) => !ofThisMachine.includes(host) && !host.endsWith(".example"))
      expect(own, `${path}: only a configuration names a public host`).to.deep.equal([])
    }
  })
})
