import { readContract } from "viem/actions"

import type { Mend } from "../../../explaining/Explanation.js"
import { socketAbi } from "../../onchain/abi.js"
import type { Head } from "../../../onchain/logs/Mined.js"
import type { ReadableChain } from "../../reading/types.js"
import { devnetStageTimes } from "../stageTimes.js"
import type { MessageCase } from "../types.js"
import { nameHolders, readRoleHolders } from "./roleHolders.js"

/** What a transmitter has to do, and where. */
export type TransmitterTask = {
  readonly stage: "seal" | "propose"
  readonly chain: ReadableChain
  readonly head: Head
  /** The slug of the chain to which it seals, or from which it proposes. */
  readonly otherSlug: number
}

/** Says which transmitters can mend something. Their signature is needed, so there is no command. */
export async function mendByTransmitter(subject: MessageCase, task: TransmitterTask): Promise<Mend> {
  return { who: `${await nameTransmitter(task)}${ofDevnet(subject, task.stage)}`, command: null }
}

/** On a devnet the relay does what an actor has to do, and at once, so that it is not at work if something is late. */
export function ofDevnet({ stageTimes }: Pick<MessageCase, "stageTimes">, stage: string): string {
  return stageTimes === devnetStageTimes
    ? ` (for a devnet's own contracts: its relay, whose stage ${stage} is paused, or which is stopped)`
    : ""
}

async function nameTransmitter({ chain, head, otherSlug }: TransmitterTask): Promise<string> {
  const manager = await readContract(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    functionName: "transmitManager__",
    blockNumber: head.number,
  }).catch(() => undefined)
  if (manager === undefined) return `the transmitter of ${chain.name}`
  const role = { name: "TRANSMITTER_ROLE", slug: otherSlug } as const
  const holders = await readRoleHolders(chain, head, { contract: manager, role })
  return holders?.length === 0
    ? `the owner of the transmit manager ${manager} on ${chain.name}, where nobody holds TRANSMITTER_ROLE for chain ${otherSlug}`
    : `${nameHolders("transmitter", holders)} on ${chain.name}`
}
