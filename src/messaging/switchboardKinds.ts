/**
 * Every kind of switchboard. Types, checks, lists and the devnet's contracts follow from it.
 *
 * - `needs`: what a packet needs before the switchboard allows it
 * - `devnet`: the contract of this kind on a devnet, as its key in `ProtocolContracts` and its row in the banner; none where a devnet has
 *   no such switchboard
 */
export const switchboardTable = {
  FAST: {
    needs: "attestations",
    devnet: {
      contract: "switchboard",
      title: "switchboard",
      meaning: "watchers attest, which takes a moment",
    },
  },
  OPTIMISTIC: {
    needs: "time",
    devnet: {
      contract: "optimisticSwitchboard",
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

/** The keys in `ProtocolContracts` of the devnet's switchboards. */
export type DevnetSwitchboardContract = Table[DevnetSwitchboardKind]["devnet"]["contract"]
