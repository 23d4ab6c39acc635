import { glob, readFile } from "node:fs/promises"

import { expect } from "chai"
import hre from "hardhat"
import { type Task, TaskDefinitionType } from "hardhat/types/tasks"
import { before, describe, it } from "mocha"

import { BUILTIN_GLOBAL_OPTIONS_DEFINITIONS } from "../../node_modules/hardhat/dist/src/internal/builtin-global-options.js"
import * as parser from "../../node_modules/hardhat/dist/src/internal/cli/parser.js"
import { buildGlobalOptionDefinitions } from "../../node_modules/hardhat/dist/src/internal/core/global-options.js"
import { type Document, readDocuments } from "./markdown.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import { wordsOf } from "#src/primitives/commands/commandLine.js"
import { tasks } from "#tasks/index.js"
import { taskRows } from "#test/fixtures/commands/taskRows.js"

describe("the commands of the documents", () => {
  let documents: Document[]
  before(async () => {
    documents = await readDocuments()
  })

  it("name tasks that exist, with options that they have", () => {
    const commands = documents.flatMap(({ path, blocks, inlineCode }) => {
      const code = blocks.filter(({ language }) => language !== "text").map((block) => block.code)
      return [...code, ...inlineCode].flatMap((text) => commandsIn(text).map((command) => ({ path, command })))
    })
    expect(commands).to.have.length.above(10)
    for (const { path, command } of commands) {
      const { task, rest } = findTask(command)
      const where = `${path}: hardhat ${command.join(" ")}`
      // A task without an action has verbs: a word after it that is none is mistyped.
      const isMistyped = task === undefined || (task.isEmpty && rest[0]?.startsWith("--") === false)
      const needsNoTask = rest[0] === "--help" || rest[0] === "--version"
      expect(isMistyped && !needsNoTask, `${where}: no such task`).to.equal(false)
      const known = [...(task?.options.keys() ?? []), ...Object.keys(hre.globalOptions), "help", "version"]
      for (const option of rest.filter((word) => word.startsWith("--"))) {
        expect(known, where).to.include(camelCase(option))
      }
    }
  })

  it("are read by Hardhat and by the rows of their tasks, each with what it must have", async () => {
    const lines = documents.flatMap(({ path, blocks }) =>
      blocks
        .filter(({ language }) => language === "sh")
        .flatMap(({ code }) => [...code.replace(/\\\n/g, " ").matchAll(/npx hardhat ([^|>&#\n]+)/g)])
        .map(([, line = ""]) => ({ path, line: line.trim() })),
    )
    expect(lines).to.have.length.above(100)
    const problems: string[] = []
    for (const { path, line } of lines)
      await readLine(line).catch((error: unknown) => problems.push(`${path}: ${line}: ${String(error)}`))
    expect(problems).to.deep.equal([])
  })

  it("have no quotes that cmd.exe and PowerShell read otherwise", () => {
    for (const { path, blocks, inlineCode } of documents) {
      // Workflows of CI are yaml, and say themselves which shell they run in.
      const code = blocks.filter(({ language }) => language === "sh").map((block) => block.code)
      for (const line of [...code, ...inlineCode].flatMap((text) => text.split("\n"))) {
        if (!/^(npx hardhat|hardhat|npx hardhat-plugs|npm) /.test(line)) continue
        // A single quote is a letter in cmd.exe, and $ in double quotes is a variable elsewhere.
        expect(line, path).to.not.match(/'|"[^"]*[$%!`][^"]*"/)
      }
    }
  })

  it("have scripts that every shell can run", async () => {
    const manifests: string[] = []
    for await (const path of glob(["package.json", "examples/*/package.json"])) manifests.push(path)
    expect(manifests).to.have.length.above(2)
    for (const path of manifests) {
      const { scripts = {} } = JSON.parse(await readFile(path, "utf8")) as { scripts?: Record<string, string> }
      for (const [name, line] of Object.entries(scripts)) {
        const where = `${path}: ${name}`
        expect(line, where).to.not.match(/['$%`;]|(^|&& )(rm|cp|mv|mkdir|export|[A-Z_]+=)\b/)
      }
    }
  })

  it("come with a section and the options of every task", () => {
    const own = tasks.filter(({ type }) => type !== TaskDefinitionType.TASK_OVERRIDE)
    for (const { id } of own.filter((task) => !hre.tasks.getTask(task.id).isEmpty)) {
      const name = id.join(" ")
      const page = id.length === 1 ? "docs/reference/tasks.md" : `docs/reference/tasks-${id[0] ?? ""}.md`
      const text = documents.find(({ path }) => path === page)?.text ?? ""
      expect(text.includes(`\n## ${name}\n`), `${page} needs the heading "## ${name}"`).to.equal(true)
      const options = `<!-- generated: options ${name} -->`
      expect(text.includes(`\n${options}\n`), `${page}, ${name}, needs the block ${options}`).to.equal(true)
      const list = documents.find(({ path }) => path === "docs/reference/tasks.md")?.text ?? ""
      expect(
        list.includes(`\n| [\`${name}\`](`),
        `docs/reference/tasks.md, its table of tasks, needs ${name}`,
      ).to.equal(true)
    }
  })
})

/** Every call of hardhat in a text, as words. */
function commandsIn(text: string): string[][] {
  return [...text.matchAll(/(?:^|npx |run: |')hardhat ([^|>&\n]+)/gm)].map(([, rest = ""]) =>
    rest
      .replace(/'[^']*'|"[^"]*"/g, "quoted")
      .trim()
      .split(/\s+/),
  )
}

/** Reads a line as the command line does, up to the task's action. A cut hash or address is read as a whole one. */
async function readLine(line: string): Promise<void> {
  const args = parser.parseRawArguments(
    wordsOf(line).map((word) =>
      word.replace(/0x(\w*)…\w*/, (_, digits: string) => `0x${"12".repeat(digits === "" ? 20 : 32)}`),
    ),
  )
  const used = args.map(() => false)
  const plugins = buildGlobalOptionDefinitions(hre.config.plugins)
  await parser.parseGlobalOptions(new Map([...BUILTIN_GLOBAL_OPTIONS_DEFINITIONS, ...plugins]), args, used)
  const task = parser.parseTask(args, used, hre.tasks.rootTasks)
  if (Array.isArray(task)) throw new Error(`There is no task ${task.join(" ")}.`)
  const given = parser.parseTaskArguments(args, used, task)
  const [family, name = family] = task.id
  const [, rows] =
    taskRows.find(([id]) => id === `${family} ${name}`) ?? taskRows.find(([id]) => id.endsWith(` ${name}`)) ?? []
  if (rows !== undefined) readRows(rows, given as never)
}

/** The task that the first words name, and the words after them. */
function findTask(words: readonly string[]): { task: Task | undefined; rest: readonly string[] } {
  let task: Task | undefined
  for (const [index, word] of words.entries()) {
    const next = (task?.subtasks ?? hre.tasks.rootTasks).get(word)
    if (next === undefined) return { task, rest: words.slice(index) }
    task = next
  }
  return { task, rest: [] }
}

/** Options are shown in kebab-case, and kept in camelCase. */
function camelCase(option: string): string {
  return option.replace(/^--/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
