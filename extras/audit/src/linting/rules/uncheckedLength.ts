import type { FindInContract } from "../rules.js"
import type { Contract, Step } from "../syntax/Contract.js"
import { receiversOf } from "../syntax/messages.js"
import { child, list, type Node, referenceOf, text, typeOf } from "../syntax/nodes.js"
import { dependsOn } from "../syntax/values.js"
import { isRecord } from "#src/primitives/isRecord.js"

export const uncheckedLength: FindInContract = (contract) =>
  receiversOf(contract).flatMap(({ entry, payload }) => {
    const steps = contract.steps(entry)
    return steps.flatMap((step) => {
      const read = readWithoutEnd(contract, step, payload)
      if (read === undefined || checksLength(steps, read, step)) return []
      const says = `${text(entry, "name")} of ${contract.name} reads ${read.name} without a look at its length: what is missing at its end counts as zeros.`
      return [{ node: step.node, frame: step.frame, says }]
    })
  })

type Read = { readonly id: number; readonly name: string }

/** The bytes of a message that a step reads in a way that does not notice where they end. */
function readWithoutEnd(contract: Contract, { node, frame }: Step, payload: number): Read | undefined {
  const isOfMessage = (value: Node): boolean => dependsOn(contract, { node: value, frame }, new Set([payload]))
  if (node["kind"] === "typeConversion" && /^t_bytes\d+$/.test(typeOf(node))) {
    // `bytes20(data)`. A slice, as `data[:20]`, reverts itself.
    const [value] = list(node, "arguments")
    const isWhole = value?.nodeType === "Identifier" && /^t_bytes_(calldata|memory)_ptr$/.test(typeOf(value))
    return isWhole && isOfMessage(value) ? { id: referenceOf(value), name: text(value, "name") } : undefined
  }
  // The variables that an assembly block uses.
  if (!Array.isArray(node["externalReferences"])) return undefined
  for (const reference of node["externalReferences"] as unknown[]) {
    const id = isRecord(reference) ? Number(reference["declaration"]) : Number.NaN
    const declared = contract.syntax.declarations.get(id)
    if (declared === undefined || !/^t_bytes_(calldata|memory)_ptr$/.test(typeOf(declared))) continue
    const use: Node = { nodeType: "Identifier", referencedDeclaration: id }
    if (isOfMessage(use)) return { id, name: text(declared, "name") }
  }
  return undefined
}

/** Whether the length of these bytes, or of those that were given for them, is read in the functions on the way. */
function checksLength(steps: readonly Step[], { id, name }: Read, { frame }: Step): boolean {
  const ids = new Set([id])
  for (let at = frame; at.caller !== undefined; at = at.caller) {
    for (const [parameter, given] of at.given) if (ids.has(parameter)) ids.add(referenceOf(given))
  }
  return steps.some(({ node }) => {
    // `mload(data)`, where `data` is the place of its length.
    if (text(child(node, "functionName"), "name") === "mload") {
      return text(list(node, "arguments")[0], "name") === name
    }
    // A slice reverts if it begins behind the end.
    if (node.nodeType === "IndexRangeAccess" && ids.has(referenceOf(child(node, "baseExpression")))) return true
    if (text(node, "memberName") === "length") return ids.has(referenceOf(child(node, "expression")))
    return text(node, "name") === `${name}.length`
  })
}
