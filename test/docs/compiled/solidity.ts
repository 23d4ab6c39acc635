import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { type Document, readDocuments } from "../markdown.js"
import { isDeep } from "#test/fixtures/depth.js"
import { compilerErrors } from "#test/fixtures/projects/compilerErrors.js"

/** What a reader pastes first. The deep suite compiles the other pages. */
const firstPages = ["README.md", "docs/messaging.md"]

/** Blocks with a word behind the language need something of their own, such as a remapping, and have a test of their own. */
const pages = {
  "README.md": 1,
  "docs/app-gateways-recipes.md": 8,
  "docs/app-gateways.md": 2,
  "docs/erc7786.md": 1,
  "docs/guarded-plugs.md": 1,
  "extras/audit/docs/lint.md": 15,
  "docs/messaging.md": 3,
  "docs/testing-solidity-gateways.md": 2,
  "docs/testing-solidity.md": 3,
}

describe("the Solidity of the documents", function () {
  let documents: Document[]
  before(async () => {
    documents = await readDocuments()
  })

  it("is on the pages below", () => {
    const counts = documents.map((page) => [page.path, solidityOf(page).length] as const)
    expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).to.deep.equal(pages)
  })

  for (const path of Object.keys(pages)) {
    const test = isDeep || firstPages.includes(path) ? it : it.skip
    test(`compiles as it is pasted, each block alone: ${path}`, () => {
      const page = documents.find((document) => document.path === path)!
      const saved = savedFiles(page)
      for (const code of solidityOf(page)) {
        const read = (file: string): string | undefined => saved.get(file) ?? readInstalled(file)
        expect(compilerErrors(code, { read }), code).to.deep.equal([])
      }
    })
  }
})

function solidityOf({ blocks }: Document): string[] {
  return blocks.filter(({ language, info }) => language === "solidity" && info === "").map(({ code }) => code)
}

/** The files that blocks of a page import and the page names: each is the one block that declares the contract of its name. */
function savedFiles(page: Document): Map<string, string> {
  const blocks = solidityOf(page)
  const imported = blocks.flatMap((code) => [...code.matchAll(/^import .* from "\.\/((\w+)\.sol)";$/gm)])
  return new Map(
    imported.map(([, file = "", name = ""]) => {
      expect(page.inlineCode, page.path).to.include(file)
      const declaring = blocks.filter((code) => new RegExp(`^(?:abstract )?contract ${name} `, "m").test(code))
      expect(declaring, `blocks of ${page.path} with ${name}`).to.have.length(1)
      return [file, declaring[0]!]
    }),
  )
}

/** Reads a file of a package as it would be installed. What ours does not publish is of no use to a reader. */
function readInstalled(path: string): string | undefined {
  const isPackaged = path.startsWith("hardhat-plugs/contracts/") && !path.includes("/fixtures/")
  const file = join(repository, isPackaged ? path.replace("hardhat-plugs/", "") : `node_modules/${path}`)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
