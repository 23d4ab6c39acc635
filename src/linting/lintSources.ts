import { readDisables } from "./disables.js"
import { inContracts, inFiles } from "./finders.js"
import type { Found } from "./Found.js"
import { createLocate, type Region } from "./locate.js"
import type { RuleName } from "./rules.js"
import { type Contract, lineOf, openContract } from "./syntax/Contract.js"
import { idOf, list, type Node } from "./syntax/nodes.js"
import { readSyntax, type SourceFile, type Syntax } from "./syntax/readSyntax.js"

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

function* findIn(syntax: Syntax, files: ReadonlyMap<string, string>): Generator<Finding, void, undefined> {
  const locators = new Map<string, (node: Node) => Region>()
  const place = (node: Node | undefined): Pick<Finding, "file" | keyof Region> | undefined => {
    const name = node === undefined ? undefined : syntax.fileOf(node)
    const [file, source] = name === undefined ? [] : [files.get(name), syntax.files.get(name)]
    if (node === undefined || name === undefined || file === undefined || source === undefined) return undefined
    const locate = locators.get(name) ?? createLocate(source.content)
    locators.set(name, locate)
    return { file, ...locate(node) }
  }
  const report = (rule: RuleName, { node, frame, says }: Found, otherwise: Node): Finding[] => {
    let at = place(node)
    for (let call = frame; at === undefined && call !== undefined; call = call.caller) at = place(call.call)
    // Whoever inherits from a package cannot mend it, but can close what it leaves open.
    if (rule.startsWith("open-")) at ??= place(otherwise)
    return at === undefined ? [] : [{ rule, ...at, says }]
  }
  const named = [...files.keys()].flatMap((name) => syntax.files.get(name) ?? [])
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
    .filter((node) => node.nodeType === "ContractDefinition" && node["contractKind"] === "contract")
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
