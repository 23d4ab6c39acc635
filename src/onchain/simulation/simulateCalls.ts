import type { Client } from "viem"

import { type CallToTrace, type CallTrace, type Frame, traceCall } from "./callTrace.js"
import { simulateInBlock } from "./simulateInBlock.js"
import type { NativeTransfer, SimulateCallsParameters, Simulation } from "./Simulation.js"

/**
 * Simulates calls of an account one after the other, and returns what they would log and how much native currency they would move.
 * Uses `eth_simulateV1`, or `debug_traceCall` for a single call if the node does not have the first. Sends nothing.
 *
 * @returns `undefined` if the node has neither method, or has only the second and there is more than one call
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 */
export async function simulateCalls(
  client: Client,
  parameters: SimulateCallsParameters,
): Promise<Simulation | undefined> {
  const simulation = await simulateInBlock(client, parameters)
  if (simulation !== undefined) return simulation
  const [call, ...others] = parameters.calls
  return call === undefined || others.length > 0 ? undefined : await simulateByTrace(client, { ...parameters, call })
}

/** Simulates one call with `debug_traceCall`; `undefined` if the node does not have the method. */
export async function simulateByTrace(client: Client, parameters: CallToTrace): Promise<Simulation | undefined> {
  const trace = await traceCall(client, parameters)
  return trace && simulationOf(trace)
}

/** Returns what a traced call would log, and how much native currency it would move. */
export function simulationOf(trace: CallTrace): Simulation {
  const { top } = trace
  if (top.error !== undefined) return { status: "reverted", index: 0, data: top.output }
  const logs: Frame["logs"][number][] = []
  const nativeTransfers: NativeTransfer[] = []
  // What a call does before it reverts is undone, and so is what it called.
  for (const { frame, revertedIn } of trace.walk()) {
    if (revertedIn !== undefined) continue
    logs.push(...frame.logs)
    if (frame.to !== undefined && frame.value > 0n && movesValue.has(frame.type)) {
      nativeTransfers.push({ from: frame.from, to: frame.to, value: frame.value })
    }
  }
  const ordered = logs.toSorted((a, b) => a.index - b.index)
  return { status: "success", logs: ordered, nativeTransfers, outputs: [top.output] }
}

/** A delegated call repeats the value of its caller, and moves nothing. */
const movesValue: ReadonlySet<string> = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"])
