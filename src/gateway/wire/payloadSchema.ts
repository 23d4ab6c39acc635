import type { Address } from "viem"

import { z } from "zod"

import { defineSchema } from "../../http/parsing/defineSchema.js"
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
} from "../../http/schemas.js"
import { compareStates } from "../../tracking/states.js"
import type { AppGatewayDetails, Payload } from "../types.js"
import { hasReached, payloadStates } from "../states.js"

const textOrNull: z.ZodType<string | null> = orNull(textSchema)

/** An address. The API uses the zero address for an address that is not known yet; the result is `null`. */
export const addressOrNull: z.ZodType<Address | null> = orNull(
  field("an address", (value) => (typeof value === "string" && /^0x0{40}$/.test(value) ? null : readAddress(value))),
)

/** A whole number, as a number or as decimal digits. */
export const countSchema: z.ZodType<number> = wholeNumberSchema("a whole number")

const booleanOrNull: z.ZodType<boolean | null> = orNull(booleanSchema)

const appGatewayDetailsSchema = z
  .looseObject({ onChainAddress: addressOrNull, forwarderAddress: addressOrNull, isForwarderDeployed: booleanOrNull })
  .transform((wire): AppGatewayDetails => ({ ...wire, isForwarderDeployed: wire.isForwarderDeployed ?? false }))

const notDeployed: AppGatewayDetails = { onChainAddress: null, forwarderAddress: null, isForwarderDeployed: false }

const wirePayloadSchema = z.looseObject({
  payloadId: someTextSchema,
  chainSlug: slugSchema,
  target: addressOrNull,
  payload: orNull(hexSchema),
  callType: textOrNull,
  batchCount: orNull(countSchema),
  executeDetails: details({
    isExecuted: booleanOrNull,
    executionStatus: textOrNull,
    executeStatus: textOrNull,
    executeTxHash: orNull(hexSchema),
    returnData: orNull(hexSchema),
    callbackTxHash: orNull(hexSchema),
  }),
  callBackDetails: details({ callbackTxHash: orNull(hexSchema), callbackStatus: textOrNull }),
  finalizeDetails: details({ finalizeTxHash: orNull(hexSchema), finalizeStatus: textOrNull }),
  simulationDetails: details({
    executeSimulationStatus: textOrNull,
    executeRevertString: textOrNull,
    callbackSimulationStatus: textOrNull,
    callbackRevertString: textOrNull,
  }),
  appGatewayDetails: orNull(appGatewayDetailsSchema),
  deployerDetails: orNull(appGatewayDetailsSchema),
})

/**
 * Creates the schema of a payload in either of the API's two shapes. The older one has the callback's transaction in
 * `executeDetails`, and `appGatewayDetails`. The newer one has `callBackDetails`, `finalizeDetails`, `executeStatus` and
 * `deployerDetails`. Unknown keys are kept.
 *
 * @param list the list of the newer shape that the payload is in; omit it for the older shape, which has one list
 */
export function payloadSchema(list?: Payload["kind"]): z.ZodType<Payload> {
  return wirePayloadSchema.transform(({ appGatewayDetails, deployerDetails, ...wire }) => {
    const { executionStatus: older, executeStatus: newer, callbackTxHash, ...execution } = wire.executeDetails
    const executionStatus = older ?? newer ?? (execution.isExecuted === true ? "EXECUTED" : "NO")
    const { finalizeStatus } = wire.finalizeDetails
    const { callbackStatus } = wire.callBackDetails
    const deployed = appGatewayDetails ?? deployerDetails ?? notDeployed
    const deploys = deployed.onChainAddress !== null || deployed.forwarderAddress !== null
    const callType = wire.callType ?? (deploys ? "DEPLOY" : list === "read" ? "READ" : "WRITE")
    return {
      ...wire,
      kind: list ?? (callType === "READ" ? "read" : "write"),
      status: [finalizeStatus, callbackStatus].reduce<string>(laterOf, executionStatus),
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

/** Creates the schema of an object that may be missing and whose fields may be missing. */
function details<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): z.ZodType<z.output<z.ZodObject<Shape, z.core.$loose>>> {
  const schema = z.looseObject(shape)
  return defineSchema((payload, context) => {
    payload.value ??= {}
    return schema._zod.run(payload, context)
  })
}

/** Returns the later of two statuses. A status that is not a payload state, as the details of a stage may have, is ignored. */
function laterOf(status: string, other: string | null): string {
  return other !== null && compareStates(other, status, payloadStates) > 0 ? other : status
}
