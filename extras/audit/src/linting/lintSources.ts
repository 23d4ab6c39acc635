import { inContracts, inFiles } from "./finders.js"
import { type Found, type RuleName, ruleNames } from "./rules.js"
import { gasConstantsIn } from "./rules/constantGas.js"
import { type Contract, lineOf, openContract } from "./syntax/Contract.js"
import { idOf, list, type Node, text } from "./syntax/nodes.js"
import { readSyntax, type SourceFile, type Syntax } from "./syntax/readSyntax.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { inQuotes } from "#src/primitives/text.js"

/** What one run of the compiler was given and answered. */
export type CompiledSources = {
  /** The build info's `input`. */
  readonly input: unknown
  /** The `output` of the file beside it. */
  readonly output: unknown
  /** The project's own files, by the compiler's name for them, each with its path from the root. */
  readonly files: ReadonlyMap<string, string>
}

export type Finding = Region & {
  readonly rule: RuleName
  /** From the root of the project, such as `contracts/Vault.sol`. */
  readonly file: string
  readonly says: string
}

/**
 * Looks for mistakes that contracts of cross-chain applications make, in what the compiler says of their sources.
 *
 * @returns the findings by file and line, without those that a comment disables
 * @example
 * lintSources([{ input, output, files: new Map([["project/contracts/Vault.sol", "contracts/Vault.sol"]]) }])
 */
