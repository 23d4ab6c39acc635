import type { FindInContract } from "../rules.js"
import { checksCaller } from "../syntax/guards.js"
import { receiversOf, sendersOf } from "../syntax/messages.js"
import { isGlobal, text } from "../syntax/nodes.js"

export const feeFromBalance: FindInContract = (contract) => {
  const receiving = receiversOf(contract).map(({ entry }) => entry)
  return sendersOf(contract).flatMap(({ entry, sendings }) => {
    if (contract.steps(entry).some(({ node }) => isGlobal(node, "msg", "value"))) return []
    // A stranger on the other chain can send the message that arrives.
    if (!receiving.includes(entry) && checksCaller(contract, entry)) return []
    return sendings
      .filter(({ isOutbound, value }) => isOutbound && value !== undefined)
      .map(({ from }) => ({
        ...from,
        says: `${text(entry, "name")} of ${contract.name} pays the fee from the contract's own balance, and strangers can cause it until nothing is left.`,
      }))
  })
}
