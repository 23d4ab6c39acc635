import { z } from "zod"

import type {
  DeployedAddresses,
  FeesInfo,
  Forwarder,
  GatewayRequest,
  Payload,
  PayloadDetails,
  Timeout,
  Trigger,
} from "../types.js"
import {
  address,
  addressOrNull,
  amount,
  callType,
  count,
  countSchema,
  details,
  digest,
  feePoolChainSchema,
  flag,
  hex,
  isGivenUp,
  text,
  textOrNull,
  tokensSchema,
  txHashSchema,
} from "./fields.js"
import { gatewayAnswer, gatewayListAnswer, inOrder, leaveOutRepeats, takeForeign, unreadable } from "./foreign.js"
import { furthestOf, givenUp, payloadSchema } from "./payloadSchema.js"
import { lenient, someOf } from "#src/http/parsing/answerSchema.js"
import {
  addressSchema,
  booleanSchema,
  orNull,
  parsePart,
  slugSchema,
  someTextSchema,
  textSchema,
} from "#src/http/schemas.js"
import { isRecord } from "#src/primitives/isRecord.js"

const feesInfoSchema: z.ZodType<FeesInfo> = z.looseObject({
  feePoolChain: orNull(feePoolChainSchema),
  feePoolToken: textOrNull,
  maxFees: orNull(tokensSchema),
  fee: orNull(tokensSchema),
})

const listNames = ["Payloads", "payloads", "writePayloads", "readPayloads"] as const

const listedRequestSchema: z.ZodType<GatewayRequest> = z
  .looseObject({
    status: someTextSchema,
    requestCount: count,
    openedBy: lenient(textSchema.nullable()).optional(),
    Payloads: payloadsSchema(),
    payloads: payloadsSchema(),
    writePayloads: payloadsSchema("write"),
    readPayloads: payloadsSchema("read"),
    feesInfo: lenient(orNull(feesInfoSchema)),
    feeInfo: lenient(orNull(feesInfoSchema)),
  })
  .transform((parsed) => {
    const { Payloads, payloads, writePayloads, readPayloads, feesInfo, feeInfo, ...kept } = takeForeign(parsed)
    const lists = [writePayloads, readPayloads, Payloads, payloads]
    return {
      ...kept,
      payloads: eachOnce(lists.flatMap((list) => list ?? [])),
      feesInfo: feesInfo ?? feeInfo,
    }
  })

/** A request of `/getDetailsByTxHash`, in one shape or several. A payload in several lists counts once. Unknown keys are kept. */
export const requestSchema: z.ZodType<GatewayRequest> = z.transform((wire, context): GatewayRequest => {
  const { request, order } = leaveOutRepeats(wire)
  const parsed = parsePart(listedRequestSchema, request, context)
  if (context.issues.length > 0) return z.NEVER
  const { payloads, ...kept } = parsed
  return { ...kept, payloads: byBatch(order === undefined ? payloads : inOrder(payloads, order)) }
})

function payloadsSchema(list?: Payload["kind"]): z.ZodType<Payload[] | null> {
  return orNull(someOf(payloadSchema(list)))
}

// An entry that has none of the lists is in an unknown shape, and must not count as one without payloads.
const entrySchema: z.ZodType<GatewayRequest> = z
  .unknown()
  .refine((entry) => !isRecord(entry) || listNames.some((name) => Object.hasOwn(entry, name)), {
    error: "a list of payloads",
    abort: true,
  })
  .pipe(requestSchema)

/** A response of `/getDetailsByTxHash`. Empty while the gateway does not know the transaction. */
export const requestsSchema: z.ZodType<GatewayRequest[]> = gatewayListAnswer(entrySchema, () => ({
  status: unreadable,
  requestCount: null,
  payloads: [],
  feesInfo: null,
}))

/** One timeout in a response of `/timeout`. */
export const timeoutSchema: z.ZodType<Timeout> = z
  .looseObject({
    id: count,
    timeoutId: someTextSchema,
    status: someTextSchema,
    target: address,
    payload: hex,
    executeAt: countSchema,
    executedAt: count,
    isResolved: lenient(booleanSchema.nullish()),
    resolveTxHash: txHashSchema,
    simulationStatus: text,
    revertString: text,
    originTxHash: txHashSchema,
    isGivenUp,
    createdAt: text,
    updatedAt: text,
  })
  .transform((parsed) => {
    const wire = takeForeign(parsed)
    return { ...wire, isResolved: wire.isResolved ?? wire.status === "RESOLVED" }
  })

/** A response of `/timeout`: every matching timeout, in the order of the API. */
export const timeoutsSchema: z.ZodType<Timeout[]> = gatewayListAnswer(timeoutSchema, (name) => ({
  ...noTimeout,
  timeoutId: name,
}))

