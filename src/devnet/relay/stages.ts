import { type GatewayStage, gatewayStages } from "./gateway/stages.js"
import { type MessagingStage, messagingStages } from "./messaging/stages.js"

/** What the actors do, to messages and to what the gateway was asked for. */
export type Stage = MessagingStage | GatewayStage

/** Every stage, each system's in its order. */
export const everyStage: readonly Stage[] = [
  ...(Object.keys(messagingStages) as MessagingStage[]),
  ...(Object.keys(gatewayStages) as GatewayStage[]),
]
