import type { FindInContract } from "../rules.js"
import type { Contract, Place } from "../syntax/Contract.js"
import { receiversOf } from "../syntax/messages.js"
import { child, referenceOf, text, typeOf } from "../syntax/nodes.js"
import { isStored, sourcesOf } from "../syntax/values.js"

export const growingLoop: FindInContract = (contract) =>
  receiversOf(contract).flatMap(({ entry }) =>
    contract.steps(entry).flatMap(({ node, frame }) => {
      const condition = /^(For|While|DoWhile)Statement$/.test(node.nodeType) ? child(node, "condition") : undefined
      const name = condition === undefined ? undefined : growingIn(contract, { node: condition, frame })
      if (name === undefined) return []
      const says = `${text(entry, "name")} of ${contract.name} loops as often as ${name} says, which grows: one day a message takes more gas than it brings, and none arrives any more.`
      return [{ node, frame, says }]
    }),
  )

/** A state variable that says how often a loop runs, and that grows. A mapping has no length of its own. */
function growingIn(contract: Contract, condition: Place): string | undefined {
  const sources = [...sourcesOf(contract, condition)].map(({ node }) => node)
  const hasLength = sources.some((node) => text(node, "memberName") === "length")
  const growing = sources.find((node) => {
    const id = node.nodeType === "Identifier" ? referenceOf(node) : Number.NaN
    if (!isStored(contract, id, ["mutable"]) || !contract.syntax.written.has(id)) return false
    return hasLength || !typeOf(node).startsWith("t_mapping")
  })
  return growing && text(growing, "name")
}
