import type { Contract, Place } from "./Contract.js"
import { child, isGlobal, type Node, referenceOf, text, typeOf, unwrap, walk } from "./nodes.js"

/** All nodes that a value is made of: those of the expression, and of what its variables and parameters were given. */
export function* sourcesOf({ syntax }: Contract, start: Place): Generator<Place, void, undefined> {
  const waiting = [start]
  const seen = new Set<Node>()
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { frame } = place
    if (seen.has(place.node)) continue
    seen.add(place.node)
    for (const node of walk(place.node)) {
      yield { node, frame }
      if (node.nodeType !== "Identifier") continue
      const id = referenceOf(node)
      const given = frame.given.get(id)
      if (given !== undefined && frame.caller !== undefined) waiting.push({ node: given, frame: frame.caller })
      if (syntax.declarations.get(id)?.["stateVariable"] === true) continue
      for (const value of syntax.valuesOf.get(id) ?? []) waiting.push({ node: value, frame })
    }
  }
}

export function isMadeOf(contract: Contract, place: Place, matches: (place: Place) => boolean): boolean {
  for (const source of sourcesOf(contract, place)) if (matches(source)) return true
  return false
}

/** Whether a value depends on one of these parameters of the function that was called first. */
export function dependsOn(contract: Contract, place: Place, parameters: ReadonlySet<number>): boolean {
  return isMadeOf(contract, place, ({ node }) => node.nodeType === "Identifier" && parameters.has(referenceOf(node)))
}

/** Whether a value can be another one later: it depends on storage, on other contracts, on the block, or on the call. */
export function canChange(contract: Contract, place: Place): boolean {
  return isMadeOf(contract, place, ({ node }) => {
    if (node.nodeType === "FunctionCall") return /_(view|payable|nonpayable)\$/.test(typeOf(child(node, "expression")))
    if (["block", "msg"].some((name) => isGlobal(node, name, text(node, "memberName")))) return true
    if (node.nodeType === "MemberAccess" && /^(balance|code|codehash)$/.test(text(node, "memberName"))) return true
    return node.nodeType === "Identifier" && isStored(contract, referenceOf(node), ["mutable"])
  })
}

/** Whether a declaration is a state variable of one of these kinds. */
export function isStored({ syntax }: Contract, id: number, kinds: readonly string[]): boolean {
  const declared = syntax.declarations.get(id)
  return declared?.["stateVariable"] === true && kinds.includes(text(declared, "mutability"))
}

export function isCaller(contract: Contract, place: Place): boolean {
  return isMadeOf(
    contract,
    place,
    ({ node }) =>
      isGlobal(node, "msg", "sender") ||
      (node.nodeType === "FunctionCall" && text(child(node, "expression"), "name") === "_msgSender"),
  )
}

/** Where a value was written down: that of a parameter is where the caller gives it. */
export function writtenAt(place: Place): Place {
  let { node, frame } = place
  for (;;) {
    const inner = unwrap(node)
    const given = inner?.nodeType === "Identifier" ? frame.given.get(referenceOf(inner)) : undefined
    if (given === undefined || frame.caller === undefined) return { node, frame }
    ;({ node, frame } = { node: given, frame: frame.caller })
  }
}
