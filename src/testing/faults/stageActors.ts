import { everyStage, type Stage } from "../../devnet/stages.js"
import { type Actor, actors } from "./FaultData.js"

/** Which actor does a stage. */
const actorOf: Readonly<Record<Stage, Actor>> = {
  seal: "transmitter",
  propose: "transmitter",
  attest: "watcher",
  verify: "executor",
  simulate: "executor",
  execute: "executor",
  accept: "gatewayWatcher",
  finalize: "gatewayWatcher",
  markRevert: "gatewayWatcher",
  simulatePayload: "gatewayTransmitter",
  executePayload: "gatewayTransmitter",
  simulateCallback: "resolver",
  resolve: "resolver",
  timeout: "scheduler",
  trigger: "messenger",
  deposit: "messenger",
  release: "keeper",
  sweep: "keeper",
  refundDeposit: "keeper",
  claimRefund: "keeper",
  payRefund: "keeper",
}

/** The stages and the actors that a fault can be about. */
export const everyPart: readonly (Stage | Actor)[] = [...everyStage, ...actors]

/** The stages that a stage or an actor stands for. */
export function stagesOf(part: Stage | Actor): ReadonlySet<Stage> {
  return new Set(everyStage.filter((stage) => stage === part || actorOf[stage] === part))
}
