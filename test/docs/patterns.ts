import { globSync, readFileSync } from "node:fs"

import { expect } from "chai"
import { describe } from "mocha"
import ts from "typescript"

import { repository } from "../../scripts/docs/documents.js"
import { createHideSecrets } from "#src/primitives/printing/hideSecrets.js"
import { escapeHidden } from "#src/primitives/text.js"
import { toTerminal } from "#src/terminal/paint.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"

type Pattern = { readonly place: string; readonly regexp: RegExp }

/** Every regular expression that is written down in a file. */
function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(`${repository}/${file}`, "utf8"), ts.ScriptTarget.Latest, true)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      const regexp = new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
      found.push({ place: `${file}:${line + 1} ${node.text}`, regexp })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What a pattern can be kept busy with: repetitions of what it has itself, and an end that does not fit. */
function* slowTexts({ source }: RegExp, length: number): Generator<string> {
  const own = source.replace(/\\[pP]\{[^}]*\}|\\u[\da-fA-F]{4}|[\\()[\]{}?*+|^$]/g, "").slice(0, 40)
  const units = new Set([
    "a",
    "0",
    " ",
    "\n",
    "A1",
    "x ",
    "_-",
    ".",
    ...Array.from(own),
    ...(own.match(/../g) ?? []),
    own,
  ])
  for (const unit of units) {
    if (unit === "") continue
    const text = unit.repeat(Math.ceil(length / unit.length))
    yield text
    yield `${text}\u0001`
    yield `\u0001${own.slice(0, 1)}${text}\u0001`
  }
}

/** Milliseconds of CPU that the slowest text takes. The shorter of two measurements: garbage may be collected in one of them. */
function slowest({ regexp }: Pattern, length: number): number {
  const measure = (text: string): number => {
    const began = process.cpuUsage()
    text.replace(regexp, "")
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
  return Math.max(...Array.from(slowTexts(regexp, length), (text) => Math.min(measure(text), measure(text))))
}

/** What uses the patterns that are put together when a file is loaded. */
const users: Readonly<Record<string, (text: string) => unknown>> = {
  escapeHidden: (text) => escapeHidden(text, { keepsLines: true }),
  hideSecrets: createHideSecrets(["a secret key of some length"]),
  toTerminal,
}

describe("regular expressions", () => {
  deepIt("that are put together take time in proportion to the text, with what uses them", function () {
    const measure = (use: (text: string) => unknown, text: string): number => {
      const began = process.cpuUsage()
      use(text)
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 1000
    }
    const slow = Object.entries(users).flatMap(([name, use]) =>
      ["\u200B", "\u0301", "a\u200B", "\u001B[", " "].flatMap((unit) => {
        const text = `${unit.repeat(20_000)}\u0001`
        const took = Math.min(measure(use, text), measure(use, text), measure(use, text))
        return took > 250 ? [`${took.toFixed(0)} ms: ${name} of ${JSON.stringify(unit)}`] : []
      }),
    )
    expect(slow).to.deep.equal([])
  })

  deepIt("take time in proportion to the text", function () {
    const patterns = globSync("{src,tasks,extras/*/src,extras/*/tasks}/**/*.ts", { cwd: repository }).flatMap(
      patternsIn,
    )
    expect(patterns).to.have.length.above(100)
    const slow = patterns.flatMap((pattern) => {
      const took = slowest(pattern, isDeep ? 20_000 : 10_000)
      return took > 60 ? [`${took.toFixed(0)} ms: ${pattern.place}`] : []
    })
    expect(slow).to.deep.equal([])
  })
})
