import type { PayloadFacts } from "../../reading/types.js"
import type { Findings, GatewayCase, GatewayCause } from "../types.js"
import { type CodeReader, createCodeReader, findPayloadCause } from "./findPayloadCause.js"
import { findCallbackCause, findTimeoutCause, findTriggerCause } from "./findCallbackCause.js"

/** Finds why a call reverts: that of a payload, of its callback, of a timeout or of a trigger. */
export async function findCallCauses(of: GatewayCase): Promise<Findings> {
  const { requests, timeouts, triggers } = of.reading
  const payloads = requests.filter(({ cancelled }) => cancelled === null).flatMap((request) => request.payloads)
  const codeReader = createCodeReader()
  const found = await Promise.all([
    ...payloads.map((payload) => findPayloadOrCallbackCause(of, payload, codeReader)),
    ...timeouts.map((timeout) => findTimeoutCause(of, timeout)),
    ...triggers.map((trigger) => findTriggerCause(of, trigger)),
  ])
  return { causes: found.filter((cause) => cause !== undefined) }
}

/** What is wrong with the call explains what is wrong with its callback. */
async function findPayloadOrCallbackCause(
  of: GatewayCase,
  payload: PayloadFacts,
  codeReader: CodeReader,
): Promise<GatewayCause | undefined> {
  return (await findPayloadCause(of, payload, codeReader)) ?? (await findCallbackCause(of, payload))
}
