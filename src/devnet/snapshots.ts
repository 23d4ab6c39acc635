import type { Hex } from "viem"

import type { LocalChain } from "./chain/chains.js"
import { addMethod } from "./chain/requests.js"
import { ChainSetBackAloneError } from "./chain/setBackErrors.js"
import type { Protocol } from "./relay/Protocol.js"
import type { HoldableRelay } from "./relay/relay.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Sets back every chain of a devnet at once, with everything that the devnet itself knows. */
export type Snapshots = {
  take(): Promise<Hex>
  /**
   * Goes back to a snapshot. It can be gone back to again, those taken after it cannot.
   *
   * @throws {InvalidInputError} there is no such snapshot
   */
  revert(id: string): Promise<void>
  has(id: string): boolean
  /** Those that can be gone back to, oldest first. */
  ids(): readonly string[]
}

/** Remembers something at a snapshot. Returns a function that goes back to it. */
export type Remember = () => () => Promise<void> | void

/** What else is set back with the chains and the ledgers. */
export type OtherMemories = {
  /** Goes back first, because ledgers write down at what time they read a chain. */
  readonly time: () => () => void
  /** Goes back after the chains, and before the ledgers read them. */
  readonly rest: () => readonly Remember[]
}

type Snapshot = {
  readonly ids: ReadonlyMap<LocalChain, Hex>
  readonly restoreTime: (() => void) | undefined
  readonly restoreOthers: readonly ReturnType<Remember>[]
  readonly restoreLedgers: readonly (() => void)[]
}

/**
 * Creates the devnet's snapshots, and reports when `evm_revert` sets back a chain alone. Every chain's provider gets the methods
 * `devnet_snapshot` and `devnet_revert`.
 *
 * @param chains every chain, the gateway's included
 */
export function createSnapshots<Stage extends string>({
  chains,
  protocols,
  relay,
  others,
  report,
}: {
  chains: readonly LocalChain[]
  protocols: readonly Protocol<Stage>[]
  relay: Pick<HoldableRelay<Stage>, "hold">
  others?: OtherMemories | undefined
  report: (error: unknown) => void
}): Snapshots {
  /** Oldest first. */
  const snapshots = new Map<string, Snapshot>()
  let count = 0
  /** What each chain is being set back to with all others. */
  const together = new Map<LocalChain, Hex>()
  const reported = new Set<LocalChain>()

  for (const chain of chains) {
    chain.onRevert(async (id) => {
      if (together.get(chain) === id) return
      // The chain has dropped its later snapshots with this one.
      for (const [name, { ids }] of snapshots) if (BigInt(ids.get(chain) ?? "0x0") >= BigInt(id)) snapshots.delete(name)
      if (!reported.has(chain)) {
        reported.add(chain)
        report(new ChainSetBackAloneError({ chain: chain.name, chains: chains.map(({ name }) => name) }))
      }
      // Otherwise a listener could hear a moment later of a delivery that the chain has forgotten.
      await sync().catch(report)
    })
  }

  async function sync(): Promise<void> {
    await Promise.all(protocols.map((protocol) => protocol.sync()))
  }

  async function onEveryChain(work: (chain: LocalChain) => Promise<Hex>): Promise<Snapshot["ids"]> {
    return new Map(await Promise.all(chains.map(async (chain) => [chain, await work(chain)] as const)))
  }

  /** A chain's own snapshot can be used once, so another is taken at once, before anything changes. */
  function revertChain(chain: LocalChain, id: Hex): Promise<Hex> {
    return chain.whileStill(async (request) => {
      together.set(chain, id)
      try {
        const isReverted: unknown = await request({ method: "evm_revert", params: [id] })
        if (isReverted !== true) throw new Error(`${chain.name} has lost its snapshot ${id}; restart the devnet`)
        return (await request({ method: "evm_snapshot" })) as Hex
      } finally {
        together.delete(chain)
      }
    })
  }

  function take(): Promise<Hex> {
    return relay.hold(async () => {
      await sync()
      const restoreLedgers = await Promise.all(protocols.map((protocol) => protocol.remember()))
      const restoreTime = others?.time()
      const restoreOthers = (others?.rest() ?? []).map((remember) => remember())
      const id: Hex = `0x${(count += 1).toString(16)}`
      const ids = await onEveryChain((chain) =>
        chain.whileStill(async (request) => (await request({ method: "evm_snapshot" })) as Hex),
      )
      snapshots.set(id, { ids, restoreTime, restoreOthers, restoreLedgers })
      return id
    })
  }

  function revert(id: unknown): Promise<void> {
    return relay.hold(async () => {
      const known = [...snapshots.keys()]
      const snapshot = typeof id === "string" ? snapshots.get(id) : undefined
      if (snapshot === undefined) throw unknownSnapshot(id, known)
      for (const taken of known.slice(known.indexOf(id as string))) snapshots.delete(taken)
      snapshot.restoreTime?.()
      const ids = await onEveryChain((chain) => revertChain(chain, snapshot.ids.get(chain) ?? "0x0"))
      snapshots.set(id as string, { ...snapshot, ids })
      for (const restore of snapshot.restoreOthers) await restore()
      await sync()
      for (const restore of snapshot.restoreLedgers) restore()
      reported.clear()
    })
  }

  addMethod(chains, "devnet_snapshot", take)
  addMethod(chains, "devnet_revert", async (id) => {
    await revert(id)
    return true
  })

  return { take, revert, has: (id) => snapshots.has(id), ids: () => [...snapshots.keys()] }
}

function unknownSnapshot(id: unknown, known: readonly string[]): InvalidInputError {
  return new InvalidInputError({
    argument: "id",
    problem: `the devnet has no snapshot ${JSON.stringify(id)}. It never had one, an earlier one was gone back to, or evm_revert on one chain alone made it unusable`,
    fix:
      known.length === 0
        ? "Take one with devnet.snapshot(), on a devnet that nothing has gone wrong on: restart it if in doubt."
        : `Give one of ${known.join(", ")}.`,
  })
}
