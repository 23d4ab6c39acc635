import { z } from "zod"

import { address, amount, apiObject, foreign, hash, hex, milliseconds, seconds, slug } from "./values.js"

const text = z.string().nullable()

const decoded = z
  .strictObject({ data: hex, name: z.string().optional(), args: z.array(z.unknown()), reason: z.string() })
  .meta({ id: "DecodedRevert", description: "The revert data, decoded: its error, and the arguments by name." })

const simulationDetails = z.strictObject({
  executeSimulationStatus: text,
  executeRevertString: text,
  callbackSimulationStatus: text,
  callbackRevertString: text,
})

const isGivenUp = z
  .boolean()
  .nullable()
  .optional()
  .meta({ description: "True if it reverts and is tried no more. Only the devnet's API says so." })

/** One call of a request. */
export const payload: z.ZodType = apiObject("Payload", {
  kind: z.enum(["write", "read"]),
  payloadId: z.string(),
  status: z.string(),
  chainSlug: slug,
  target: address.nullable(),
  payload: hex.nullable(),
  callType: z.string(),
  batchCount: z.int().nullable(),
  finalizeDetails: z.looseObject({ finalizeTxHash: hash.nullable(), finalizeStatus: text }),
  proofUploadDetails: z.looseObject({ proofUploadTxHash: hash.nullable(), proofUploadStatus: text }).optional(),
  executeDetails: z.looseObject({
    isExecuted: z.boolean(),
    executionStatus: z.string(),
    executeTxHash: hash.nullable(),
    returnData: hex.nullable(),
  }),
  callBackDetails: z.looseObject({ callbackTxHash: hash.nullable(), callbackStatus: text }),
  simulationDetails: z.looseObject(simulationDetails.shape),
  appGatewayDetails: z
    .looseObject({
      onChainAddress: address.nullable(),
      forwarderAddress: address.nullable(),
      isForwarderDeployed: z.boolean().nullable(),
    })
    .nullable(),
  requestCount: z.int().optional(),
  isGivenUp,
  foreign: foreign.optional(),
})

export const feesInfo: z.ZodType = apiObject("FeesInfo", {
  feePoolChain: z.union([slug, z.string()]).nullable(),
  feePoolToken: text,
  maxFees: text,
  fee: text,
})

/** One request of a gateway transaction. */
export const request: z.ZodType = apiObject("Request", {
  status: z.string(),
  requestCount: z.int().nullable(),
  payloads: z.array(payload),
  feesInfo: feesInfo.nullable(),
  txHash: hash.optional(),
  openedBy: text.optional(),
  foreign: foreign.optional(),
})

/** One payload in full. */
export const payloadDetails: z.ZodType = apiObject("PayloadDetails", {
  id: z.int().nullable(),
  payloadId: z.string(),
  status: z.string(),
  requestCount: z.int().nullable(),
  batchCount: z.int().nullable(),
  payloadCount: z.int().nullable(),
  asyncPromise: address.nullable(),
  chainSlug: slug,
  target: address.nullable(),
  payload: hex.nullable(),
  value: amount.nullable(),
  appGateway: address.nullable(),
  deadline: seconds.nullable(),
  isParallel: z.boolean().nullable(),
  writeFinality: z.int().nullable(),
  readAt: amount.nullable(),
  finalizeTxHash: hash.nullable(),
  finalizeStatus: text,
  isFinalized: z.boolean().nullable(),
  executeTxHash: hash.nullable(),
  executeStatus: text,
  isExecuted: z.boolean().nullable(),
  callbackTxHash: hash.nullable(),
  callbackStatus: text,
  isCallbackCompleted: z.boolean().nullable(),
  simulationDetails,
  callType: text,
  returnData: hex.nullable(),
  proof: hex.nullable(),
  gasLimit: amount.nullable(),
  estimatedGasLimit: amount.nullable(),
  digest: hex.nullable(),
  switchboard: hex.nullable(),
  prevDigestsHash: hex.nullable(),
  createdAt: text,
  updatedAt: text,
  isGivenUp,
  foreign: foreign.optional(),
})

/** A call by a plug of its app gateway. */
export const trigger: z.ZodType = apiObject("Trigger", {
  status: z.string(),
  onChainTxHash: hash.nullable(),
  callId: z.string(),
  chainSlug: slug.nullable(),
  plug: address.nullable(),
  payload: z.looseObject({ appGateway: address.nullable(), payload: hex.nullable(), params: hex.nullable() }),
  ExecutionDetails: z.looseObject({ appGatewayTxHash: hash.nullable(), simulationStatus: text, revertString: text }),
  isGivenUp,
  foreign: foreign.optional(),
  revert: z.strictObject({ reason: z.string(), decoded: decoded.optional() }).nullable(),
})

const timeoutFields = {
  id: z.int().nullable(),
  timeoutId: z.string(),
  status: z.string(),
  target: address.nullable(),
  payload: hex.nullable(),
  executeAt: seconds,
  executedAt: seconds.nullable(),
  isResolved: z.boolean(),
  resolveTxHash: hash.nullable(),
  simulationStatus: text,
  revertString: text,
  originTxHash: hash.nullable(),
  isGivenUp,
  foreign: foreign.optional(),
  createdAt: text,
  updatedAt: text,
}

/** A call that an app gateway scheduled. */
export const timeout: z.ZodType = apiObject("Timeout", timeoutFields)

/** A timeout that has run, and how late. */
export const timeoutAtItsEnd: z.ZodType = apiObject("TimeoutAtItsEnd", {
  ...timeoutFields,
  lateBy: milliseconds.nullable(),
})

/** The fields of a step of a timeout. */
export const timeoutStep: z.ZodRawShape = {
  revert: z.strictObject({ reason: z.string(), decoded: decoded.optional() }).optional(),
  timeout,
}

const reverts = z.array(
  z.strictObject({
    payloadId: z.string(),
    stage: z.enum(["execute", "callback"]),
    reason: z.string(),
    decoded: decoded.optional(),
    isGivenUp: z.literal(true).optional(),
  }),
)

/** The fields of a step of a request, and of a payload. */
export const transactionSteps: [z.ZodRawShape, z.ZodRawShape] = [
  { subject: z.literal("request"), reverts, requestCount: z.int().nullable() },
  { subject: z.literal("payload"), reverts, payload, requestCount: z.int().nullable() },
]

/** Where a contract of an app gateway is deployed. */
export const deployment: z.ZodRawShape = {
  status: z.string(),
  onChainAddress: address.nullable(),
  forwarderAddress: address.nullable(),
  requestedAt: seconds.optional(),
  isStuck: z.boolean().optional(),
}
