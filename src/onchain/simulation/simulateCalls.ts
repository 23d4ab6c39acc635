import type { Client } from "viem"

import { simulateByTrace } from "./simulateByTrace.js"
import { simulateInBlock } from "./simulateInBlock.js"
import type { SimulateCallsParameters, Simulation } from "./types.js"

/**
 * Simulates calls of an account one after the other, and returns what they would log and how much native currency they would move.
 * Uses `eth_simulateV1`, or `debug_traceCall` for a single call if the node does not have the first. Sends nothing.
 *
 * @returns `undefined` if the node has neither method, or has only the second and there is more than one call
 * @throws {NodeFailedError} the node did not answer, or its answer is malformed
 * @example
 * const simulation = await simulateCalls(client, { account, calls: [{ to: router, data, value: 0n }] })
 * if (simulation?.status === "success") console.log(simulation.logs.length, simulation.nativeTransfers)
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
