import type { Address, Client } from "viem"
import { numberToHex, toEventSelector } from "viem/utils"
import { z } from "zod"

import { askNode, logShape, parseAnswer } from "./askNode.js"
import { type CallToTrace, type CallTrace, type Frame, traceCall } from "./callTrace.js"
import { addressIn, numberIn } from "./readAccountEffects.js"
import {
  type NativeTransfer,
  type SimulateCallsParameters,
  type SimulatedLog,
  type Simulation,
  toCallRequest,
} from "./Simulation.js"
import { hexSchema } from "#src/http/schemas.js"

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

/** Simulates calls one after the other with `eth_simulateV1`; `undefined` if the node does not have the method. */
export async function simulateInBlock(
  client: Client,
  { account, calls, blockNumber }: SimulateCallsParameters,
): Promise<Simulation | undefined> {
  const [first] = calls
  if (first === undefined) return { status: "success", logs: [], nativeTransfers: [], outputs: [] }
  const question = {
    method: "eth_simulateV1",
    params: [
      {
        blockStateCalls: [{ calls: calls.map((call) => toCallRequest(account, call)) }],
        traceTransfers: true,
      },
      blockNumber === undefined ? "latest" : numberToHex(blockNumber),
    ],
    call: first,
  }
  const answer = await askNode(client, question)
  if (answer === undefined) return undefined
  const [block] = parseAnswer(blocksSchema(calls.length), answer, question)
  const outcomes = block.calls
  const index = outcomes.findIndex(({ status }) => status !== "0x1")
  const reverted = outcomes[index]
  if (reverted !== undefined) return { status: "reverted", index, data: reverted.error?.data ?? reverted.returnData }
  const all = outcomes.flatMap(({ logs }) => logs)
  return {
    status: "success",
    logs: all.filter((log) => !isNativeTransfer(log)),
    nativeTransfers: all.filter(isNativeTransfer).map(toNativeTransfer),
    outputs: outcomes.map(({ returnData }) => returnData),
  }
}

const outcomeSchema = z.object({
  status: hexSchema,
  returnData: hexSchema,
  logs: z.array(z.object(logShape)).default([]),
  error: z.object({ data: hexSchema.optional() }).optional(),
})

const blocksSchema = (callCount: number) => z.tuple([z.object({ calls: z.array(outcomeSchema).length(callCount) })])

/** With `traceTransfers`, a transfer of native currency is the log of a token at this address, which nothing else can log from. */
const nativeLogger: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
const transfer = toEventSelector("Transfer(address,address,uint256)")

function isNativeTransfer({ address, topics }: SimulatedLog): boolean {
  return address === nativeLogger && topics[0] === transfer && topics.length === 3
}

function toNativeTransfer({ topics: [, from, to], data }: SimulatedLog): NativeTransfer {
  return { from: addressIn(from), to: addressIn(to), value: numberIn(data) }
}
