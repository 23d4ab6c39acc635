import type { Queue } from "../relay/Queue.js"
import { isGivenUp } from "./ledger/attempt.js"
import type { GatewayJob } from "./ledger/jobs.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import type { JobStage } from "./stages.js"

/** The ledger's timeouts, triggers and deposits, as a queue for the relay's workers. */
export function jobQueue(ledger: GatewayLedger): Queue<JobStage, GatewayJob> {
  const { jobs } = ledger

  const jobsOf: Readonly<Record<JobStage, () => readonly GatewayJob[]>> = {
    timeout: () => jobs.timeouts(),
    trigger: () => jobs.triggers(),
    deposit: () => jobs.deposits(),
  }

  return {
    waiting: (stage) => jobsOf[stage]().filter(({ attempt }) => !isGivenUp(attempt)),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    isUnmoved: ({ id, attempt }) => jobs.isOpen(id) && jobs.attemptOf(id) === attempt,
    subscribe: (listener) => ledger.onChange(listener),
  }
}
