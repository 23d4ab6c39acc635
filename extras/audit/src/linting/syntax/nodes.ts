import { isRecord } from "#src/primitives/isRecord.js"

/** A node of the compiler's syntax tree. A file can hold anything, so each field is checked where it is read. */
export type Node = { readonly nodeType: string } & Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value["nodeType"] === "string"
}

/** A node and all below it, each before what follows it. It keeps a stack of its own: a tree can be deeper than that of calls. */
export function walk(root: Node | undefined): Node[] {
  const found: Node[] = []
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (isNode(value)) found.push(value)
    else if (!Array.isArray(value)) continue
    // The first one is taken first.
    const fields = Array.isArray(value) ? value : Object.values(value)
    for (let index = fields.length - 1; index >= 0; index -= 1) {
      const below: unknown = fields[index]
      if (typeof below === "object" && below !== null) waiting.push(below)
    }
  }
  return found
}

export function child(node: Node | undefined, field: string): Node | undefined {
  const value = node?.[field]
  return isNode(value) ? value : undefined
}

/** The nodes of a list. A place that is left out, as in `(, amount)`, is `undefined`. */
export function places(node: Node | undefined, field: string): (Node | undefined)[] {
  const value = node?.[field]
  return Array.isArray(value) ? value.map((item: unknown) => (isNode(item) ? item : undefined)) : []
}

export function list(node: Node | undefined, field: string): Node[] {
  return places(node, field).filter((item) => item !== undefined)
}

export function text(node: Node | undefined, field: string): string {
  const value = node?.[field]
  return typeof value === "string" ? value : ""
}

export function idOf(node: Node | undefined): number {
  return typeof node?.["id"] === "number" ? node["id"] : Number.NaN
}

export function parametersOf(definition: Node): Node[] {
  return list(child(definition, "parameters"), "parameters")
}

/** Such as `inbound(uint32,bytes)`. */
export function signatureOf(definition: Node): string {
  const types = parametersOf(definition).map((one) => typeOf(child(one, "typeName"), "typeString"))
  return `${text(definition, "name")}(${types.join()})`
}

/** Their names. */
export function modifiersOf(definition: Node): string[] {
  return list(definition, "modifiers").map((one) => text(child(one, "modifierName"), "name"))
}

/** The id of the declaration that a name refers to. */
export function referenceOf(node: Node | undefined): number {
  const value = node?.["referencedDeclaration"]
  return typeof value === "number" ? value : Number.NaN
}

/** The compiler's name for a type, such as `t_bytes_calldata_ptr`. */
export function typeOf(node: Node | undefined, field = "typeIdentifier"): string {
  const types = node?.["typeDescriptions"]
  return isRecord(types) && typeof types[field] === "string" ? types[field] : ""
}

/** Whether a node is a member of one of Solidity's own names, such as `msg.sender`. */
export function isGlobal(node: Node | undefined, name: string, member: string): boolean {
  if (node?.nodeType !== "MemberAccess" || text(node, "memberName") !== member) return false
  return text(child(node, "expression"), "name") === name
}

/** Looks through parentheses and conversions, such as `payable(address(x))`. */
export function unwrap(node: Node | undefined): Node | undefined {
  let inner = node
  for (;;) {
    if (inner?.nodeType === "TupleExpression" && list(inner, "components").length === 1) {
      inner = list(inner, "components")[0]
    } else if (inner?.nodeType === "FunctionCall" && inner["kind"] === "typeConversion") {
      inner = list(inner, "arguments")[0]
    } else return inner
  }
}

/** What a call calls, without `{value: …}`, and the value that it passes. */
export function calledBy(call: Node): { readonly target: Node | undefined; readonly value: Node | undefined } {
  const expression = child(call, "expression")
  if (expression?.nodeType !== "FunctionCallOptions") return { target: expression, value: undefined }
  const names: unknown = expression["names"]
  const index = Array.isArray(names) ? names.indexOf("value") : -1
  return { target: child(expression, "expression"), value: list(expression, "options")[index] }
}

/** Whether a call is one of a function that Solidity has itself, such as `require`. */
export function callsOwn(call: Node, ...names: readonly string[]): boolean {
  const target = child(call, "expression")
  return call.nodeType === "FunctionCall" && target?.nodeType === "Identifier" && names.includes(text(target, "name"))
}
