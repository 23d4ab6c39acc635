import type { FindInContract } from "../rules.js"
import { entryFrame } from "../syntax/Contract.js"
import { checksCaller } from "../syntax/guards.js"
import { list, modifiersOf, text, typeOf } from "../syntax/nodes.js"

export const openAsync: FindInContract = (contract) =>
  contract.entries
    .filter((entry) => modifiersOf(entry).includes("async"))
    .filter((entry) => !checksCaller(contract, entry))
    .filter(
      (entry) =>
        // `_setOverrides(payer)`: somebody else pays.
        !contract.steps(entry).some(({ node, callee }) => {
          if (text(callee, "name") !== "_setOverrides") return false
          return list(node, "arguments").some((one) => typeOf(one) === "t_address")
        }),
    )
    .map((entry) => ({
      node: entry,
      frame: entryFrame(entry),
      says: `Anybody may call ${text(entry, "name")} of ${contract.name}, and spend its credits.`,
    }))
