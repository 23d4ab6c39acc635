import type { FindInContract, Found } from "../rules.js"
import type { Contract, Place, Step } from "../syntax/Contract.js"
import { checksCaller, requirementsOf } from "../syntax/guards.js"
import { receiversOf, sendersOf, type Sending } from "../syntax/messages.js"
import { child, idOf, isGlobal, list, type Node, parametersOf, text, unwrap, walk } from "../syntax/nodes.js"
import { canChange, dependsOn, isMadeOf } from "../syntax/values.js"

export const revertingInbound: FindInContract = (contract) => {
  const senders = sendersOf(contract)
  const checked = new Set<string>()
  for (const { entry } of senders) {
    const parameters = new Set(parametersOf(entry).map(idOf))
    for (const step of contract.steps(entry)) {
      for (const demand of demandsOf(contract, step, parameters)) checked.add(demand)
    }
  }
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
      if (demandsOf(contract, step, parameters).some((demand) => !checked.has(demand))) {
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

/** What a step demands of these parameters for good, each as all demands of that kind are written. */
function demandsOf(contract: Contract, { node, frame }: Step, parameters: ReadonlySet<number>): string[] {
  return requirementsOf(contract, node, frame, true).flatMap(({ condition, holds }) => {
    const place = { node: condition, frame }
    if (!dependsOn(contract, place, parameters) || canChange(contract, place)) return []
    return [shapeOf(contract, place, holds, parameters)]
  })
}

const opposite: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
}

/** Writes a condition as one that has to hold, with `$` for what is made of the parameters. */
function shapeOf(contract: Contract, { node, frame }: Place, holds: boolean, parameters: ReadonlySet<number>): string {
  const whole = unwrap(node)
  const inner = text(whole, "operator") === "!" ? child(whole, "subExpression") : undefined
  if (inner !== undefined) return shapeOf(contract, { node: inner, frame }, !holds, parameters)
  const turned = holds ? undefined : opposite[text(whole, "operator")]
  const words = walk(whole).map((part) => {
    const operator = text(part, "operator")
    if (operator !== "") return part === whole ? (turned ?? operator) : operator
    if (part.nodeType === "Identifier" && dependsOn(contract, { node: part, frame }, parameters)) return "$"
    return text(part, "value") || text(part, "memberName") || text(part, "name")
  })
  const shape = words.filter((word) => word !== "").join(" ")
  return holds || turned !== undefined ? shape : `not ${shape}`
}

/** Whether a message is what the caller gives, as it is. */
function isGiven(contract: Contract, entry: Node, { payload, frame }: Sending): boolean {
  if (payload === undefined) return false
  const encodes = ({ node }: Place): boolean => isGlobal(node, "abi", text(node, "memberName"))
  const place = { node: payload, frame }
  return dependsOn(contract, place, new Set(parametersOf(entry).map(idOf))) && !isMadeOf(contract, place, encodes)
}

function decodes(node: Node): boolean {
  return node.nodeType === "FunctionCall" && isGlobal(child(node, "expression"), "abi", "decode")
}
