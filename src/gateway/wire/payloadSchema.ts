import type { Address, Hex } from "viem"
import { z } from "zod"

import { givenUpStatuses, hasReached, payloadStates } from "../states.js"
import type { AppGatewayDetails, Payload, PayloadDetails } from "../types.js"
import { takeForeign } from "./foreign.js"
import { lenient } from "#src/http/parsing/answerSchema.js"
import {
  booleanSchema,
  field,
  hexSchema,
  orNull,
  readAddress,
  slugSchema,
  someTextSchema,
  textSchema,
  wholeNumberSchema,
} from "#src/http/schemas.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { compareStates } from "#src/tracking/states.js"

const textOrNull: z.ZodType<string | null> = orNull(textSchema)

/** An address. The API uses the zero address for an address that is not known yet; the result is `null`. */
export const addressOrNull: z.ZodType<Address | null> = orNull(
  field("an address", (value) => (typeof value === "string" && /^0x0{40}$/.test(value) ? null : readAddress(value))),
)

/** A whole number, as a number or as decimal digits. */
export const countSchema: z.ZodType<number> = wholeNumberSchema("a whole number")

const booleanOrNull: z.ZodType<boolean | null> = orNull(booleanSchema)

const appGatewayDetailsSchema = z
  .looseObject({
    onChainAddress: lenient(addressOrNull),
    forwarderAddress: lenient(addressOrNull),
    isForwarderDeployed: lenient(booleanOrNull),
  })
  .transform((wire): AppGatewayDetails => ({ ...wire, isForwarderDeployed: wire.isForwarderDeployed ?? false }))

const notDeployed: AppGatewayDetails = { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false }

const text = lenient(textOrNull)
const hex = lenient(orNull(hexSchema))

/** The hash of a transaction, in lower case. Nothing, or zeros, stand for none. */
export const txHashSchema: z.ZodType<Hex | null> = lenient(
  orNull(
    field("the hash of a transaction", (value) => {
      if (typeof value !== "string") return undefined
      if (/^0x0*$/.test(value)) return null
      return isEvmHash(value) ? (value.toLowerCase() as Hex) : undefined
    }),
  ),
)

const wirePayloadSchema = z.looseObject({
  payloadId: someTextSchema,
  chainSlug: slugSchema,
  target: lenient(addressOrNull),
  payload: hex,
  callType: text,
  batchCount: lenient(orNull(countSchema)),
  executeDetails: details({
    isExecuted: lenient(booleanOrNull),
    executionStatus: text,
    executeStatus: text,
    executeTxHash: txHashSchema,
    returnData: hex,
    callbackTxHash: txHashSchema,
  }),
  callBackDetails: details({ callbackTxHash: txHashSchema, callbackStatus: text }),
  finalizeDetails: details({ finalizeTxHash: txHashSchema, finalizeStatus: text }),
  proofUploadDetails: details({ proofUploadTxHash: txHashSchema, proofUploadStatus: text }).optional(),
  simulationDetails: details({
    executeSimulationStatus: text,
    executeRevertString: text,
    callbackSimulationStatus: text,
    callbackRevertString: text,
  }),
  appGatewayDetails: lenient(orNull(appGatewayDetailsSchema)),
  deployerDetails: lenient(orNull(appGatewayDetailsSchema)),
  isGivenUp: lenient(booleanSchema).optional(),
})

/**
 * Creates the schema of a payload in either of the API's two shapes. The older one has the callback's transaction in
 * `executeDetails`, and `appGatewayDetails`. The newer one has `callBackDetails`, `finalizeDetails`, `executeStatus` and
 * `deployerDetails`. Unknown keys are kept. A field of another form than documented becomes `null`, and is kept in `foreign` as it came.
 *
 * @param list the list of the newer shape that the payload is in; omit it for the older shape, which has one list
 */
export function payloadSchema(list?: Payload["kind"]): z.ZodType<Payload> {
  return wirePayloadSchema.transform((parsed): Payload => {
    const { appGatewayDetails, deployerDetails, ...wire } = takeForeign(parsed)
    const { executionStatus: older, executeStatus: newer, callbackTxHash, ...execution } = wire.executeDetails
    const executionStatus = older ?? newer ?? (execution.isExecuted === true ? "EXECUTED" : "NO")
    const { finalizeStatus } = wire.finalizeDetails
    const { callbackStatus } = wire.callBackDetails
    const deployed = appGatewayDetails ?? deployerDetails ?? notDeployed
    const deploys = deployed.onChainAddress !== null || deployed.forwarderAddress !== null
    const callType = wire.callType ?? (deploys ? "DEPLOY" : list === "read" ? "READ" : "WRITE")
    return {
      ...wire,
      ...givenUp({ ...wire, executeStatus: newer, callbackStatus }),
      kind: list ?? (callType === "READ" ? "read" : "write"),
      status: furthestOf(executionStatus, finalizeStatus, callbackStatus),
      callType,
      executeDetails: {
        ...execution,
        executionStatus,
        isExecuted: execution.isExecuted ?? hasReached(executionStatus, "EXECUTED"),
      },
      callBackDetails: {
        ...wire.callBackDetails,
        callbackTxHash: wire.callBackDetails.callbackTxHash ?? callbackTxHash,
      },
      appGatewayDetails: deploys || callType === "DEPLOY" ? deployed : null,
    }
  })
}

/** Creates the schema of an object that may be missing and whose fields may be missing. Anything else stands for one that says nothing. */
export function details<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): z.ZodType<z.output<z.ZodObject<Shape, z.core.$loose>>> {
  return z.preprocess((value) => (isRecord(value) ? value : {}), z.looseObject(shape))
}

/** The furthest of the stages' statuses. What is no payload state is ignored, as is an execution whose tries are over. */
export function furthestOf(executionStatus: string, ...others: readonly (string | null)[]): string {
  return others.reduce<string>(
    (status, other) => (other !== null && compareStates(other, status, payloadStates) > 0 ? other : status),
    executionStatus === givenUpStatuses.execution ? "NO" : executionStatus,
  )
}

/** What the API says of the tries: `isGivenUp` of the devnet's, or a status of a stage that says that they are over. */
export function givenUp(
  stages: Pick<PayloadDetails, "isGivenUp" | "executeStatus" | "callbackStatus">,
): Pick<PayloadDetails, "isGivenUp"> {
  const { isGivenUp, executeStatus, callbackStatus } = stages
  if (executeStatus === givenUpStatuses.execution || callbackStatus === givenUpStatuses.callback)
    return { isGivenUp: true }
  return isGivenUp === undefined ? {} : { isGivenUp }
}
