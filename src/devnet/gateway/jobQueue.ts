import type { Job } from "./ledger/jobs.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import { isGivenUp } from "./ledger/attempt.js"
import type { Queue } from "../relay/Queue.js"
import type { Stage } from "../relay/stages.js"

/** The ledger's timeouts, triggers and deposits, as the relay works through them. */
export function jobQueue(ledger: GatewayLedger): Queue<Job> {
  const { errands } = ledger

  function all(stage: Stage): readonly Job[] {
    if (stage === "timeout") return errands.timeouts()
    if (stage === "trigger") return errands.triggers()
    return stage === "deposit" ? errands.deposits() : []
  }

  return {
    standing: (stage) => all(stage).filter(({ trial }) => !isGivenUp(trial)),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    isUnmoved: ({ id, trial }) => errands.isOpen(id) && errands.trialOf(id) === trial,
    subscribe: (listener) => ledger.onChange(listener),
  }
}
