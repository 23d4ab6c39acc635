import type { Client } from "viem"
import { z } from "zod"

import { askNode, parseAnswer } from "../simulation/askNode.js"
import { type CallToTrace, traceQuestion } from "../simulation/callTrace.js"
import { type GasFrame, readGasTree } from "./readGasTree.js"

/**
 * Traces a call step by step, and reads what it has done. The chain has to have the rules of today.
 *
 * @returns `undefined` if the node does not have `debug_traceCall`, or no code ran
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 */
export async function traceGas(client: Client, traced: CallToTrace): Promise<GasFrame | undefined> {
  const question = traceQuestion(traced, { disableStorage: true, disableMemory: true })
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
  const { structLogs } = parseAnswer(answerSchema, answer, question)
  return readGasTree(structLogs, { from: traced.account, to: traced.call.to })
}

const gas = z.coerce.number()
const step = z.object({ op: z.string(), depth: z.number(), gas, gasCost: gas, stack: z.array(z.string()) })
const answerSchema = z.object({ structLogs: z.array(step) })