export function lintSources(builds: readonly CompiledSources[]): Finding[] {
  const findings = new Map<string, Finding>()
  const contents = new Map<string, string>()
  for (const { input, output, files } of builds) {
    const syntax = readSyntax(input, output)
    for (const [name, file] of files) {
      const content = syntax.files.get(name)?.content
      if (content !== undefined) contents.set(file, content)
    }
    for (const finding of findIn(syntax, files)) {
      // Two builds, or two contracts that inherit it, find it again.
      findings.set([finding.rule, finding.file, finding.line, finding.column].join(" "), finding)
    }
  }
  const all = [...findings.values()]
  const left = [...contents].flatMap(([file, content]) => {
    const ofFile = all.filter((finding) => finding.file === file)
    return applyDisables(file, content, ofFile)
  })
  return left.sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The constants with which contracts send messages, and where they are written. */
export function listGasConstants(builds: readonly CompiledSources[]): (SourcePlace & { readonly gas: number })[] {
  return builds.flatMap(({ input, output, files }) => {
    const syntax = readSyntax(input, output)
    const placeOf = locateIn(syntax, files)
    return deployedIn(syntax, namedIn(syntax, files)).flatMap((contract) =>
      [...gasConstantsIn(contract)].flatMap(({ node, gas }) => {
        const place = placeOf(node)
        return place === undefined ? [] : [{ ...place, gas }]
      }),
    )
  })
}

export type SourcePlace = Pick<Finding, "file" | keyof Region>

function locateIn(
  syntax: Syntax,
  files: ReadonlyMap<string, string>,
): (node: Node | undefined) => SourcePlace | undefined {
  const locatorOf = memoize(({ content }: SourceFile) => createLocate(content))
  return (node) => {
    const name = node === undefined ? undefined : syntax.fileOf(node)
    const [file, source] = name === undefined ? [] : [files.get(name), syntax.files.get(name)]
    if (node === undefined || file === undefined || source === undefined) return undefined
    return { file, ...locatorOf(source)(node) }
  }
}

function namedIn(syntax: Syntax, files: ReadonlyMap<string, string>): SourceFile[] {
  return [...files.keys()].flatMap((name) => syntax.files.get(name) ?? [])
}

function* findIn(syntax: Syntax, files: ReadonlyMap<string, string>): Generator<Finding, void, undefined> {
  const place = locateIn(syntax, files)
  const report = (rule: RuleName, { node, frame, says }: Found, otherwise: Node): Finding[] => {
    let at = place(node)
    for (let call = frame; at === undefined && call !== undefined; call = call.caller) at = place(call.call)
    // A contract cannot mend the package that it inherits, but can close an opening of it.
    if (rule.startsWith("open-")) at ??= place(otherwise)
    return at === undefined ? [] : [{ rule, ...at, says }]
  }
  const named = namedIn(syntax, files)
  const contracts = deployedIn(syntax, named)
  for (const [rule, find] of Object.entries(inContracts)) {
    for (const contract of contracts) {
      for (const found of find(contract)) yield* report(rule as RuleName, found, contract.node)
    }
  }
  for (const [rule, find] of Object.entries(inFiles)) {
    for (const file of named) for (const found of find(file)) yield* report(rule as RuleName, found, file.tree)
  }
}

/** Contracts that can be deployed, and abstract ones that nothing inherits, as far as they have to do with messages. */
export function deployedIn(syntax: Syntax, files: readonly SourceFile[]): Contract[] {
  const isEverywhere = [...syntax.concerned].some((node) => node["contractKind"] === "library")
  const inherited = new Set([...syntax.declarations.values()].flatMap((node) => lineOf(node).slice(1)))
  return files
    .flatMap(({ tree }) => list(tree, "nodes"))
    .filter((node) => node["contractKind"] === "contract")
    .filter((node) => node["abstract"] !== true || !inherited.has(idOf(node)))
    .map((node) => openContract(node, syntax))
    .filter(({ line }) => isEverywhere || line.some((base) => syntax.concerned.has(base)))
}

/** Leaves out what comments disable, and adds what is wrong with the comments. */
function applyDisables(file: string, content: string, findings: readonly Finding[]): Finding[] {
  const disables = readDisables(content)
  const isDisabled = ({ rule, line }: Finding): boolean =>
    disables.some((one) => one.problem === undefined && one.rule === rule && one.codeLine === line)
  const wrong = disables.flatMap(({ region, rule, codeLine, problem }) => {
    const isIdle = !findings.some((one) => one.rule === rule && one.line === codeLine)
    const says = problem ?? (isIdle ? `Nothing of ${rule} is in the next line: remove the comment.` : undefined)
    return says === undefined ? [] : [{ rule: "wrong-disable", file, ...region, says } as const]
  })
  return [...findings.filter((finding) => !isDisabled(finding)), ...wrong]
}

/** A comment that disables a rule in the line of code that follows. */
type Disable = { readonly region: Region; readonly rule: string; readonly codeLine: number; readonly problem?: string }

const comment = /^\s*\/\/\s*plugs-lint-disable-next-line(?![\w-])\s*(?<rule>\S*)(?<reason>[^]*)/

/** Reads the comments that disable rules. Several can stand above a line. */
function readDisables(content: string): Disable[] {
  const lines = content.split("\n")
  return lines.flatMap((line, index) => {
    const match = comment.exec(line)
    if (match === null) return []
    const { rule = "", reason = "" } = match.groups ?? {}
    const column = line.indexOf("//") + 1
    const region = { line: index + 1, column, endLine: index + 1, endColumn: line.trimEnd().length + 1 }
    let codeLine = index
    while (comment.test(lines[codeLine] ?? "")) codeLine += 1
    const problem = findProblem(rule, reason.trim())
    return [{ region, rule, codeLine: codeLine + 1, ...(problem !== undefined && { problem }) }]
  })
}

function findProblem(rule: string, reason: string): string | undefined {
  if (!ruleNames.some((name) => name === rule && name !== "wrong-disable")) {
    return `There is no rule ${inQuotes(rule)} to disable.`
  }
  return reason === ""
    ? `The comment does not say why ${rule} is disabled: write the reason behind the rule.`
    : undefined
}

/** A part of a file. Lines and columns count from 1; a column is a UTF-16 unit, as editors count them. */
export type Region = {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Finds where nodes are in a file. The compiler counts bytes. */
function createLocate(content: string): (node: Node) => Region {
  const bytes = Buffer.from(content)
  const starts = [0]
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1)
  const find = (offset: number): readonly [line: number, column: number] => {
    const line = starts.findLastIndex((start) => start <= offset)
    return [line + 1, bytes.toString("utf8", starts[line], offset).length + 1]
  }
  return (node) => {
    const [start = 0, length = 0] = text(node, "src")
      .split(":")
      .map((part) => Math.min(Math.max(Number(part) || 0, 0), bytes.length))
    const [line, column] = find(start)
    const [endLine, endColumn] = find(start + length)
    return { line, column, endLine, endColumn }
  }
}
