import { readFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { codeIn, type Document, readDocument, table } from "./markdown.js"
import { helpText } from "#extras/create/src/parseArguments.js"
import { templateKinds } from "#extras/create/src/templates.js"

describe("what the documents say of new projects", () => {
  let readme: Document
  let guide: Document
  before(async () => {
    readme = await readDocument("README.md")
    guide = await readDocument("docs/getting-started.md")
  })

  it("lists every template with its example", () => {
    const rows = table(readme, "template ")
    expect(rows.flatMap(([first]) => codeIn(first))).to.have.members(Object.keys(templateKinds))
  })

  it("installs by hand what a template installs, types included", () => {
    const [install = ""] = /^npm install --save-dev .*$/m.exec(guide.text) ?? []
    const example = readFileSync(join(repository, "examples/greeter/package.json"), "utf8")
    const { devDependencies } = JSON.parse(example) as { devDependencies: Record<string, string> }
    for (const [name, version] of Object.entries(devDependencies).filter(([name]) => name !== "hardhat-plugs")) {
      expect(install.split(" ")).to.include(`${name}@${version}`)
    }
  })

  it("says what puts a fitting Node on the path: with npx, with nvm, on Windows", () => {
    const rows = table(guide, "what you have")
    expect(rows.map(([first = ""]) => first)).to.have.length(4)
    expect(rows.map(([, line]) => codeIn(line).length > 0)).to.deep.equal([false, true, true, true])
    const { engines } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      engines: { node: string }
    }
    expect(`>=${/Node (\d+\.\d+) or newer/.exec(guide.text)?.[1] ?? ""}.0`).to.equal(engines.node)
  })

  it("names in SUPPORT.md the versions that package.json asks for, and those that tests install", async () => {
    const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Record<
      "engines" | "peerDependencies" | "devDependencies",
      Readonly<Record<string, string>>
    >
    const rows = table(await readDocument("SUPPORT.md"), "what ")
    const rowOf = (name: string) => rows.find(([first]) => first === name) ?? []
    expect(`>=${/^[\d.]+/.exec(rowOf("Node")[1] ?? "")?.[0] ?? ""}.0`).to.equal(manifest.engines["node"])
    for (const [row, name] of [
      ["Hardhat", "hardhat"],
      ["viem", "viem"],
    ] as const) {
      const [, works = "", tested = ""] = rowOf(row)
      const oldest = (manifest.peerDependencies[name] ?? "").slice(1)
      expect(oldest, row).to.match(new RegExp(`^${works.split(" ")[0] ?? ""}(?:\\.0)?$`))
      expect(tested).to.equal(`${oldest} and ${manifest.devDependencies[name] ?? ""}`)
    }
    expect(rowOf("chai")[2]).to.equal(manifest.devDependencies["chai"])
  })

  it("names options that init has", () => {
    const options = [
      ...`${readme.text}\n${guide.text}`.matchAll(/(?:hardhat-plugs init|create-hardhat-plugs)([^`\n]*)`/g),
    ].flatMap(([, rest = ""]) => rest.match(/--[\w-]+/g) ?? [])
    expect(options).to.include.members(["--template", "--yes"])
    for (const option of options) expect(helpText("0.0.0")).to.contain(option)
  })

  it("has commands of its own that every shell reads alike, Windows included", () => {
    const commands = [...readme.blocks, ...guide.blocks]
      .filter(({ language }) => language === "sh")
      .map(({ code }) => code)
    expect(commands).to.have.length.above(8)
    for (const command of commands) expect(command).to.not.contain("'").and.not.match(/^\w+=/)
  })
})
