/** What the actors do to payloads, in order, and to everything else that the gateway was asked for. */
export type GatewayStage =
  | "accept"
  | "finalize"
  | "simulatePayload"
  | "executePayload"
  | "simulateCallback"
  | "resolve"
  | "markRevert"
  | "timeout"
  | "trigger"
  | "deposit"

type StageInfo = { /** Who does it. */ readonly by: "watcher" | "transmitter" | "resolver" | "scheduler" }

export const gatewayStages: Readonly<Record<GatewayStage, StageInfo>> = {
  accept: { by: "watcher" },
  finalize: { by: "watcher" },
  simulatePayload: { by: "transmitter" },
  executePayload: { by: "transmitter" },
  simulateCallback: { by: "resolver" },
  resolve: { by: "resolver" },
  markRevert: { by: "watcher" },
  timeout: { by: "scheduler" },
  trigger: { by: "watcher" },
  deposit: { by: "watcher" },
}
