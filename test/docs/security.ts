import { globSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { readDocument, section, table } from "./markdown.js"

/** The places where something that nobody vouches for comes in. */
const surfaces = [
  "APIs",
  "Nodes",
  "Other chains",
  "Local processes and files",
  "Web pages, and the devnet",
  "Dependencies and releases",
]

describe("SECURITY.md", () => {
  for (const surface of surfaces) {
    it(`says what holds and what remains of every attack through: ${surface}`, async () => {
      const page = await readDocument("SECURITY.md")
      const rows = table({ path: page.path, prose: section(page, `### ${surface}`) }, "attack ")
      expect(rows).to.have.length.above(1)
      for (const [attack, holds = "", remains = ""] of rows) {
        expect(`${holds}${remains}`, attack).to.match(/\w/)
        if (remains !== "") expect(remains, attack).to.match(/\w.*\.$/)
      }
      expect(rows.filter(([, holds]) => holds !== "")).to.have.length.above(1)
    })
  }

  it("says how to report, and who is trusted with what", async () => {
    const page = await readDocument("SECURITY.md")
    expect(section(page, "## Reporting a vulnerability")).to.contain("privately")
    expect(table(page, "who ")).to.have.length.above(5)
  })

  it("names a test for each clause that claims something", async () => {
    const page = await readDocument("SECURITY.md")
    const claims = surfaces.flatMap((surface) =>
      table({ path: page.path, prose: section(page, `### ${surface}`) }, "attack ").map(([, holds = ""]) => holds),
    )
    for (const clause of claims.filter((holds) => holds !== "").flatMap((holds) => holds.split("; "))) {
      if (!notOurs.test(clause)) expect(namedTests(clause), clause).to.not.be.empty
    }
    const lies = table(page, "who lies")
    expect(lies).to.have.length.above(12)
    for (const [who = "", about = "", , test = ""] of lies) expect(namedTests(test), who + about).to.not.be.empty
  })

  it("names every test of an attack that is refused", async () => {
    const { text } = await readDocument("SECURITY.md")
    const named = new Set(namedTests(text).map(({ file, title }) => `${file} ${title}`))
    const files = globSync("test/attacks/**/*.ts", { cwd: repository }).map((file) => file.replaceAll("\\", "/"))
    const refused = files.flatMap((file) =>
      titlesIn(readFileSync(resolve(repository, file), "utf8"))
        .filter((title) => /\brefuses?\b|(?:sends|writes|retries) nothing|^believes no/.test(title))
        .map((title) => `${file} ${title}`),
    )
    expect(refused).to.have.length.above(50)
    expect(refused.filter((test) => !named.has(test))).to.deep.equal([])
  })

  it("names tests that exist", async () => {
    const { text } = await readDocument("SECURITY.md")
    const named = namedTests(text)
    expect(named).to.have.length.above(40)
    for (const { file, title } of named) {
      const titles = titlesIn(await readFile(resolve(repository, file), "utf8"))
      expect(titles, file).to.satisfy((all: string[]) => all.includes(title), `no test is called "${title}"`)
    }
  })
})

/** What others hold. */
const notOurs = /^private keys stay with Hardhat or your wallet$/

type NamedTest = { readonly file: string; readonly title: string }

/** The links to tests in a text: the name of the test is the title of the link. */
function namedTests(text: string): NamedTest[] {
  return [...text.matchAll(/\]\(((?:test|contracts)\/[^\s)]+) "([^"]+)"\)/g)].map(([, file = "", title = ""]) => ({
    file,
    title,
  }))
}

/** The titles of tests in a file. What differs from test to test is written `…`. */
function titlesIn(code: string): string[] {
  const titles = [...code.matchAll(/\b(?:it|deepIt)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g)]
  const functions = [...code.matchAll(/^ {4}function ((?:test|invariant)\w+)\(/gm)].map(([, name = ""]) => name)
  return [...titles.map(([, plain, template = ""]) => plain ?? template.replace(/\$\{[^}]*\}/g, "…")), ...functions]
}
