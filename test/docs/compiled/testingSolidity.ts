import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { codeIn, type Document, readDocument, table } from "../markdown.js"

const bases = join(repository, "contracts/testing")

describe("the pages about tests in Solidity", () => {
  let pages: Document[]
  let examples: string
  let functions: Set<string>
  before(async () => {
    pages = await Promise.all(["", "-gateways"].map((part) => readDocument(`docs/testing-solidity${part}.md`)))
    examples = await readFile(join(bases, "Examples.t.sol"), "utf8")
    functions = await functionsOfTheBases()
  })

  it("shows contracts that run as they stand there", () => {
    const shown = pages.flatMap(solidityOf).join("\n")
    const contracts = shown.split(/^(?=contract |\/\/\/ @title)/m).slice(1)
    expect(contracts).to.have.length.above(6)
    for (const contract of contracts) {
      const code = contract.replace(/^(?:import|pragma|\/\/ SPDX).*$/gm, "")
      expect(withoutLayout(examples)).to.contain(withoutLayout(code))
    }
  })

  it("shows every contract that runs", () => {
    const shown = pages.flatMap(solidityOf).join("\n")
    for (const name of declared(examples, "contract")) expect(shown).to.contain(`contract ${name} is `)
  })

  it("imports what the package has, under its name", async () => {
    const imports = pages
      .flatMap(solidityOf)
      .flatMap((code) => [...code.matchAll(/^import \{ ?(\w+) ?\} from "(.+)";$/gm)])
    expect(imports).to.have.length.above(4)
    for (const [, name = "", specifier = ""] of imports) {
      const path = specifier.replace("hardhat-plugs/", "")
      expect(existsSync(join(repository, path)), path).to.equal(true)
      expect(await readFile(join(repository, path), "utf8")).to.match(
        new RegExp(`(contract|interface|Vm constant) ${name} `),
      )
    }
  })

  it("names functions that the bases have", () => {
    const rows = pages.flatMap((page) => table(page, "to ")).flatMap(([, calls]) => codeIn(calls))
    const named = [...rows, ...pages.flatMap(({ inlineCode }) => inlineCode).filter((code) => /^\w+\(.*\)$/.test(code))]
    expect(named).to.have.length.above(20)
    for (const call of named) {
      const [name = ""] = call.split("(")
      if (name !== "ReenteringReceiver") expect(functions, call).to.include(name)
    }
  })
})

function solidityOf({ blocks }: Document): string[] {
  return blocks.filter(({ language }) => language === "solidity").map(({ code }) => code)
}

/** Prettier lays Solidity out in Markdown in its own way. */
function withoutLayout(solidity: string): string {
  return solidity.replace(/\s+/g, "")
}

function declared(solidity: string, what: "contract" | "function"): string[] {
  return [...solidity.matchAll(new RegExp(`\\b${what} (\\w+)`, "g"))].map(([, name = ""]) => name)
}

/** `targetContract` is forge-std's. */
async function functionsOfTheBases(): Promise<Set<string>> {
  const files = (await readdir(bases, { recursive: true })).filter((path) => /(?<!\.t)\.sol$/.test(path))
  const sources = await Promise.all(files.map((file) => readFile(join(bases, file), "utf8")))
  return new Set(["targetContract", ...sources.flatMap((source) => declared(source, "function"))])
}
