import type { FindInContract } from "../rules.js"
import { type Contract, entryFrame } from "../syntax/Contract.js"
import { calledBy, list, modifiersOf, type Node, referenceOf, text, walk } from "../syntax/nodes.js"

export const openCallback: FindInContract = function* (contract) {
  if (!isAppGateway(contract)) return
  const asked = new Map<Node, readonly string[]>()
  for (const entry of contract.entries) {
    if (["handleRevert", "onRequestComplete"].includes(text(entry, "name"))) {
      asked.set(entry, ["onlyWatcher", "onlyPromises"])
    }
    for (const { node, callee } of contract.steps(entry)) {
      if (node.nodeType !== "FunctionCall") continue
      const { target } = calledBy(node)
      const isTimeout = (text(target, "memberName") || text(target, "name")) === "setTimeout"
      if (text(callee, "name") !== "then" && !isTimeout) continue
      for (const called of namedIn(contract, list(node, "arguments"))) {
        asked.set(called, [isTimeout ? "onlyWatcher" : "onlyPromises"])
      }
    }
  }
  for (const [entry, modifiers] of asked) {
    if (modifiersOf(entry).some((name) => modifiers.includes(name))) continue
    const says = `Anybody may call ${text(entry, "name")} of ${contract.name}, a callback: it has no modifier ${modifiers.join(" or ")}.`
    yield { node: entry, frame: entryFrame(entry), says }
  }
}

/** Has the function with which app gateways set callbacks. */
function isAppGateway({ line }: Contract): boolean {
  return line.some((base) =>
    list(base, "nodes").some((part) => text(part, "name") === "then" && part["kind"] === "function"),
  )
}

/** The contract's own functions that a value names, as `this.f.selector` and `abi.encodeCall(this.f, …)` do. */
function namedIn({ syntax, entries }: Contract, values: readonly Node[]): Node[] {
  const named = values.flatMap((value) => walk(value).map((node) => syntax.declarations.get(referenceOf(node))))
  return named.flatMap((declared) => {
    if (declared?.nodeType !== "FunctionDefinition") return []
    return entries.filter((entry) => text(entry, "name") === text(declared, "name"))
  })
}
