import type { FindInContract } from "../rules.js"
import type { Contract, Place, Step } from "../syntax/Contract.js"
import { sendersOf } from "../syntax/messages.js"
import {
  calledBy,
  child,
  idOf,
  isGlobal,
  list,
  type Node,
  parametersOf,
  referenceOf,
  text,
  typeOf,
} from "../syntax/nodes.js"
import { isCaller, isMadeOf } from "../syntax/values.js"

export const wrongRefund: FindInContract = (contract) =>
  sendersOf(contract).flatMap(({ entry }) => {
    const parameters = new Set(parametersOf(entry).map(idOf))
    return contract.steps(entry).flatMap((step) => {
      const paid = paymentIn(step)
      if (paid === undefined || !isRest(contract, { node: paid.amount, frame: step.frame })) return []
      const to = { node: paid.to, frame: step.frame }
      // The payer, or an account that the payer names.
      if (isCaller(contract, to) || isMadeOf(contract, to, ({ node }) => parameters.has(referenceOf(node)))) return []
      const says = `${text(entry, "name")} of ${contract.name} gives what is left of the fee to another account than msg.sender, which has paid it.`
      return [{ node: step.node, frame: step.frame, says }]
    })
  })

/** A plain payment: `to.call{value: amount}("")`, `to.transfer(amount)` or `to.send(amount)`. */
function paymentIn({ node, callee }: Step): { to: Node; amount: Node } | undefined {
  if (node.nodeType !== "FunctionCall" || callee !== undefined) return undefined
  const { target, value } = calledBy(node)
  const to = child(target, "expression")
  const [argument] = list(node, "arguments")
  if (to === undefined || argument === undefined) return undefined
  if (value !== undefined) {
    return text(target, "memberName") === "call" && argument["value"] === "" ? { to, amount: value } : undefined
  }
  const isTransfer = /^(transfer|send)$/.test(text(target, "memberName")) && typeOf(to) === "t_address_payable"
  return isTransfer ? { to, amount: argument } : undefined
}

/** Whether an amount is a part of the attached value that something was taken from, or the whole balance. */
function isRest(contract: Contract, place: Place): boolean {
  return isMadeOf(contract, place, ({ node, frame }) => {
    const isOwn = (one: Place): boolean => text(one.node, "name") === "this"
    if (text(node, "memberName") === "balance") return isMadeOf(contract, { node, frame }, isOwn)
    const left = text(node, "operator") === "-" ? child(node, "leftExpression") : undefined
    return left !== undefined && isMadeOf(contract, { node: left, frame }, (one) => isGlobal(one.node, "msg", "value"))
  })
}
