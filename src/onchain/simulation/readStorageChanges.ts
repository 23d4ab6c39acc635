import type { Address, Client, Hex } from "viem"
import { getAddress } from "viem/utils"
import { z } from "zod"

import { hexSchema } from "../../http/schemas.js"
import { askNode, parseAnswer } from "./askNode.js"
import { type CallToTrace, traceQuestion } from "./callTrace.js"

/** A word of 32 bytes in the storage of a contract, and how a call would change it. */
export type StorageChange = {
  readonly contract: Address
  readonly slot: Hex
  readonly before: Hex
  readonly after: Hex
}

/**
 * Reads which words of storage one call would change, with `debug_traceCall`. Sends nothing.
 *
 * @returns `undefined` if the node does not have the method
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 */
export async function readStorageChanges(
  client: Client,
  traced: CallToTrace,
): Promise<readonly StorageChange[] | undefined> {
  const question = traceQuestion(traced, { tracer: "prestateTracer", tracerConfig: { diffMode: true } })
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
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
  z.object({ storage: z.record(z.string(), wordSchema).default({}) }),
)
const diffSchema = z.object({ pre: stateSchema, post: stateSchema })

function* wordsOf(state: z.infer<typeof stateSchema>): Generator<[contract: Address, word: Hex, slot: Hex]> {
  for (const [contract, { storage }] of Object.entries(state)) {
    for (const [slot, word] of Object.entries(storage)) yield [getAddress(contract), word, wordSchema.parse(slot)]
  }
}
