import { type GatewayStage, gatewayStages } from "../gateway/stages.js"
import { type MarketStage, marketStages } from "../market/stages.js"
import { type MessagingStage, messagingStages } from "../messaging/stages.js"

/** What the actors do, to messages, to what the gateway was asked for, and to the market's routes. */
export type Stage = MessagingStage | GatewayStage | MarketStage

/** Every stage, each system's in its order. */
export const everyStage: readonly Stage[] = [
  ...(Object.keys(messagingStages) as MessagingStage[]),
  ...(Object.keys(gatewayStages) as GatewayStage[]),
  ...(Object.keys(marketStages) as MarketStage[]),
]
