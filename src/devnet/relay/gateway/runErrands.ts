import type { Hex } from "viem"

import type { Errand } from "../../gateway/errands.js"
import type { GatewayLedger } from "../../gateway/ledger.js"
import { failed } from "../../gateway/trial.js"
import { type ActorCall, type Carrier, mostGasFor } from "./carrier.js"
import { explainSilence } from "./explainSilence.js"
import type { Patience } from "./Patience.js"
import { withMargin } from "./withMargin.js"

/**
 * Does errands: each is tried without a transaction first, and what reverts is noted, to be tried again.
 *
 * @param callFor the call that does an errand
 * @param onRevert told of each that reverts, with the errand as it was before
 */
export async function runErrands<Subject>(
  given: readonly Errand<Subject>[],
  {
    ledger: { errands },
    carrier,
    patience,
    callFor,
    onRevert,
  }: {
    ledger: GatewayLedger
    carrier: Carrier
    patience: Patience
    callFor: (subject: Subject) => Omit<ActorCall, "gas">
    onRevert?: (errand: Errand<Subject>, revertData: Hex) => void
  },
): Promise<void> {
  function reverted(errand: Errand<Subject>, revertData: Hex): void {
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
