/** What the actors do to a payload, in order, and who does it. */
export const payloadStages = {
  accept: { by: "watcher" },
  finalize: { by: "watcher" },
  simulatePayload: { by: "transmitter" },
  executePayload: { by: "transmitter" },
  simulateCallback: { by: "resolver" },
  resolve: { by: "resolver" },
  markRevert: { by: "watcher" },
} as const

/** What the actors do besides, once for each timeout, trigger and deposit. */
export const jobStages = {
  timeout: { by: "scheduler" },
  trigger: { by: "messenger" },
  deposit: { by: "messenger" },
} as const

export type PayloadStage = keyof typeof payloadStages
export type JobStage = keyof typeof jobStages
export type GatewayStage = PayloadStage | JobStage
