import type { Hex } from "viem"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import type { LocalChain } from "./chain/chains.js"
import { ChainSetBackAloneError } from "./chain/setBackErrors.js"
import type { Protocol } from "./relay/Protocol.js"
import type { HoldableRelay } from "./relay/relay.js"

/** Sets back every chain of a devnet at once, with everything that the devnet itself knows. */
export type Snapshots = {
  /** Takes a snapshot, and returns its id. */
  take(): Promise<Hex>
  /**
   * Goes back to a snapshot. It can be gone back to again, those taken after it cannot.
   *
   * @throws {InvalidInputError} there is no such snapshot
   */
  revert(id: string): Promise<void>
}

type Snapshot = {
  /** The snapshot of each chain. */
  readonly ids: ReadonlyMap<LocalChain, Hex>
  readonly restores: readonly (() => void)[]
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
  report,
}: {
  chains: readonly LocalChain[]
  protocols: readonly Protocol<Stage>[]
  relay: Pick<HoldableRelay<Stage>, "hold">
  report: (error: unknown) => void
}): Snapshots {
  /** Oldest first. */
  const snapshots = new Map<string, Snapshot>()
  let count = 0
  /** What each chain is being set back to with all others. */
  const together = new Map<LocalChain, Hex>()
  const reported = new Set<LocalChain>()

  for (const chain of chains) {
    chain.onRevert((id) => {
      if (together.get(chain) === id) return
      // The chain has dropped its later snapshots with this one.
      for (const [name, { ids }] of snapshots) if (BigInt(ids.get(chain) ?? 0n) >= BigInt(id)) snapshots.delete(name)
      if (reported.has(chain)) return
      reported.add(chain)
      report(new ChainSetBackAloneError({ chain: chain.name, chains: chains.map(({ name }) => name) }))
    })
  }

  async function sync(): Promise<void> {
    await Promise.all(protocols.map((protocol) => protocol.sync()))
  }

  async function snapshotChains(): Promise<Snapshot["ids"]> {
    const ids = chains.map(
      async (chain) => [chain, (await chain.provider.request({ method: "evm_snapshot" })) as Hex] as const,
    )
    return new Map(await Promise.all(ids))
  }

  async function revertChain(chain: LocalChain, id: Hex): Promise<void> {
    together.set(chain, id)
    try {
      const isReverted: unknown = await chain.provider.request({ method: "evm_revert", params: [id] })
      if (isReverted !== true) throw new Error(`${chain.name} has lost its snapshot ${id}; restart the devnet`)
    } finally {
      together.delete(chain)
    }
  }

  function take(): Promise<Hex> {
    return relay.hold(async () => {
      await sync()
      const restores = protocols.map((protocol) => protocol.remember())
      const id: Hex = `0x${(count += 1).toString(16)}`
      snapshots.set(id, { ids: await snapshotChains(), restores })
      return id
    })
  }

  function revert(id: unknown): Promise<void> {
    return relay.hold(async () => {
      const known = [...snapshots.keys()]
      const snapshot = typeof id === "string" ? snapshots.get(id) : undefined
      if (snapshot === undefined) throw unknownSnapshot(id, known)
      const { restores } = snapshot
      for (const taken of known.slice(known.indexOf(id as string))) snapshots.delete(taken)
      await Promise.all([...snapshot.ids].map(([chain, chainId]) => revertChain(chain, chainId)))
      await sync()
      for (const restore of restores) restore()
      // A chain's own snapshot can be used once, so each takes another.
      snapshots.set(id as string, { ids: await snapshotChains(), restores })
    })
  }

  for (const { provider } of chains) {
    const request = provider.request.bind(provider)
    provider.request = async (call) => {
      if (call.method === "devnet_snapshot") return await take()
      if (call.method !== "devnet_revert") return (await request(call)) as unknown
      await revert((call.params as readonly unknown[] | undefined)?.[0])
      return true
    }
  }

  return { take, revert }
}

function unknownSnapshot(id: unknown, known: readonly string[]): InvalidInputError {
  return new InvalidInputError({
    argument: "id",
    problem: `the devnet has no snapshot ${JSON.stringify(id)}. It never had one, or an earlier one was gone back to since`,
    fix: known.length === 0 ? "Take one with devnet.snapshot()." : `Give one of ${known.join(", ")}.`,
  })
}
