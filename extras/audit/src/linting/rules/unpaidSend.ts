import type { FindInContract, Found } from "../rules.js"
import type { Contract, Frame, Step } from "../syntax/Contract.js"
import { sendersOf } from "../syntax/messages.js"
import { idOf, list, modifiersOf, text } from "../syntax/nodes.js"

export const unpaidSend: FindInContract = (contract) =>
  sendersOf(contract).flatMap(({ entry, sendings }): Found[] => {
    const steps = contract.steps(entry)
    const name = text(entry, "name")
    if (!steps.some(({ node }) => text(node, "memberName") === "getMinFees")) {
      const says = `${name} of ${contract.name} sends without the price: it never calls getMinFees, so too little reverts and too much is not given back.`
      return sendings.filter(({ isOutbound }) => isOutbound).map(({ from }) => ({ ...from, says }))
    }
    return steps
      .filter((step) => claims(contract, step) && !paysFees(step.frame))
      .map(({ node, frame, callee }) => ({
        ...{ node, frame },
        says: `${name} of ${contract.name} calls ${text(callee, "name")} without the modifier paysFees, and always reverts with MissingPaysFees.`,
      }))
  })

/** The modifiers of `Plug`. */
const pays = /^paysFees(AndRefunds)?$/

/** Whether a step calls one of the functions of `Plug` that take a part of the attached value. */
function claims({ syntax }: Contract, { callee }: Step): boolean {
  if (!/^_(send|reserve)$/.test(text(callee, "name"))) return false
  const parts = list(syntax.ownerOf.get(idOf(callee)), "nodes")
  return parts.some((part) => part.nodeType === "ModifierDefinition" && pays.test(text(part, "name")))
}

function paysFees(frame: Frame | undefined): boolean {
  if (frame === undefined) return false
  return modifiersOf(frame.definition).some((name) => pays.test(name)) || paysFees(frame.caller)
}
