import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import type { ArtifactManager } from "hardhat/types/artifacts"
import { describe, it } from "mocha"

import { readBuilt } from "#extras/audit/tasks/lint.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const tree = { ast: { nodeType: "SourceUnit" } }
type Build = { readonly sources: readonly string[]; readonly trees: object | string }

describe("readBuilt", () => {
  /** Reads builds of a project with one contract in each of its files, of which the latest build is named. */
  async function read(builds: Readonly<Record<string, Build>>, latest: Readonly<Record<string, string | undefined>>) {
    await using folder = await temporaryFolder()
    const fileOf = (id: string, part: string) => path.join(folder.path, `${id}.${part}.json`)
    for (const [id, { sources, trees }] of Object.entries(builds)) {
      const input = { sources: Object.fromEntries(sources.map((name) => [name, { content: "" }])) }
      await writeFile(fileOf(id, "input"), JSON.stringify({ input }))
      const output = typeof trees === "string" ? trees : JSON.stringify({ output: { sources: trees } })
      await writeFile(fileOf(id, "output"), output)
    }
    const artifacts = {
      getAllBuildInfoIds: () => Promise.resolve(new Set(Object.keys(builds))),
      getBuildInfoPath: (id: string) => Promise.resolve(fileOf(id, "input")),
      getBuildInfoOutputPath: (id: string) => Promise.resolve(id === "gone" ? undefined : fileOf(id, "output")),
      getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(latest))),
      readArtifact: (inputSourceName: string) =>
        Promise.resolve({ inputSourceName, buildInfoId: latest[inputSourceName] }),
    } as unknown as ArtifactManager
    return (await readBuilt(artifacts)).map(({ files }) => Object.fromEntries(files))
  }
  const [a, b, test, library] = ["project/a.sol", "project/b.sol", "project/a.t.sol", "npm/lib.sol"] as const
  const trees = { [a]: tree, [b]: tree, [test]: tree, [library]: tree }

  it("has the project's own contracts, each of its latest build, and no tests in Solidity", async () => {
    const builds = {
      two: { sources: [a, test, library], trees },
      one: { sources: [a, b], trees: { ...trees, [a]: {} } },
    }
    const latest = { [a]: "two", [b]: "one", [test]: "two", [library]: "two", "project/none.sol": undefined }
    expect(await read(builds, latest)).to.deep.equal([{ [b]: "b.sol" }, { [a]: "a.sol" }])
    expect(await read({}, {})).to.deep.equal([])
  })

  it("refuses a build without the syntax tree of a file, one that is damaged, and one that is not there", async () => {
    const cases: readonly (readonly [string, Build["trees"], string])[] = [
      ["one", { [a]: tree }, b],
      ["one", { ...trees, [b]: { ast: null } }, b],
      ["one", { ...trees, [b]: "text" }, b],
      ["one", "{", "one.output.json"],
      ["one", "{}", "one.output.json"],
      ["one", "[]", "one.output.json"],
      ["gone", {}, "a build"],
    ]
    for (const [id, given, names] of cases) {
      const error = await failure(read({ [id]: { sources: [a, b], trees: given } }, { [a]: id, [b]: id }))
      expect(error, names).to.include({ code: "INVALID_INPUT", argument: "artifacts" })
      expect(error.message).to.contain(names)
    }
  })
})
