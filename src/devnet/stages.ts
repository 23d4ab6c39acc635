import { type GatewayStage, jobStages, payloadStages } from "./gateway/stages.js"
import { type MessagingStage, messagingStages } from "./messaging/stages.js"
import { payloadStates, type PayloadStatus } from "#src/gateway/states.js"

/** What the keeper does for routes. */
export const marketStages = {
  release: { says: "delivers what a slow bridge has held for long enough" },
  sweep: { says: "starts routes with what was deposited for them" },
  refundDeposit: { says: "sends back deposits that no route can use" },
  claimRefund: { says: "pays for the messages that bring value back" },
  callReceiver: { says: "calls receivers with the payload of their route, once they were paid" },
  payRefund: { says: "pays refunds that a pool had too little for" },
} as const

export type MarketStage = keyof typeof marketStages

/** A stage of the relay: what the actors do to messages, to the gateway's payloads and jobs, and to the market's routes. */
export type Stage = MessagingStage | GatewayStage | MarketStage

/** Every stage of every protocol, each protocol's in sequence. */
export const everyStage: readonly Stage[] = [messagingStages, payloadStages, jobStages, marketStages].flatMap(
  (stages) => Object.keys(stages) as Stage[],
)

/** The stage that takes a message or a payload on from a state. */
export function nextStage(kind: "message" | "payload", status: string): Stage | undefined {
  if (kind === "payload") return (Object.keys(payloadStages) as Stage[])[payloadStates[status as PayloadStatus].step]
  const stages = Object.entries(messagingStages) as [Stage, { readonly takes: readonly string[] }][]
  return stages.find(([, { takes }]) => takes.includes(status))?.[0]
}
