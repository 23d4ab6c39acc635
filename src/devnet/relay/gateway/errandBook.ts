import type { Errand } from "../../gateway/errands.js"
import type { GatewayLedger } from "../../gateway/ledger.js"
import { isGivenUp } from "../../gateway/trial.js"
import type { Book } from "../Book.js"
import type { Stage } from "../stages.js"

/** The ledger's timeouts, triggers and deposits, as the relay works through them. */
export function errandBook(ledger: GatewayLedger): Book<Errand> {
  const { errands } = ledger

  function all(stage: Stage): readonly Errand[] {
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
