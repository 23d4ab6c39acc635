import type { Address, Client, Hex } from "viem"
import { numberToHex } from "viem/utils"
import { z } from "zod"

import { addressSchema, hexSchema } from "../../http/schemas.js"
import { askNode, logShape, type NodeQuestion, parseAnswer } from "./askNode.js"
import type { CallToSimulate, SimulatedLog } from "./Simulation.js"

/** One call of an account, and the block on whose state it is traced. */
export type CallToTrace = {
  readonly account: Address
  readonly call: CallToSimulate
  readonly blockNumber?: bigint | undefined
}

/** A call in a trace. What it called in turn is parsed when it is reached, because calls nest up to 1024 deep. */
export type Frame = {
  readonly type: string
  readonly from: Address
  readonly to?: Address | undefined
  readonly value: bigint
  /** Not every node says it. */
  readonly gasUsed?: bigint | undefined
  readonly input: Hex
  readonly output: Hex
  readonly error?: string | undefined
  readonly logs: readonly (SimulatedLog & { readonly index: number })[]
  readonly calls: readonly unknown[]
}

export type CallTrace = {
  readonly top: Frame
  /** Lists the calls in the order in which they were made, a call before those that it makes. `enter` leaves a call out, and with it all that it called. */
  walk(enter?: (frame: Frame) => boolean): Generator<Frame, void, undefined>
  /** Returns the last call that a call made. */
  lastCall(frame: Frame): Frame | undefined
}

/**
 * Traces one call with `debug_traceCall`.
 *
 * @returns `undefined` if the node does not have the method
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 */
export async function traceCall(client: Client, traced: CallToTrace): Promise<CallTrace | undefined> {
  const question = traceQuestion(traced, { tracer: "callTracer", tracerConfig: callTracerConfig })
  const answer = await askNode(client, question)
  return answer === undefined ? undefined : readTrace(answer, question)
}

export const callTracerConfig = { withLog: true } as const

export function readTrace(answer: unknown, question: NodeQuestion): CallTrace {
  return {
    top: parseAnswer(frameSchema, answer, question),
    walk: (enter = () => true) => walk(answer, question, enter),
    lastCall: ({ calls }) => (calls.length === 0 ? undefined : parseAnswer(frameSchema, calls.at(-1), question)),
  }
}

export function traceQuestion({ account, call, blockNumber }: CallToTrace, tracer: object): NodeQuestion {
  const { to, data, value = 0n } = call
  const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber)
  return {
    method: "debug_traceCall",
    params: [{ from: account, to, data, value: numberToHex(value) }, block, tracer],
    call,
  }
}

function* walk(answer: unknown, question: NodeQuestion, enter: (frame: Frame) => boolean): Generator<Frame> {
  const open: unknown[] = [answer]
  while (open.length > 0) {
    const frame = parseAnswer(frameSchema, open.pop(), question)
    if (!enter(frame)) continue
    yield frame
    open.push(...frame.calls.toReversed())
  }
}

// Nodes that do not number logs over the whole transaction list them in order.
const tracedLogSchema = z.object({ ...logShape, index: hexSchema.default("0x0").transform(Number) })

export const frameSchema: z.ZodType<Frame> = z.object({
  type: z.string(),
  from: addressSchema,
  to: addressSchema.optional(),
  value: hexSchema.default("0x0").transform((value) => (value === "0x" ? 0n : BigInt(value))),
  gasUsed: hexSchema.transform((gas) => (gas === "0x" ? 0n : BigInt(gas))).optional(),
  input: hexSchema.default("0x"),
  output: hexSchema.default("0x"),
  error: z.string().optional(),
  logs: z.array(tracedLogSchema).default([]),
  calls: z.array(z.unknown()).default([]),
})
