import { child, idOf, list, type Node, places, referenceOf, text, typeOf, walk } from "./nodes.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** The sources of one build of the compiler, and what is declared in them. */
export type Syntax = {
  /** By the compiler's name for the file, such as `project/contracts/Vault.sol`. */
  readonly files: ReadonlyMap<string, SourceFile>
  /** Contracts, functions, modifiers and variables, by id. */
  readonly declarations: ReadonlyMap<number, Node>
  /** The contract in which a function, modifier or variable is declared. */
  readonly ownerOf: ReadonlyMap<number, Node>
  /** What is assigned to a variable, where it is declared or later. */
  readonly valuesOf: ReadonlyMap<number, readonly Node[]>
  /** Variables, and members of structs, that a function other than a constructor writes. */
  readonly written: ReadonlySet<number>
  /** Contracts and libraries in whose code a word of cross-chain applications occurs. */
  readonly concerned: ReadonlySet<Node>
  fileOf(node: Node): string | undefined
}

const words: ReadonlySet<unknown> = new Set([
  ...["inbound", "receiveMessage", "outbound", "sendMessage", "connect", "then", "setTimeout", "async"],
])

export type SourceFile = { readonly tree: Node; readonly content: string }

/**
 * Reads what the compiler was given and what it answered. The files can be those of anybody: what has another form is left out.
 *
 * @param input the build info's `input`
 * @param output the `output` of the file beside it
 */
export function readSyntax(input: unknown, output: unknown): Syntax {
  const sources = isRecord(input) && isRecord(input["sources"]) ? input["sources"] : {}
  const answers = isRecord(output) && isRecord(output["sources"]) ? output["sources"] : {}
  const files = new Map<string, SourceFile>()
  const names = new Map<number, string>()
  for (const [name, answer] of Object.entries(answers)) {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (!isRecord(answer) || !isRecord(source) || typeof source["content"] !== "string") continue
    const tree = answer["ast"] as Node | undefined
    if (!isRecord(tree) || tree.nodeType !== "SourceUnit") continue
    files.set(name, { tree, content: source["content"] })
    names.set(Number(answer["id"]), name)
  }
  const found = { declarations: new Map<number, Node>(), ownerOf: new Map<number, Node>() }
  const concerned = new Set<Node>()
  const assigned = { valuesOf: new Map<number, Node[]>(), written: new Set<number>() }
  for (const { tree } of files.values()) {
    for (const top of list(tree, "nodes")) {
      if (top.nodeType === "ContractDefinition") found.declarations.set(idOf(top), top)
      for (const part of top.nodeType === "ContractDefinition" ? list(top, "nodes") : [top]) {
        if (top !== part) found.ownerOf.set(idOf(part), top)
        for (const node of walk(part)) {
          const isDeclared = node.nodeType.endsWith("Definition") || node.nodeType === "VariableDeclaration"
          if (isDeclared) found.declarations.set(idOf(node), node)
          if (words.has(node["memberName"] ?? node["name"])) concerned.add(top)
          noteValues(node, part["kind"] === "constructor", assigned)
        }
      }
    }
  }
  return {
    files,
    ...found,
    ...assigned,
    concerned,
    fileOf: (node) => names.get(Number(text(node, "src").split(":")[2])),
  }
}

type Assigned = { readonly valuesOf: Map<number, Node[]>; readonly written: Set<number> }

function noteValues(node: Node, isConstructor: boolean, { valuesOf, written }: Assigned): void {
  const note = (id: number, value: Node | undefined): void => {
    if (value === undefined || Number.isNaN(id)) return
    const values = valuesOf.get(id)
    if (values === undefined) valuesOf.set(id, [value])
    else values.push(value)
  }
  if (node.nodeType === "VariableDeclarationStatement") {
    for (const { at, value } of pair(places(node, "declarations"), child(node, "initialValue"))) note(idOf(at), value)
  } else if (node.nodeType === "Assignment") {
    const left = child(node, "leftHandSide")
    const targets = left?.nodeType === "TupleExpression" ? places(left, "components") : [left]
    for (const { at, value } of pair(targets, child(node, "rightHandSide"))) note(referenceOf(at), value)
  }
  if (!isConstructor) for (const id of writesOf(node)) written.add(id)
}

/** Each target with its value: its own if both sides are tuples, else all have the one. */
function pair(
  targets: readonly (Node | undefined)[],
  value: Node | undefined,
): { at: Node; value: Node | undefined }[] {
  const values = value?.nodeType === "TupleExpression" && targets.length > 1 ? places(value, "components") : undefined
  return targets.flatMap((at, index) =>
    at === undefined ? [] : [{ at, value: values === undefined ? value : values[index] }],
  )
}

/** The variables and members of structs that a node itself writes: by assigning, counting, deleting, or a call that changes them. */
export function writesOf(node: Node): number[] {
  if (node.nodeType === "Assignment") return targetsOf(child(node, "leftHandSide"))
  if (node.nodeType === "UnaryOperation") {
    return ["++", "--", "delete"].includes(text(node, "operator")) ? targetsOf(child(node, "subExpression")) : []
  }
  const called = node.nodeType === "FunctionCall" ? child(node, "expression") : undefined
  // `list.push(x)`, or `set.add(x)` of a library.
  if (called?.nodeType !== "MemberAccess" || /_(view|pure)\$/.test(typeOf(called))) return []
  return typeOf(child(called, "expression")).includes("storage") ? targetsOf(child(called, "expression")) : []
}

function targetsOf(target: Node | undefined): number[] {
  const found: number[] = []
  const waiting = [target]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (node === undefined) continue
    const id = referenceOf(node)
    if (!Number.isNaN(id)) found.push(id)
    waiting.push(child(node, "expression"), child(node, "baseExpression"), ...list(node, "components"))
  }
  return found
}
