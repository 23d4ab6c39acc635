import type { Address, Client } from "viem"

import { numberToHex } from "viem/utils"
import { z } from "zod"

import { addressSchema, hexSchema } from "../../http/schemas.js"
import { askNode, parseAnswer } from "./askNode.js"
import { logShape } from "./logShape.js"
import type { CallToSimulate, NativeTransfer, SimulatedLog, Simulation } from "./types.js"

/**
 * Simulates one call with `debug_traceCall`.
 *
 * @returns `undefined` if the node does not have the method
 */
export async function simulateByTrace(
  client: Client,
  {
    account,
    call,
    blockNumber,
  }: { readonly account: Address; readonly call: CallToSimulate; readonly blockNumber?: bigint | undefined },
): Promise<Simulation | undefined> {
  const { to, data, value = 0n } = call
  const question = {
    method: "debug_traceCall",
    params: [
      { from: account, to, data, value: numberToHex(value) },
      blockNumber === undefined ? "latest" : numberToHex(blockNumber),
      { tracer: "callTracer", tracerConfig: { withLog: true } },
    ],
    call,
  }
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
  const top = parseAnswer(frameSchema, answer, question)
  if (top.error !== undefined) return { status: "reverted", index: 0, data: top.output }
  const logs: TracedLog[] = []
  const nativeTransfers: NativeTransfer[] = []
  // Calls nest up to 1024 deep, so they are neither parsed nor walked by recursion.
  const open: unknown[] = [answer]
  while (open.length > 0) {
    const frame = parseAnswer(frameSchema, open.pop(), question)
    // What a call does before it reverts is undone, and so is what it called.
    if (frame.error !== undefined) continue
    logs.push(...frame.logs)
    if (frame.to !== undefined && frame.value > 0n && movesValue.has(frame.type)) {
      nativeTransfers.push({ from: frame.from, to: frame.to, value: frame.value })
    }
    open.push(...frame.calls.toReversed())
  }
  return { status: "success", logs: logs.toSorted((a, b) => a.index - b.index), nativeTransfers }
}

type TracedLog = SimulatedLog & { readonly index: number }

// Nodes that do not number logs over the whole transaction list them in order.
const tracedLogSchema = z.object({ ...logShape, index: hexSchema.default("0x0").transform(Number) })

/** A call, and what it called in turn, which is parsed when it is reached. */
const frameSchema = z.object({
  type: z.string(),
  from: addressSchema,
  to: addressSchema.optional(),
  value: hexSchema.default("0x0").transform((value) => (value === "0x" ? 0n : BigInt(value))),
  output: hexSchema.default("0x"),
  error: z.string().optional(),
  logs: z.array(tracedLogSchema).default([]),
  calls: z.array(z.unknown()).default([]),
})

/** A delegated call repeats the value of its caller, and moves nothing. */
const movesValue: ReadonlySet<string> = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"])
