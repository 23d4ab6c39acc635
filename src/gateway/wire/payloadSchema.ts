import { z } from "zod"

import { givenUpStatuses, hasReached, payloadStates } from "../states.js"
import type { AppGatewayDetails, Payload, PayloadDetails } from "../types.js"
import { address, count, details, flag, hex, isGivenUp, text, txHashSchema } from "./fields.js"
import { takeForeign } from "./foreign.js"
import { lenient } from "#src/http/parsing/answerSchema.js"
import { orNull, slugSchema, someTextSchema } from "#src/http/schemas.js"
import { compareStates } from "#src/tracking/states.js"

const appGatewayDetailsSchema = z
  .looseObject({
    onChainAddress: address,
    forwarderAddress: address,
    isForwarderDeployed: flag,
  })
  .transform((wire): AppGatewayDetails => ({ ...wire, isForwarderDeployed: wire.isForwarderDeployed ?? false }))

const notDeployed: AppGatewayDetails = { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false }

const wirePayloadSchema = z.looseObject({
  payloadId: someTextSchema,
  chainSlug: slugSchema,
  target: address,
  payload: hex,
  callType: text,
  batchCount: count,
  executeDetails: details({
    isExecuted: flag,
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
  isGivenUp,
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
