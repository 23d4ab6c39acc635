import type { FindInContract, Found } from "../Finding.js"
import type { Contract, Place, Step } from "../syntax/Contract.js"
import { checksCaller } from "../syntax/guards.js"
import { receiversOf, sendersOf } from "../syntax/messages.js"
import { child, idOf, isGlobal, list, type Node, referenceOf, text, unwrap } from "../syntax/nodes.js"
import { requirementsOf } from "../syntax/requirements.js"
import { canChange, dependsOn, isMadeOf } from "../syntax/values.js"

export const revertingInbound: FindInContract = (contract) => {
  const senders = sendersOf(contract)
  const checked = new Set(
    senders.flatMap(({ entry }) => {
      const parameters = parametersOf(entry)
      return contract
        .steps(entry)
        .flatMap((step) =>
          demandsOf(contract, step, parameters).flatMap(({ place, shape }) =>
            canChange(contract, place) ? [] : shape,
          ),
        )
    }),
  )
  const isRaw = senders.some(
    ({ entry, sendings }) =>
      !checksCaller(contract, entry) && sendings.some((sending) => isGiven(contract, entry, sending)),
  )
  return receiversOf(contract).flatMap(({ entry, payload }) => {
    const parameters = new Set([payload])
    return contract.steps(entry).flatMap((step): Found[] => {
      const { node, frame, isCaught } = step
      if (isCaught) return []
      const subject = `${text(entry, "name")} of ${contract.name}`
      const demands = demandsOf(contract, step, parameters)
      if (demands.some(({ place, shape }) => !canChange(contract, place) && !checked.has(shape))) {
        const says = `${subject} reverts for some payloads, whatever happens later, and the senders do not check that before: such a message never arrives.`
        return [{ node, frame, says }]
      }
      const decoded = decodes(node) ? list(node, "arguments")[0] : undefined
      if (decoded === undefined) return []
      const isInner = isMadeOf(contract, { node: decoded, frame }, (source) => decodes(source.node))
      if (!isInner && !(isRaw && dependsOn(contract, { node: decoded, frame }, parameters))) return []
      const says = `${subject} decodes bytes that a stranger wrote, and reverts for ever if they are malformed: decode them within a try.`
      return [{ node, frame, says }]
    })
  })
}

type Demand = { readonly place: Place; readonly shape: string }

/** What a step requires of these parameters, each with what all demands of that kind have in common, such as `$ != address(0)`. */
function demandsOf(contract: Contract, step: Step, parameters: ReadonlySet<number>): Demand[] {
  return requirementsOf(contract, step.node, step.frame, true).flatMap(({ condition, holds }) => {
    const place = { node: condition, frame: step.frame }
    if (!dependsOn(contract, place, parameters)) return []
    return [{ place, shape: shapeOf(contract, place, holds, parameters) }]
  })
}

/** Nobody writes longer conditions. */
const maxDepth = 50

const opposite: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
}

function shapeOf(contract: Contract, place: Place, holds: boolean, parameters: ReadonlySet<number>, depth = 0): string {
  const node = unwrap(place.node) ?? place.node
  const [left, right] = [child(node, "leftExpression"), child(node, "rightExpression")]
  const operator = text(node, "operator")
  if (depth < maxDepth && left !== undefined && right !== undefined) {
    const shape = (side: Node): string => shapeOf(contract, { ...place, node: side }, true, parameters, depth + 1)
    const [first, second] = [left, right].map(shape)
    return `${String(first)} ${holds ? operator : (opposite[operator] ?? `not ${operator}`)} ${String(second)}`
  }
  if (depth < maxDepth && operator === "!") {
    const inner = child(node, "subExpression") ?? node
    return shapeOf(contract, { ...place, node: inner }, !holds, parameters, depth + 1)
  }
  const isData = dependsOn(contract, { ...place, node }, parameters)
  const called = text(child(node, "expression"), "name")
  const what = isData ? `$${called === "" ? "" : ` of ${called}`}` : text(node, "value") || text(node, "name")
  return holds ? what : `not ${what}`
}

function parametersOf(entry: Node): ReadonlySet<number> {
  return new Set(list(child(entry, "parameters"), "parameters").map(idOf))
}

/** Whether a message is what the caller gives, as it is. */
function isGiven(
  contract: Contract,
  entry: Node,
  { payload, frame }: { payload: Node | undefined; frame: Step["frame"] },
): boolean {
  if (payload === undefined) return false
  const parameters = parametersOf(entry)
  const encoded = isMadeOf(contract, { node: payload, frame }, ({ node }) =>
    isGlobal(node, "abi", text(node, "memberName")),
  )
  return !encoded && isMadeOf(contract, { node: payload, frame }, ({ node }) => parameters.has(referenceOf(node)))
}

function decodes(node: Node): boolean {
  return node.nodeType === "FunctionCall" && isGlobal(child(node, "expression"), "abi", "decode")
}
