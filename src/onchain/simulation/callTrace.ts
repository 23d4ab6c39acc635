import type { Address, Client, Hex } from "viem"
import { numberToHex } from "viem/utils"
import { z } from "zod"

import { askNode, logShape, type NodeQuestion, parseAnswer } from "./askNode.js"
import { type CallToSimulate, type SimulatedLog, toCallRequest } from "./Simulation.js"
import { addressSchema, hexSchema } from "#src/http/schemas.js"

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

export type TracedCall = {
  readonly frame: Frame
  /** The innermost call around it that reverted, itself included, which undid it; `undefined` if nothing did. */
  readonly revertedIn: Frame | undefined
}

export type CallTrace = {
  readonly top: Frame
  /** Lists the calls in the order in which they were made, a call before those that it makes. */
  walk(): Generator<TracedCall, void, undefined>
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

/**
 * Traces a mined transaction with `debug_traceTransaction`. The calls come in the order in which they were made, a call before those that
 * it makes; the first is the transaction itself.
 *
 * @param transaction.to what it called, for errors
 * @returns `undefined` if the node does not have the method, or does not have the state of that block any more
 * @throws {NodeFailedError} the answer of the node is malformed
 */
export async function traceTransaction(
  client: Client,
  transaction: { readonly hash: Hex; readonly to: Address },
): Promise<readonly TracedCall[] | undefined> {
  const question = minedQuestion(transaction, { tracer: "callTracer", tracerConfig: callTracerConfig })
  const answer = await askNode(client, question).catch(() => undefined)
  return answer === undefined ? undefined : [...readTrace(answer, question).walk()]
}

/** Returns the last call inside a traced one that failed by itself, which is mostly why those around it did. */
export function failureInside(calls: readonly TracedCall[]): Frame | undefined {
  return calls.slice(1).findLast(({ frame, revertedIn }) => frame === revertedIn)?.frame
}

export const callTracerConfig = { withLog: true } as const

export function readTrace(answer: unknown, question: NodeQuestion): CallTrace {
  return {
    top: parseAnswer(frameSchema, answer, question),
    walk: () => walk(answer, question),
    lastCall: ({ calls }) => (calls.length === 0 ? undefined : parseAnswer(frameSchema, calls.at(-1), question)),
  }
}

export function traceQuestion({ account, call, blockNumber }: CallToTrace, tracer: object): NodeQuestion {
  const block = blockNumber === undefined ? "latest" : numberToHex(blockNumber)
  return {
    method: "debug_traceCall",
    params: [toCallRequest(account, call), block, tracer],
    call,
  }
}

export function minedQuestion({ hash, to }: { hash: Hex; to: Address }, tracer: object): NodeQuestion {
  return { method: "debug_traceTransaction", params: [hash, tracer], call: { to } }
}

function* walk(answer: unknown, question: NodeQuestion): Generator<TracedCall> {
  const open: { readonly raw: unknown; readonly around: Frame | undefined }[] = [{ raw: answer, around: undefined }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const frame = parseAnswer(frameSchema, next.raw, question)
    const revertedIn = frame.error === undefined ? next.around : frame
    yield { frame, revertedIn }
    open.push(...frame.calls.toReversed().map((raw) => ({ raw, around: revertedIn })))
  }
}

// Nodes that do not number logs over the whole transaction list them in order.
const tracedLogSchema = z.object({ ...logShape, index: hexSchema.default("0x0").transform(Number) })

const frameSchema: z.ZodType<Frame> = z.object({
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
