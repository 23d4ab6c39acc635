import type { Client } from "viem"

import { type CallToTrace, type Frame, traceCall } from "./callTrace.js"
import type { NativeTransfer, Simulation } from "./types.js"

/**
 * Simulates one call with `debug_traceCall`.
 *
 * @returns `undefined` if the node does not have the method
 */
export async function simulateByTrace(client: Client, parameters: CallToTrace): Promise<Simulation | undefined> {
  const trace = await traceCall(client, parameters)
  if (trace === undefined) return undefined
  const { top } = trace
  if (top.error !== undefined) return { status: "reverted", index: 0, data: top.output }
  const logs: Frame["logs"][number][] = []
  const nativeTransfers: NativeTransfer[] = []
  // What a call does before it reverts is undone, and so is what it called.
  for (const frame of trace.walk(({ error }) => error === undefined)) {
    logs.push(...frame.logs)
    if (frame.to !== undefined && frame.value > 0n && movesValue.has(frame.type)) {
      nativeTransfers.push({ from: frame.from, to: frame.to, value: frame.value })
    }
  }
  return { status: "success", logs: logs.toSorted((a, b) => a.index - b.index), nativeTransfers }
}

/** A delegated call repeats the value of its caller, and moves nothing. */
const movesValue: ReadonlySet<string> = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"])
