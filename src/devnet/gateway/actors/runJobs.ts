import type { Hex } from "viem"

import type { Job } from "../ledger/jobs.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import { failed } from "../ledger/attempt.js"
import { type ActorCall, type BatchSender, mostGasFor } from "../../relay/batchSender.js"
import { explainSilence } from "../../relay/explainSilence.js"
import type { Patience } from "./Patience.js"
import { withMargin } from "../../relay/withMargin.js"

/**
 * Does errands: each is tried without a transaction first, and what reverts is noted, to be tried again.
 *
 * @param callFor the call that does an errand
 * @param onRevert told of each that reverts, with the errand as it was before
 */
export async function runJobs<Subject>(
  given: readonly Job<Subject>[],
  {
    ledger: { errands },
    carrier,
    patience,
    callFor,
    onRevert,
  }: {
    ledger: GatewayLedger
    carrier: BatchSender
    patience: Patience
    callFor: (subject: Subject) => Omit<ActorCall, "gas">
    onRevert?: (errand: Job<Subject>, revertData: Hex) => void
  },
): Promise<void> {
  function reverted(errand: Job<Subject>, revertData: Hex): void {
    errands.note(errand.id, failed(errand.trial, revertData, patience))
    onRevert?.(errand, revertData)
  }

  const orders = given.map((errand) => {
    const call = callFor(errand.subject)
    return { errand, call: { ...call, gas: mostGasFor(call.data) } }
  })
  const tries = await Promise.all(orders.map(({ call }) => carrier.simulate(call)))
  const sound = orders.flatMap(({ errand, call }, index) => {
    const outcome = tries[index]
    if (outcome === undefined) return []
    if (outcome.success) return { errand, call: { ...call, gas: withMargin(outcome.gasUsed, call.gas) } }
    reverted(errand, explainSilence(outcome, call.gas))
    return []
  })
  const outcomes = await carrier.send(sound.map(({ call }) => call))
  for (const [index, { success, revertData }] of outcomes.entries()) {
    const errand = sound[index]?.errand
    if (!success && errand !== undefined) reverted(errand, revertData)
  }
}
