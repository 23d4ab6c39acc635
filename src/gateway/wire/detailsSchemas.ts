import { z } from "zod"

import { listOf } from "../../http/parsing/listOf.js"
import {
  booleanSchema,
  field,
  hexSchema,
  orNull,
  slugSchema,
  someTextSchema,
  textSchema,
  uint256Schema,
} from "../../http/schemas.js"
import { readWholeNumber } from "../../primitives/numbers/readNumbers.js"
import { payloadCallTypes } from "../states.js"
import type { PayloadDetails, Trigger } from "../types.js"
import { listOfReadable, orForeign, replaceOdd, takeForeign } from "./foreign.js"
import { inGatewayEnvelope } from "./inGatewayEnvelope.js"
import { addressOrNull, countSchema, details, furthestOf } from "./payloadSchema.js"
import { unreadable } from "./unreadable.js"

const text = orForeign(orNull(textSchema))
const hex = orForeign(orNull(hexSchema))
const address = orForeign(addressOrNull)
const count = orForeign(orNull(countSchema))
const amount = orForeign(orNull(uint256Schema("a whole number")))
const flag = orForeign(orNull(booleanSchema))
const isGivenUp = orForeign(booleanSchema).optional()

/** A call type by its number, or by its name as the other endpoints have it. */
const callType = orForeign(
  orNull(
    field("a call type", (value) => {
      if (typeof value === "string" && !/^\d+$/.test(value)) return value
      const number = readWholeNumber(value)
      return number === undefined ? undefined : (payloadCallTypes[number] ?? String(number))
    }),
  ),
)

/** A hash, where zeros stand for none. */
const digest = orForeign(
  orNull(
    field("0x and hex digits", (value) => {
      const { success, data } = hexSchema.safeParse(value)
      return success ? (/^0x0+$/.test(data) ? null : data) : undefined
    }),
  ),
)

/** A response of `/payload`. A field of another form than documented becomes `null`, and is kept in `foreign` as it came. */
export const payloadDetailsSchema: z.ZodType<PayloadDetails> = inGatewayEnvelope(
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
      finalizeTxHash: hex,
      finalizeStatus: text,
      isFinalized: flag,
      executeTxHash: hex,
      executeStatus: text,
      isExecuted: flag,
      executeSimulationStatus: text,
      executeRevertString: text,
      callbackTxHash: hex,
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
    onChainTxHash: hex,
    callId: someTextSchema,
    chainSlug: orForeign(orNull(slugSchema)),
    plug: address,
    payload: details({ appGateway: address, payload: hex, params: hex }),
    ExecutionDetails: details({ appGatewayTxHash: hex, simulationStatus: text, revertString: text }),
    isGivenUp,
  })
  .transform((parsed): Trigger => takeForeign(parsed))

/** A response of `/trigger`: every trigger of the transaction, in the order of the API. One that cannot be read is UNREADABLE. */
export const triggersSchema: z.ZodType<Trigger[]> = inGatewayEnvelope(
  listOfReadable(listOf(orForeign(triggerSchema))).transform((triggers) =>
    replaceOdd(triggers, (foreign) => ({
      status: unreadable,
      onChainTxHash: null,
      callId: `${unreadable} ${foreign.path}`,
      chainSlug: null,
      plug: null,
      payload: { appGateway: null, payload: null, params: null },
      ExecutionDetails: { appGatewayTxHash: null, simulationStatus: null, revertString: null },
      foreign: [foreign],
    })),
  ),
)
