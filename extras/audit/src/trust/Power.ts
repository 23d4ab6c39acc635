import type { KeyHolder, Need } from "./keySets.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import type { WayCode } from "#src/messaging/TrustPolicy.js"

/**
 * What keys can do with a path.
 *
 * - `forge`: make `inbound` run with what was never sent
 * - `censor`: keep from running what was sent
 * - `freeze`: stop everything by a trip
 * - `rules`: change who decides, and what plugs are connected
 * - `drain`: take fees, and what lies in the protocol's contracts
 */
export type PowerName = "forge" | "censor" | "freeze" | "rules" | "drain"

/** In the order in which they are told. */
export const powerNames: readonly PowerName[] = ["forge", "censor", "freeze", "rules", "drain"]

/**
 * Every way to a power, with how it is done. `docs/forging.md` follows each through the contracts. To add one: its code in `TrustPolicy.ts`;
 * who finds it, in `forging.ts` or `findPowers.ts`; how tests do it, in `forgeries.ts`; and the attack that tries it, in `forgingWorld.ts`.
 */
export const ways: Readonly<Record<WayCode, { readonly power: PowerName; readonly says: string }>> = {
  FORGE_BY_ATTESTING: { power: "forge", says: "propose a root of their own, attest it, and execute" },
  FORGE_BY_TIMEOUT: { power: "forge", says: "propose a root of their own, wait for the timeout, and execute" },
  FORGE_BY_SWITCHBOARD_OWNER: { power: "forge", says: "make themselves the only watcher, propose, attest and execute" },
  FORGE_BY_UNKNOWN_SWITCHBOARD: { power: "forge", says: "have the switchboard allow a root of their own" },
  FORGE_BY_CONNECTING: { power: "forge", says: "connect the plug to a sibling of their own, and send from it" },
  FORGE_BY_OWN_SWITCHBOARD: {
    power: "forge",
    says: "connect the plug to a switchboard of their own, propose and execute",
  },
  FORGE_BY_GOVERNANCE: {
    power: "forge",
    says: "replace the socket's hasher, so that another message's root is that of theirs",
  },
  FORGE_BY_SOURCE_GOVERNANCE: {
    power: "forge",
    says: "replace the source's hasher, so that the forged root is sealed there, and execute",
  },
  FORGE_BY_SIBLING_KEY: { power: "forge", says: "connect the sibling's account itself, which has no code, and send" },
  FORGE_BY_UPGRADING: { power: "forge", says: "replace the plug's code, which then does what they want" },
  FORGE_BY_SIBLING_UPGRADE: { power: "forge", says: "replace the sibling's code, and send from it" },
  CENSOR_BY_NOT_SEALING: { power: "censor", says: "seal no packets of the path" },
  CENSOR_BY_NOT_PROPOSING: { power: "censor", says: "propose no packets of the path" },
  CENSOR_BY_NOT_ATTESTING: { power: "censor", says: "not attest, where no timeout lets packets pass" },
  CENSOR_BY_NOT_EXECUTING: { power: "censor", says: "execute no messages" },
  CENSOR_BY_DISCONNECTING: { power: "censor", says: "disconnect one of the plugs" },
  CENSOR_BY_REVOKING: { power: "censor", says: "take the roles of those who carry messages away" },
  CENSOR_BY_FEES: { power: "censor", says: "set fees that nobody pays" },
  FREEZE_BY_TRIP: { power: "freeze", says: "trip the path, or the whole switchboard" },
  RULES_BY_PLUG_OWNER: { power: "rules", says: "connect the plug to any sibling, by any switchboard" },
  RULES_BY_SIBLING_OWNER: { power: "rules", says: "connect the sibling to any plug, by any switchboard" },
  RULES_BY_SOCKET: { power: "rules", says: "replace hasher, managers and capacitor factory of a socket" },
  RULES_BY_SWITCHBOARD_OWNER: { power: "rules", says: "choose watchers, and who trips" },
  RULES_BY_MANAGER_OWNER: { power: "rules", says: "choose transmitters or executors" },
  DRAIN_BY_WITHDRAWING: { power: "drain", says: "withdraw the fees" },
  DRAIN_BY_RESCUING: { power: "drain", says: "take what lies in a contract of the protocol by rescueFunds" },
}

export const wayCodes: readonly WayCode[] = Object.keys(ways) as WayCode[]

/** One way to a power: who it takes, how long, and who can stop it meanwhile. */
export type Way = {
  readonly code: WayCode
  readonly needs: Need
  /** Seconds from the first transaction on; `null` if that is not known. */
  readonly seconds: bigint | null
  /** Those who can stop it meanwhile, where it takes time. */
  readonly stoppers: Need
  readonly evidence: readonly Evidence[]
}

/** A smallest set of keys that suffices for a power. */
export type Power = {
  readonly power: PowerName
  readonly code: WayCode
  readonly keys: readonly KeyHolder[]
  /** Seconds that it takes at least; `null` if that is not known. */
  readonly seconds: bigint | null
  /** The smallest sets of others who can stop it meanwhile. */
  readonly stoppedBy: readonly (readonly KeyHolder[])[]
  readonly evidence: readonly Evidence[]
}
