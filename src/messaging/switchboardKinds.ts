import type { Address } from "viem"

/**
 * Every kind of switchboard. Types, checks, lists and the devnet's contracts follow from it.
 *
 * - `needs`: what a packet needs before the switchboard allows it
 * - `devnet`: the contract of this kind on a devnet: its key in `ProtocolContracts`, its address, which is the same on every chain, and
 *   its row in the banner; none where a devnet has no such switchboard
 *
 * To add one: its contract, its name in `scripts/artifacts/deployed.ts`, and `devnet/messaging/deploy.ts`, there last in `contractNames`
 * and in `initCodes`. If packets need more than attestations or time: `needOf` in `paths.ts`, and an actor.
 */
export const switchboardTable = {
  FAST: {
    needs: "attestations",
    devnet: {
      contract: "switchboard",
      address: "0x4c7a1ffaA7407DD304C960027A0C6D8D71808062",
      title: "switchboard",
      meaning: "watchers attest, which takes a moment",
    },
  },
  OPTIMISTIC: {
    needs: "time",
    devnet: {
      contract: "optimisticSwitchboard",
      address: "0xA560F6eDbBF3361B3586F5F1a432FF611A1C4f98",
      title: "optimistic switchboard",
      meaning: "allows packets after a timeout",
    },
  },
  NATIVE_BRIDGE: { needs: "bridge" },
} as const

type Table = typeof switchboardTable

/**
 * A kind of switchboard of the deployed system. FAST allows a packet once every watcher has attested it, OPTIMISTIC once a time has
 * passed since its proposal, NATIVE_BRIDGE once the bridge between the two chains has carried its root.
 */
export type SwitchboardKind = keyof Table

/** The kinds that a devnet has. */
export type DevnetSwitchboardKind = {
  [Kind in SwitchboardKind]: Table[Kind] extends { devnet: object } ? Kind : never
}[SwitchboardKind]

export const switchboardKinds: readonly SwitchboardKind[] = Object.keys(switchboardTable) as SwitchboardKind[]
export const devnetSwitchboardKinds: readonly DevnetSwitchboardKind[] = switchboardKinds.filter(isDevnetKind)

export function isDevnetKind(kind: SwitchboardKind): kind is DevnetSwitchboardKind {
  return "devnet" in switchboardTable[kind]
}

/** Returns the address of a switchboard on every chain of every devnet. */
export function devnetSwitchboard(kind: DevnetSwitchboardKind): Address {
  return switchboardTable[kind].devnet.address
}

/** The keys in `ProtocolContracts` of the devnet's switchboards. */
export type DevnetSwitchboardContract = Table[DevnetSwitchboardKind]["devnet"]["contract"]
