import type { FindInContract } from "../rules.js"
import { checksCaller, runsOnce } from "../syntax/guards.js"
import { ownPlace } from "../syntax/messages.js"
import { calledBy, text, typeOf } from "../syntax/nodes.js"

/** Of a messaging socket, and of the socket of app gateways. */
const connects = /^t_function_external_nonpayable\$_t_(uint32_\$_t_address_\$_t_address|bytes32)_\$_t_address_\$returns/

export const openConnect: FindInContract = (contract) =>
  contract.entries.flatMap((entry) =>
    contract.steps(entry).flatMap((step) => {
      const { node, callee } = step
      if (node.nodeType !== "FunctionCall" || callee !== undefined) return []
      const { target } = calledBy(node)
      if (text(target, "memberName") !== "connect" || !connects.test(typeOf(target))) return []
      if (checksCaller(contract, entry) || runsOnce(contract, entry)) return []
      const says = `Anybody may call ${text(entry, "name")} of ${contract.name}, and so connect it to a contract and a switchboard of their own.`
      return [{ ...ownPlace(contract, step), says }]
    }),
  )
