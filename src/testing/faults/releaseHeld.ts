import { isFinal, messageStates, type MessageStatus } from "../../messaging/states.js"
import type { OpenWorld } from "../OpenWorld.js"

/** Lets messages be tried at once that were held for a reason that has gone with a fault. */
export function releaseHeld({ messaging: { ledger } }: OpenWorld): void {
  for (const status of Object.keys(messageStates) as MessageStatus[]) {
    if (isFinal(status)) continue
    for (const record of [...ledger.inStatus(status)]) {
      if (record.hold !== undefined) ledger.hold(record, { times: 0, retryAt: 0 })
    }
  }
}
