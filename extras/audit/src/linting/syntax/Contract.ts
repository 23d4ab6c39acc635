import { calledBy, child, idOf, list, type Node, referenceOf, signatureOf, text, typeOf, walk } from "./nodes.js"
import type { Syntax } from "./readSyntax.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** A call that is being followed: a function or modifier, who calls it, and with what. */
export type Frame = {
  readonly definition: Node
  readonly caller: Frame | undefined
  /** The call, in the code of the caller. */
  readonly call: Node | undefined
  /** What the caller gives for a parameter, by the parameter's id. */
  readonly given: ReadonlyMap<number, Node>
  readonly depth: number
}

/** A node in a call that is being followed. */
export type Place = { readonly node: Node; readonly frame: Frame }

export type Step = Place & {
  /** Whether it runs within a `try`, so that its revert is caught. */
  readonly isCaught: boolean
  /** The function of the project that a call enters. */
  readonly callee: Node | undefined
}

/** A contract as it is deployed: with what it inherits, and overrides where they count. */
export type Contract = {
  readonly name: string
  readonly node: Node
  readonly syntax: Syntax
  /** Itself and its bases, the most derived one first. */
  readonly line: readonly Node[]
  /** Functions that others call. */
  readonly entries: readonly Node[]
  /** Everything that runs when a function is called, in the functions that it calls too. */
  steps(entry: Node): readonly Step[]
  calleeOf(node: Node, frame: Frame): Node | undefined
  modifierOf(invocation: Node): Node | undefined
}

/** Bounds for code that calls itself in circles, or the same functions again and again. */
const maxDepth = 24
const maxSteps = 20_000

/** The ids of a contract and of what it inherits. */
export function lineOf(node: Node): number[] {
  const ids: unknown = node["linearizedBaseContracts"]
  return Array.isArray(ids) ? ids.map(Number) : []
}

export function openContract(node: Node, syntax: Syntax): Contract {
  const line = lineOf(node).flatMap((id) => syntax.declarations.get(id) ?? [])
  const byKey = new Map<string, Node[]>()
  for (const base of line) {
    for (const part of list(base, "nodes")) byKey.set(keyOf(part), [...(byKey.get(keyOf(part)) ?? []), part])
  }
  /** The definition that counts here; with `after`, that of the bases behind that contract. */
  const resolve = (declared: Node, after?: Node): Node => {
    const owner = syntax.ownerOf.get(idOf(declared))
    if (owner === undefined || !line.includes(owner)) return declared
    const owners = after === undefined ? line : line.slice(line.indexOf(after) + 1)
    const found = (byKey.get(keyOf(declared)) ?? []).find(
      (one) => child(one, "body") !== undefined && owners.includes(syntax.ownerOf.get(idOf(one)) as Node),
    )
    return found ?? declared
  }
  const calleeOf = (call: Node, frame: Frame): Node | undefined => {
    if (call.nodeType !== "FunctionCall") return undefined
    const { target } = calledBy(call)
    const declared = syntax.declarations.get(referenceOf(target))
    if (declared?.nodeType !== "FunctionDefinition") return undefined
    const on = target?.nodeType === "MemberAccess" ? child(target, "expression") : undefined
    if (on === undefined || text(on, "name") === "this") return resolve(declared)
    if (text(on, "name") === "super") return resolve(declared, syntax.ownerOf.get(idOf(frame.definition)))
    // The function of a library, or of a base that is named. Anything else is another contract.
    return typeOf(target).startsWith("t_function_internal") ? declared : undefined
  }
  const modifierOf = (invocation: Node): Node | undefined => {
    const declared = syntax.declarations.get(referenceOf(child(invocation, "modifierName")))
    return declared?.nodeType === "ModifierDefinition" ? resolve(declared) : undefined
  }
  const contract: Contract = {
    ...{ name: text(node, "name"), node, syntax, line, calleeOf, modifierOf },
    entries: line
      .flatMap((base) => list(base, "nodes"))
      // Variables and events have no body, and modifiers are internal.
      .filter((part) => child(part, "body") !== undefined && part["kind"] !== "constructor")
      .filter((part) => /^(external|public)$/.test(text(part, "visibility")))
      .filter((part) => resolve(part) === part),
    steps: memoize((entry) => follow(contract, entry)),
  }
  return contract
}

/** Overrides have the name and the parameters of what they override. */
function keyOf(part: Node): string {
  return `${part.nodeType} ${signatureOf(part)}`
}

export function entryFrame(definition: Node): Frame {
  return { definition, caller: undefined, call: undefined, given: new Map(), depth: 0 }
}

/** Follows a call or the use of a modifier; `undefined` where that would go in circles. */
export function enter(definition: Node, call: Node, caller: Frame): Frame | undefined {
  if (caller.depth >= maxDepth) return undefined
  for (let frame: Frame | undefined = caller; frame !== undefined; frame = frame.caller) {
    if (frame.definition === definition) return undefined
  }
  const parameters = list(child(definition, "parameters"), "parameters")
  const values = list(call, "arguments")
  const { target } = calledBy(call)
  const names = Array.isArray(call["names"]) ? call["names"].map(String) : []
  // A function that a library gives to a type has the value before the dot as its first argument.
  const bound = child(target, "expression")
  if (bound !== undefined && values.length === parameters.length - 1) {
    values.unshift(bound)
    names.unshift(text(parameters[0], "name"))
  }
  const given = new Map(
    parameters.flatMap((parameter, index): [number, Node][] => {
      const named = names.indexOf(text(parameter, "name"))
      const value = values[named === -1 ? index : named]
      return value === undefined ? [] : [[idOf(parameter), value]]
    }),
  )
  return { definition, caller, call, given, depth: caller.depth + 1 }
}

function follow(contract: Contract, entry: Node): Step[] {
  const steps: Step[] = []
  const visit = (frame: Frame | undefined, isCaught: boolean): void => {
    if (frame === undefined) return
    for (const used of list(frame.definition, "modifiers")) {
      const definition = contract.modifierOf(used)
      if (definition !== undefined) visit(enter(definition, used, frame), isCaught)
    }
    const tried = new Set<Node | undefined>()
    for (const node of walk(child(frame.definition, "body"))) {
      if (steps.length >= maxSteps) return
      if (node.nodeType === "TryStatement") tried.add(child(node, "externalCall"))
      const callee = contract.calleeOf(node, frame)
      steps.push({ node, frame, isCaught, callee })
      if (callee !== undefined) visit(enter(callee, node, frame), isCaught || tried.has(node))
    }
  }
  visit(entryFrame(entry), false)
  return steps
}
