import type { Address, Hex } from "viem"

import type { PlugConfig } from "./onchain/getPlugConfig.js"
import type { ReadableChain } from "./reading/Journey.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import type { Clock } from "#src/primitives/clock.js"

/** What a project demands of its paths. What is left out is not demanded. */
export type TrustPolicy = {
  readonly leastKeysToForge?: number | undefined
  readonly leastSecondsUnwatched?: number | undefined
  readonly leastSafeSigners?: number | undefined
  readonly switchboards?: readonly Address[] | undefined
  readonly exceptions?: readonly TrustException[] | undefined
}

/**
 * The rules of a policy, and what holds whatever it demands: an exception ends, and what was not read is not known to be well. To add one:
 * its check in `checkTrust.ts`, its key in `TrustPolicy`, `PlugsUserConfig.ts` and `validatePlugs.ts`, and `extras/audit/docs/trust.md`.
 */
export const trustRules = [
  "FEW_KEYS_FORGE",
  "UNWATCHED_TOO_SOON",
  "OWNER_NOT_SAFE",
  "SWITCHBOARD_NOT_ALLOWED",
  "NOT_READ",
  "EXCEPTION_ENDED",
] as const

export type TrustRule = (typeof trustRules)[number]

/** What can be done to a path, and how, as the auditor tells it. */
export type WayCode =
  | `FORGE_BY_${"ATTESTING" | "TIMEOUT" | "SWITCHBOARD_OWNER" | "UNKNOWN_SWITCHBOARD" | "CONNECTING" | "OWN_SWITCHBOARD"}`
  | `FORGE_BY_${"GOVERNANCE" | "SOURCE_GOVERNANCE" | "SIBLING_KEY" | "UPGRADING" | "SIBLING_UPGRADE"}`
  | `CENSOR_BY_NOT_${"SEALING" | "PROPOSING" | "ATTESTING" | "EXECUTING"}`
  | `CENSOR_BY_${"DISCONNECTING" | "REVOKING" | "FEES"}`
  | "FREEZE_BY_TRIP"
  | `RULES_BY_${"PLUG_OWNER" | "SIBLING_OWNER" | "SOCKET" | "SWITCHBOARD_OWNER" | "MANAGER_OWNER"}`
  | `DRAIN_BY_${"WITHDRAWING" | "RESCUING"}`

/** A breach that is accepted for a reason, until the end of a day. */
export type TrustException = {
  readonly rule: Exclude<TrustRule, "EXCEPTION_ENDED">
  /** Only if messages are forged in this way. Default: whatever the way. */
  readonly way?: WayCode | undefined
  /** Only for messages to this chain, by name. Default: all. */
  readonly to?: string | undefined
  readonly reason: string
  /** A day in UTC, such as `2027-01-31`. */
  readonly until: string
}

export type TrustBreach = {
  readonly rule: TrustRule
  readonly way: WayCode | null
  readonly srcChainSlug: number | null
  readonly dstChainSlug: number | null
  readonly dstPlug: Address | null
  readonly says: string
  readonly evidence: readonly Evidence[]
}

/** One direction between two plugs. */
export type TrustedPath = {
  /** Whom the messages are meant to come from. Default: the sibling that the other plug names. */
  readonly from: { readonly slug: number; readonly plug?: Address | undefined }
  readonly to: {
    readonly slug: number
    readonly plug: Address
    /** How the plug is taken to be connected, such as by a transaction that is not sent yet. Default: as it is. */
    readonly supposed?: Partial<PlugConfig> | undefined
  }
}

/** The paths that `readTrust` reads, and what is known of their chains. */
export type ReadTrustParameters = {
  readonly paths: readonly TrustedPath[]
  /** The chains of the plugs. Where the one that messages come from is not there, what depends on it is said to be unknown. */
  readonly chains: readonly ReadableChain[]
  /** Other chains whose packets the same switchboards may verify. Default: none. */
  readonly otherSlugs?: readonly number[] | undefined
  /** Whether a switchboard is one that you know on a chain for another one. Default: none is. */
  readonly isKnownSwitchboard?: ((switchboard: Address, slug: number, siblingSlug: number) => boolean) | undefined
  /** Hashes of the code of Safes' proxies and singletons to know besides those of versions 1.0.0 to 1.5.0. Default: none. */
  readonly safeCode?: readonly Hex[] | undefined
  readonly clock?: Clock | undefined
}

/** What a project demands of paths, and what it knows of them. */
export type PathPolicy = Pick<ReadTrustParameters, "otherSlugs" | "isKnownSwitchboard" | "safeCode"> & {
  readonly demands: TrustPolicy
}

export type PathsToCheck = Pick<ReadTrustParameters, "paths" | "chains"> & { readonly clock: Clock }

/** Reads paths, and finds what of them breaks a policy. */
export type CheckPaths = (asked: PathsToCheck) => Promise<readonly TrustBreach[]>
