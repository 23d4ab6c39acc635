import { z } from "zod"

import { lenient } from "../../http/parsing/answerSchema.js"
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
import { gatewayAnswer, gatewayListAnswer, takeForeign, unreadable } from "./foreign.js"
import { addressOrNull, countSchema, details, furthestOf } from "./payloadSchema.js"

const text = lenient(orNull(textSchema))
const hex = lenient(orNull(hexSchema))
const address = lenient(addressOrNull)
const count = lenient(orNull(countSchema))
const amount = lenient(orNull(uint256Schema("a whole number")))
const flag = lenient(orNull(booleanSchema))
const isGivenUp = lenient(booleanSchema).optional()

/** A call type by its number, or by its name as the other endpoints have it. */
const callType = lenient(
  orNull(
    field("a call type", (value) => {
      if (typeof value === "string" && !/^\d+$/.test(value)) return value
      const number = readWholeNumber(value)
      return number === undefined ? undefined : (payloadCallTypes[number] ?? String(number))
    }),
  ),
)

/** A hash, where zeros stand for none. */
const digest = lenient(
  orNull(
    field("0x and hex digits", (value) => {
      const { success, data } = hexSchema.safeParse(value)
      return success ? (/^0x0+$/.test(data) ? null : data) : undefined
    }),
  ),
)

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
    chainSlug: lenient(orNull(slugSchema)),
    plug: address,
    payload: details({ appGateway: address, payload: hex, params: hex }),
    ExecutionDetails: details({ appGatewayTxHash: hex, simulationStatus: text, revertString: text }),
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
