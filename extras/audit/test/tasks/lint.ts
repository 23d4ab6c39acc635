import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { repository } from "../../../../scripts/docs/documents.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Document = {
  findings: { rule: string; file: string; line: number; docs: string; scsvs: string | null }[]
  files: string[]
  error: { code: string; facts: { rules: string } }
}

/** A name that a terminal would obey, and that is no part of a URI. */
const odd = "contracts/sub #1/Ö %41\u001b[2K.sol"

describe("plugs lint", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
    await mkdir(place(path.dirname(odd)), { recursive: true })
    await cp(path.join(repository, "extras/audit/test/fixtures/linting/tx-origin.sol"), place("contracts/Vault.sol"))
    await writeFile(
      place(odd),
      "// SPDX-License-Identifier: MIT\r\npragma solidity ^0.8.21;\r\n/* Ö😀 */ contract O { address o = tx.origin; }\r\n",
    )
    await writeFile(place("contracts/Vault.t.sol"), "pragma solidity ^0.8.21; contract T { address o = tx.origin; }")
    await writeFile(place("package.json"), '{ "type": "module" }')
  })
  after(async () => {
    await folder[Symbol.asyncDispose]()
  })

  const place = (name: string): string => path.join(folder.path, name)
  const lint = (...args: string[]): ReturnType<typeof runCommand> =>
    runCommand(["plugs", "lint", ...args], {
      env: {
        PLUGS_TEST_ROOT: folder.path,
        PLUGS_TEST_COMPILER: createRequire(import.meta.url).resolve("solc/soljson.js"),
      },
      terminal: { isTTY: true, columns: 80, env: { NO_COLOR: "1" } },
    })

  it("builds the project, shows each finding as editors link it, and ends with 2", async () => {
    const { code, stdout, stderr } = await lint()
    expect(code, stdout).to.equal(2)
    expectGoldenCommand("plugs/lint", { code, stdout, stderr })
    expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("https://"))).to.deep.equal([])
  })

  it("judges the files and folders that are named, and refuses what is none of the project's", async () => {
    const { code, stdout } = await lint(place("contracts/Vault.sol"), "--json")
    const { findings, files, error: found } = JSON.parse(stdout) as Document
    expect([code, files]).to.deep.equal([2, ["contracts/Vault.sol"]])
    expect([found.code, found.facts.rules]).to.deep.equal(["SHOWN_FAILURE", "tx-origin"])
    expect(findings.map(({ rule, file, line, scsvs }) => [rule, file, line, scsvs])).to.deep.equal([
      ["tx-origin", "contracts/Vault.sol", 11, "S4.1.C1"],
    ])
    expectGoldenCommand("plugs/lint", await lint("contracts", "--json"))
    for (const flags of [[], ["--json"]])
      expectGoldenCommand("plugs/lint-refused", await lint("contracts/None.sol", ...flags))
    for (const name of ["contracts/None.sol", "contracts/Vault.t.sol", "contracts/Vau", "/etc", "\u001b[2K"]) {
      const { code: refused, error, stderr } = await lint(name)
      expect([refused, error?.code, error?.facts["argument"]], name).to.deep.equal([1, "INVALID_INPUT", "files"])
      expect(stderr).to.not.contain("\u001b")
    }
  })

  it("writes a log that code scanning takes, over no file of another origin", async () => {
    const { code } = await lint("--sarif", place("lint.sarif"))
    expect(code).to.equal(2)
    const log = JSON.parse(await readFile(place("lint.sarif"), "utf8")) as SarifLog
    expect(wrongInSarif(log)).to.deep.equal([])
    const found = log.runs[0]!.results.map(({ locations }) => locations[0]!.physicalLocation)
    expect(found.map(({ artifactLocation }) => decodeURIComponent(artifactLocation.uri))).to.deep.equal([
      "contracts/Vault.sol",
      odd,
    ])
    expect(found.map(({ region }) => [region.startLine, region.startColumn])).to.deep.equal([
      [11, 13],
      [3, 36],
    ])
    expect((await lint("--sarif", place("lint.sarif"))).code).to.equal(2)
    await writeFile(place("mine.json"), "{}")
    await symlink(place("mine.json"), place("link.sarif"))
    for (const name of ["mine.json", "link.sarif", "none/x.sarif"]) {
      const { code: refused, error } = await lint("--sarif", place(name))
      expect([refused, error?.facts["argument"]], name).to.deep.equal([1, "--sarif"])
    }
    expect(await readFile(place("mine.json"), "utf8")).to.equal("{}")
  })

  it("says that nothing was found, with 0, once a file is mended that was built with others", async () => {
    await writeFile(
      place("contracts/Vault.sol"),
      "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.21;\ncontract Vault {}\n",
    )
    for (const more of [[], ["--json"]]) {
      expectGoldenCommand("plugs/lint-nothing", await lint("contracts/Vault.sol", ...more))
    }
    expect((await lint("contracts/Vault.sol", "--sarif", place("none.sarif"))).code).to.equal(0)
    const [run] = (JSON.parse(await readFile(place("none.sarif"), "utf8")) as SarifLog).runs
    expect(run?.results).to.deep.equal([])
  })
})

type Region = { startLine: number; startColumn: number; endLine: number; endColumn: number }
type SarifLog = {
  $schema: string
  version: string
  runs: {
    tool: {
      driver: { name: string; rules: { id: string; shortDescription: { text: string }; help: { text: string } }[] }
    }
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: { physicalLocation: { artifactLocation: { uri: string }; region: Region } }[]
    }[]
  }[]
}

/** What GitHub's code scanning demands of a log, as far as this one does not have it. */
function wrongInSarif({ $schema, version, runs }: SarifLog): string[] {
  const wrong = (isWrong: boolean, what: string): string[] => (isWrong ? [what] : [])
  return [
    ...wrong(!/sarif-2\.1\.0\.json$/.test($schema) || version !== "2.1.0", "version"),
    ...wrong(runs.length !== 1, "runs"),
    ...runs.flatMap(({ tool: { driver }, results }) => [
      ...wrong(driver.name === "" || driver.rules.length === 0, "driver"),
      ...driver.rules.flatMap(({ id, shortDescription, help }) =>
        wrong(id === "" || shortDescription.text.length > 1024 || help.text === "", `rule ${id}`),
      ),
      ...results.flatMap(({ ruleId, ruleIndex, level, message, locations }) => {
        const [
          {
            physicalLocation: {
              artifactLocation: { uri },
              region,
            },
          } = locations[0]!,
        ] = locations
        const { startLine, startColumn, endLine, endColumn } = region
        return [
          ...wrong(driver.rules[ruleIndex]?.id !== ruleId, `rule of ${uri}`),
          ...wrong(!["error", "warning", "note"].includes(level) || message.text === "", `text of ${uri}`),
          ...wrong(new URL(uri, "file:///root/").href !== `file:///root/${uri}`, `${uri} is no relative URI`),
          ...wrong(
            ![startLine, startColumn, endLine, endColumn].every((one) => Number.isInteger(one) && one > 0),
            "region",
          ),
          ...wrong(endLine < startLine || (endLine === startLine && endColumn <= startColumn), "end of region"),
        ]
      }),
    ]),
  ]
}
