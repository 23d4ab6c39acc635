import { existsSync, readFileSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { readExamples } from "../../../scripts/readExamples.js"
import { templateKinds } from "#extras/create/src/templates.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Manifest = {
  readonly engines: { readonly node: string }
  readonly devDependencies: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const templates = readExamples(join(repository, "examples"))
const own = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as Manifest

const agentFiles = ["AGENTS.md", ".agents/skills/hardhat-plugs/SKILL.md"]

describe("the templates", () => {
  it("are all the examples of this repository", async () => {
    const folders = await readdir(join(repository, "examples"))
    const examples = folders.filter((folder) => folder !== "demos")
    expect(Object.keys(templates)).to.have.members(Object.keys(templateKinds))
    expect(examples).to.have.length(Object.keys(templates).length)
    for (const example of examples) {
      const config = readFileSync(join(repository, "examples", example, "hardhat.config.ts"), "utf8")
      expect(
        Object.values(templates).some((files) => files["hardhat.config.ts"] === config),
        example,
      ).to.equal(true)
    }
  })

  for (const [kind, files] of Object.entries(templates)) {
    const manifest = JSON.parse(files["package.json"] ?? "{}") as Manifest

    it(`install the versions that this repository is tested with: ${kind}`, () => {
      const { "hardhat-plugs": fromInit, ...others } = manifest.devDependencies
      expect(fromInit).to.equal("latest")
      for (const [name, version] of Object.entries(others)) {
        expect(own.devDependencies[name] ?? own.dependencies?.[name], `${kind}: ${name}`).to.equal(version)
      }
      // What telemetry and a shared database need is for those who use them.
      const peers = Object.keys(own.peerDependencies).filter((name) => !/^(@opentelemetry\/.*|pg)$/.test(name))
      expect(Object.keys(others)).to.include.members(peers)
      expect(manifest.engines).to.deep.equal(own.engines)
    })

    it(`install everything that their files import, and types for it: ${kind}`, () => {
      const imported = Object.entries(files)
        .filter(([path]) => path.endsWith(".ts"))
        .flatMap(([, text]) => [...text.matchAll(/from "([^".][^"]*)"/g)].map(([, name = ""]) => name))
        .filter((name) => !name.startsWith("node:"))
        .map((name) =>
          name
            .split("/")
            .slice(0, name.startsWith("@") ? 2 : 1)
            .join("/"),
        )
      expect(Object.keys(manifest.devDependencies)).to.include.members([...new Set(imported)])
      expect(Object.keys(manifest.devDependencies)).to.include.members(["@types/chai", "@types/mocha", "@types/node"])
    })

    it(`have workflows that need no more than reading: ${kind}`, () => {
      const workflow = files[".github/workflows/test.yml"] ?? ""
      expect(workflow).to.match(/^permissions:\n {2}contents: read$/m)
      expect(workflow).to.contain("npm ci").and.contain("npm test")
      for (const path of Object.keys(files).filter((path) => path.startsWith(".github/"))) {
        expect(files[path], path).to.not.contain("secrets.")
      }
    })

    it(`link to documents that are in the package: ${kind}`, () => {
      const links = [...(files["README.md"] ?? "").matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target)
      expect(links).to.not.be.empty
      for (const link of links) {
        const path = link.replace(/^node_modules\/hardhat-plugs\//, "")
        const isThere = path === link ? files[link] !== undefined : existsSync(join(repository, path))
        expect(isThere, `${kind}: ${link}`).to.equal(true)
      }
    })
  }

  it("tell agents of documents that are in the package, by their paths from the project", () => {
    const texts = agentFiles.map((file) => templates.messages[file] ?? "")
    const named = texts.flatMap((text) => text.match(/node_modules\/hardhat-plugs\/[\w./-]+\w/g) ?? [])
    expect(named).to.have.length.above(4)
    for (const path of named) {
      expect(existsSync(join(repository, path.replace("node_modules/hardhat-plugs", "."))), path).to.equal(true)
    }
  })

  it("give agents a skill that can be found by what it is for", () => {
    const [, name = "", description = ""] =
      /^---\nname: ([a-z0-9-]{1,64})\ndescription: (.{1,1024})\n---\n/.exec(templates.swap[agentFiles[1]!] ?? "") ?? []
    expect(name).to.equal("hardhat-plugs")
    expect(description).to.match(/Use it when/)
  })

  it("hold nothing that running an example leaves behind", async () => {
    await using folder = await temporaryFolder()
    for (const { example } of Object.values(templateKinds)) {
      for (const path of [
        "node_modules/a/index.ts",
        "artifacts/a.json",
        "cache/a.json",
        ".plugs/a.json",
        "test/a.ts",
      ]) {
        await mkdir(join(folder.path, example, path, ".."), { recursive: true })
        await writeFile(join(folder.path, example, path), "")
      }
      await writeFile(join(folder.path, example, "package-lock.json"), "{}")
    }
    for (const files of Object.values(readExamples(folder.path))) {
      expect(Object.keys(files)).to.have.members(["test/a.ts", ...agentFiles])
    }
  })
})
