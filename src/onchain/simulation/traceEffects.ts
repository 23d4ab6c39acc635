import type { Address, Client, Hex } from "viem"
import { getAddress } from "viem/utils"
import { z } from "zod"

import { askNode, type NodeQuestion, parseAnswer } from "./askNode.js"
import { type CallToTrace, callTracerConfig, minedQuestion, readTrace, traceQuestion } from "./callTrace.js"
import { simulateByTrace, simulationOf } from "./simulateCalls.js"
import type { Simulation } from "./Simulation.js"
import { hexSchema } from "#src/http/schemas.js"

/** A word of 32 bytes in the storage of a contract, and how a call would change it. */
export type StorageChange = {
  readonly contract: Address
  readonly slot: Hex
  readonly before: Hex
  readonly after: Hex
}

/** What one call would do, and which words of storage it would change: `undefined` where the node does not have the tracer. */
export type TracedEffects = {
  readonly simulation: Simulation | undefined
  readonly storage: readonly StorageChange[] | undefined
}

/**
 * Reads what one call would do and which words of storage it would change, with `debug_traceCall`: once where the node has a tracer for
 * both, and otherwise twice. Sends nothing.
 *
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 */
export async function traceEffects(client: Client, traced: CallToTrace): Promise<TracedEffects> {
  const tracerConfig = { callTracer: callTracerConfig, prestateTracer: prestateConfig }
  const question = traceQuestion(traced, { tracer: "muxTracer", tracerConfig })
  const both = bothSchema.safeParse(await askNode(client, question).catch(() => undefined))
  if (both.success) {
    const { callTracer, prestateTracer } = both.data
    const simulation = simulationOf(readTrace(callTracer, question))
    return { simulation, storage: changesIn(prestateTracer, question) }
  }
  const alone = traceQuestion(traced, { tracer: "prestateTracer", tracerConfig: prestateConfig })
  const [simulation, answer] = await Promise.all([simulateByTrace(client, traced), askNode(client, alone)])
  return { simulation, storage: answer === undefined ? undefined : changesIn(answer, alone) }
}

/** Reads what a transaction that was mined has done, and which words of storage it has changed, with `debug_traceTransaction`. */
export async function traceMinedEffects(
  client: Client,
  transaction: { readonly hash: Hex; readonly to: Address },
): Promise<TracedEffects> {
  const calls = minedQuestion(transaction, { tracer: "callTracer", tracerConfig: callTracerConfig })
  const words = minedQuestion(transaction, { tracer: "prestateTracer", tracerConfig: prestateConfig })
  const [trace, diff] = await Promise.all([askNode(client, calls), askNode(client, words)])
  return {
    simulation: trace === undefined ? undefined : simulationOf(readTrace(trace, calls)),
    storage: diff === undefined ? undefined : changesIn(diff, words),
  }
}

const prestateConfig = { diffMode: true } as const
const bothSchema = z.object({ callTracer: z.looseObject({}), prestateTracer: z.looseObject({}) })

function changesIn(answer: unknown, question: NodeQuestion): readonly StorageChange[] {
  const { pre, post } = parseAnswer(diffSchema, answer, question)
  const words = new Map<string, StorageChange>()
  for (const [contract, before, slot] of wordsOf(pre)) {
    // A word that becomes zero is not in the state afterwards.
    words.set(`${contract} ${slot}`, { contract, slot, before, after: zero })
  }
  for (const [contract, after, slot] of wordsOf(post)) {
    const before = words.get(`${contract} ${slot}`)?.before ?? zero
    words.set(`${contract} ${slot}`, { contract, slot, before, after })
  }
  return [...words.values()].filter(({ before, after }) => before !== after)
}

const zero: Hex = `0x${"0".repeat(64)}`

const wordSchema = hexSchema.transform((word): Hex => `0x${word.slice(2).toLowerCase().padStart(64, "0")}`)
const stateSchema = z.record(
  z.string().regex(/^0x[0-9a-f]{40}$/i),
  z.object({ storage: z.record(z.string().regex(/^0x[0-9a-f]*$/i), wordSchema).default({}) }),
)
const diffSchema = z.object({ pre: stateSchema, post: stateSchema })

function* wordsOf(state: z.infer<typeof stateSchema>): Generator<[contract: Address, word: Hex, slot: Hex]> {
  for (const [contract, { storage }] of Object.entries(state)) {
    for (const [slot, word] of Object.entries(storage)) yield [getAddress(contract), word, wordSchema.parse(slot)]
  }
}
