import type { Abi, Address, Hex } from "viem"

import type { WorldClock } from "./createWorldClock.js"
import type { Devnet } from "#src/devnet/Devnet.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"

/** A contract that a test has deployed. */
type RegisteredContract = {
  readonly name: string
  readonly chain: string
  readonly address: Address
  readonly abi: Abi
}

/** The contracts that tests have deployed: failure texts name them, and decode by their ABIs. */
export type ContractRegistry = {
  add(contract: RegisteredContract): void
  /** In the order in which they were deployed. */
  all(): readonly RegisteredContract[]
  abis(): readonly Abi[]
  find(chain: string, address: Address): RegisteredContract | undefined
  /** Remembers what is there. Returns a function that goes back to it. */
  remember(): () => void
}

export function createRegistry(): ContractRegistry {
  let contracts: readonly RegisteredContract[] = []
  return {
    add(contract) {
      contracts = [...contracts, contract]
    },
    all: () => contracts,
    abis: () => contracts.map(({ abi }) => abi),
    find: (chain, address) =>
      contracts.findLast(
        (contract) => contract.chain === chain && contract.address.toLowerCase() === address.toLowerCase(),
      ),
    remember() {
      const then = contracts
      return () => {
        contracts = then
      }
    },
  }
}

export type ReachedState = {
  readonly status: MessageStatus
  /** Milliseconds of the world's clock. */
  readonly at: number
}

/** When messages came to their states, for failure texts. */
export type MessageHistory = {
  /** The states of a message, in order; the last one is the current one. */
  of(record: MessageRecord): readonly ReachedState[]
}

/** Begins to write down when messages come to their states. Forgets those from which a message was set back. */
export function createHistory(
  { onMessage }: Pick<Devnet<string, boolean, boolean>, "onMessage">,
  clock: WorldClock,
): MessageHistory {
  const histories = new Map<Hex, readonly ReachedState[]>()
  onMessage(({ outbound, status }) => {
    const before = histories.get(outbound.packedMessage) ?? []
    const { step } = messageStates[status]
    const kept = before.filter((reached) => messageStates[reached.status].step < step)
    histories.set(outbound.packedMessage, [...kept, { status, at: clock.now() }])
  })
  return {
    of: ({ outbound, status, since }) => {
      const known = histories.get(outbound.packedMessage)
      return known?.at(-1)?.status === status ? known : [{ status, at: since }]
    },
  }
}
