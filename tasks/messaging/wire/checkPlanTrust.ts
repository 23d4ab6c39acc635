import type { Address } from "viem"

import type { PlannedProject } from "./planProject.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import type { WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { TrustUserConfig } from "#src/plugin/config/PlugsUserConfig.js"
import { extras } from "#src/plugin/extras.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** What is to be sent would break a rule of the project's policy. Nothing was sent. */
export class TrustPolicyBrokenError extends PlugsError {
  readonly code = "TRUST_POLICY_BROKEN"
  readonly breaches: readonly TrustBreach[]

  constructor(breaches: readonly TrustBreach[]) {
    const [first] = breaches
    const isUnread = breaches.every(({ rule }) => rule === "NOT_READ")
    const unread = "Whether the plan holds to plugs.trust is unverified: not everything was read."
    super(isUnread ? unread : "The plan would break plugs.trust.", {
      facts: {
        breaches: String(breaches.length),
        rules: [...new Set(breaches.map(({ rule }) => rule))].join(", "),
        first: first?.says,
      },
      next: `${isUnread ? "Run it again" : "Change the wiring"}, or accept the breach for a time with plugs.trust.exceptions.`,
    })
    this.breaches = breaches
  }
}

/**
 * Holds what a plan connects to the project's policy, as if it were connected already.
 *
 * @throws {TrustPolicyBrokenError} a path would break a rule
 */
export async function checkPlanTrust(
  { plan, chains }: Pick<PlannedProject, "plan" | "chains">,
  policy: TrustUserConfig | undefined,
  clock: Clock,
): Promise<void> {
  const connected = plan.changes.filter(({ kind, status }) => kind === "connect" && status !== "blocked")
  await checkTrustOf(connected, chains, policy, clock)
}

type Connected = Pick<
  WiringChange,
  "chainSlug" | "plug" | "siblingChainSlug" | "sibling" | "switchboard" | "switchboardKind"
>

/** The same, of single connections. */
export async function checkTrustOf(
  connected: readonly Connected[],
  chains: PlannedProject["chains"],
  policy: TrustUserConfig | undefined,
  clock: Clock,
): Promise<void> {
  // To name the code of Safes demands nothing.
  const { safeCode, ...rules } = policy ?? {}
  if (Object.keys(rules).length === 0 || connected.length === 0) return
  const reached = Object.entries(chains).flatMap(([name, chain]): ReadableChain[] => {
    if (!("publicClient" in chain)) return []
    return [{ client: chain.publicClient, socket: chain.socket, slug: chain.slug, name }]
  })
  const paths = connected.map(({ chainSlug, plug, siblingChainSlug, sibling, switchboard }) => ({
    from: { slug: siblingChainSlug, plug: sibling },
    to: {
      ...{ slug: chainSlug, plug },
      supposed: { siblingPlug: sibling, inboundSwitchboard: switchboard, outboundSwitchboard: switchboard },
    },
  }))
  const { checkPaths } = await extras.auditor()
  const breaches = await checkPaths({
    ...{ paths, chains: reached, clock, otherSlugs: Object.values(chains).map(({ slug }) => slug) },
    isKnownSwitchboard: (address, slug) => isKnownIn(connected, address, slug),
    ...{ safeCode, demands: rules },
  })
  if (breaches.length > 0) throw new TrustPolicyBrokenError(breaches)
}

/** Whether changes connect with a switchboard on a chain that is of a known kind. */
export function isKnownIn(
  changes: readonly Pick<WiringChange, "chainSlug" | "switchboard" | "switchboardKind">[],
  address: Address,
  slug: number,
): boolean {
  return changes.some(
    ({ chainSlug, switchboard, switchboardKind }) =>
      chainSlug === slug && switchboard === address && switchboardKind !== undefined,
  )
}
