import type { FindInContract } from "../rules.js"
import type { Contract, Place, Step } from "../syntax/Contract.js"
import { requirementsOf } from "../syntax/guards.js"
import { receiversOf } from "../syntax/messages.js"
import { child, type Node, referenceOf, text, unwrap } from "../syntax/nodes.js"
import { writesOf } from "../syntax/readSyntax.js"
import { dependsOn, isMadeOf, isStored } from "../syntax/values.js"

export const trustedOrder: FindInContract = (contract) =>
  receiversOf(contract).flatMap(({ entry, payload }) => {
    const steps = contract.steps(entry)
    return steps.flatMap(({ node, frame }) => {
      const asked = requirementsOf(contract, node, frame, true)
      const found = asked.flatMap(({ condition, holds }) =>
        counterIn(contract, steps, { node: condition, frame }, holds, payload),
      )
      return found.slice(0, 1).map((name) => ({
        ...{ node, frame },
        says: `${text(entry, "name")} of ${contract.name} takes messages only in the order that ${name} counts. Any order can happen, so a message that comes early or late reverts.`,
      }))
    })
  })

/** The variable that a message has to agree with, and that messages move on. */
function counterIn(
  contract: Contract,
  steps: readonly Step[],
  { node: condition, frame }: Place,
  holds: boolean,
  payload: number,
): string[] {
  const node = unwrap(condition)
  const operator = text(node, "operator")
  const sides = [child(node, "leftExpression"), child(node, "rightExpression")]
  const isOfMessage = (side: Node | undefined, at = frame): boolean =>
    side !== undefined && dependsOn(contract, { node: side, frame: at }, new Set([payload]))
  const counters = new Map<number, string>()
  for (const side of sides) {
    const isOther = side !== undefined && !isOfMessage(side) && sides.some((one) => isOfMessage(one))
    if (!isOther) continue
    isMadeOf(contract, { node: side, frame }, ({ node: source }) => {
      const id = source.nodeType === "Identifier" ? referenceOf(source) : Number.NaN
      if (isStored(contract, id, ["mutable"])) counters.set(id, text(source, "name"))
      return false
    })
  }
  // Equal to the next: `==` that holds, or `!=` that does not.
  const isEqual = operator === (holds ? "==" : "!=")
  const isGreater = /^[<>]=?$/.test(operator)
  return [...counters].flatMap(([id, name]) => {
    const writes = steps.filter((step) => writesOf(step.node).includes(id))
    const isKept = writes.some((step) => {
      const value = unwrap(child(step.node, "rightHandSide"))
      return text(step.node, "operator") === "=" && value?.nodeType === "Identifier" && isOfMessage(value, step.frame)
    })
    return (isEqual && writes.length > 0) || (isGreater && isKept) ? [name] : []
  })
}
