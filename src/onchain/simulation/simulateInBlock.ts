import type { Address, Client } from "viem"
import { numberToHex, toEventSelector } from "viem/utils"
import { z } from "zod"

import { askNode, logShape, parseAnswer } from "./askNode.js"
import { addressIn, numberIn } from "./readAccountEffects.js"
import {
  type NativeTransfer,
  type SimulateCallsParameters,
  type SimulatedLog,
  type Simulation,
  toCallRequest,
} from "./Simulation.js"
import { hexSchema } from "#src/http/schemas.js"

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