const noTimeout: Omit<Timeout, "timeoutId"> = {
  id: null,
  status: unreadable,
  target: null,
  payload: null,
  executeAt: 0,
  executedAt: null,
  isResolved: false,
  resolveTxHash: null,
  simulationStatus: null,
  revertString: null,
  originTxHash: null,
  createdAt: null,
  updatedAt: null,
}

/** A malformed address is an error with its field: `null` would mean not deployed, and a wait for it would never end. */
export const deployedAddressesSchema: z.ZodType<DeployedAddresses> = gatewayAnswer(
  z
    .looseObject({
      onchain: z.looseObject({ chainSlug: slugSchema, deployedContract: addressOrNull }),
      offchain: z.looseObject({ forwarder: addressOrNull, contractId: textSchema }),
      requestTxHash: txHashSchema.optional(),
      requestedAt: count.optional(),
    })
    .transform(takeForeign),
)

/** A response of `/getForwarderAddress`, bare or in an envelope. A malformed address is an error here, too. */
export const forwarderSchema: z.ZodType<Forwarder> = gatewayAnswer(
  z
    .looseObject({
      chainSlug: slugSchema,
      onChainAddress: addressSchema,
      forwarderAddress: addressOrNull,
      isDeployed: booleanSchema.nullish(),
    })
    .transform((wire) => ({ ...wire, isDeployed: wire.isDeployed ?? false })),
)

/** Sorts payloads into the order in which they run, if the API gives their batches. */
function byBatch(payloads: readonly Payload[]): readonly Payload[] {
  const batches = payloads.map(({ batchCount }) => batchCount)
  if (batches.includes(null)) return payloads
  return [...payloads].sort((a, b) => Number(a.batchCount) - Number(b.batchCount))
}

/** Leaves out what is in several lists. The list that says whether it is a read or a write comes first, and counts. */
function eachOnce(payloads: readonly Payload[]): Payload[] {
  return [
    ...new Map(payloads.toReversed().map((payload) => [payload.payloadId.toLowerCase(), payload])).values(),
  ].toReversed()
}

/** A response of `/payload`. A field of another form than documented becomes `null`, and is kept in `foreign` as it came. */
export const payloadDetailsSchema: z.ZodType<PayloadDetails> = gatewayAnswer(
  z
    .looseObject({
      id: count,
      payloadId: someTextSchema,
      requestCount: count,
      batchCount: count,
      payloadCount: count,
      asyncPromise: address,
      chainSlug: slugSchema,
      target: address,
      payload: hex,
      value: amount,
      appGateway: address,
      deadline: count,
      isParallel: flag,
      writeFinality: count,
      readAt: amount,
      finalizeTxHash: txHashSchema,
      finalizeStatus: text,
      isFinalized: flag,
      executeTxHash: txHashSchema,
      executeStatus: text,
      isExecuted: flag,
      executeSimulationStatus: text,
      executeRevertString: text,
      callbackTxHash: txHashSchema,
      callbackStatus: text,
      callbackSimulationStatus: text,
      callbackRevertString: text,
      isCallbackCompleted: flag,
      callType,
      returnData: hex,
      proof: hex,
      gasLimit: amount,
      estimatedGasLimit: amount,
      digest,
      switchboard: hex,
      prevDigestsHash: digest,
      isGivenUp,
      createdAt: text,
      updatedAt: text,
    })
    .transform((parsed): PayloadDetails => {
      const wire = takeForeign(parsed)
      const {
        executeSimulationStatus,
        executeRevertString,
        callbackSimulationStatus,
        callbackRevertString,
        ...payload
      } = wire
      const executed = wire.executeStatus ?? (wire.isExecuted === true ? "EXECUTED" : "NO")
      return {
        ...payload,
        ...givenUp(wire),
        status: furthestOf(executed, wire.finalizeStatus, wire.callbackStatus),
        simulationDetails: {
          executeSimulationStatus,
          executeRevertString,
          callbackSimulationStatus,
          callbackRevertString,
        },
      }
    }),
)

/** One trigger in a response of `/trigger`. */
const triggerSchema: z.ZodType<Trigger> = z
  .looseObject({
    status: someTextSchema,
    onChainTxHash: txHashSchema,
    callId: someTextSchema,
    chainSlug: lenient(orNull(slugSchema)),
    plug: address,
    payload: details({ appGateway: address, payload: hex, params: hex }),
    ExecutionDetails: details({ appGatewayTxHash: txHashSchema, simulationStatus: text, revertString: text }),
    isGivenUp,
  })
  .transform((parsed): Trigger => takeForeign(parsed))

/** A response of `/trigger`: every trigger of the transaction, in the order of the API. One that is malformed is UNREADABLE. */
export const triggersSchema: z.ZodType<Trigger[]> = gatewayListAnswer(triggerSchema, (name) => ({
  status: unreadable,
  onChainTxHash: null,
  callId: name,
  chainSlug: null,
  plug: null,
  payload: { appGateway: null, payload: null, params: null },
  ExecutionDetails: { appGatewayTxHash: null, simulationStatus: null, revertString: null },
}))
