import type { FindInContract } from "../rules.js"
import { entryFrame } from "../syntax/Contract.js"
import { checksCaller } from "../syntax/guards.js"
import { receiversOf } from "../syntax/messages.js"
import { text } from "../syntax/nodes.js"

export const openInbound: FindInContract = (contract) =>
  receiversOf(contract)
    .filter(({ entry }) => !checksCaller(contract, entry))
    .map(({ entry }) => ({
      node: entry,
      frame: entryFrame(entry),
      says: `Anybody may call ${text(entry, "name")} of ${contract.name}, with any payload: it does not check that msg.sender is the socket.`,
    }))
