import { checkTrust } from "../trust/checkTrust.js"
import { type ComparedPath, compareTrust, listAccounts } from "../trust/compareTrust.js"
import type { PathTrust } from "../trust/readTrust.js"
import type { Finding } from "./Finding.js"
import type { TrustPolicy } from "#src/messaging/TrustPolicy.js"

export type TrustChangesContext = {
  readonly policy: TrustPolicy | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** Whether a batch has connected a path as the wiring says, so that whom it trusts changes with it. */
  readonly isRewired: (path: PathTrust) => boolean
}

/** Finds who can do more with a path after a batch, and rules that it breaks and did not break before. */
export function findTrustChanges(
  before: readonly PathTrust[],
  after: readonly PathTrust[],
  { policy, now, isRewired }: TrustChangesContext,
): Finding[] {
  const compared = (paths: readonly PathTrust[]): ComparedPath[] =>
    paths.filter((path, index) => before[index]?.isConnected === true && !isRewired(path)).map(toCompared)
  const worse = compareTrust(compared(before), compared(after)).filter(({ isWorse }) => isWorse)
  const breachesOf = (paths: readonly PathTrust[]) => checkTrust(paths, policy ?? {}, now).breaches
  const known = new Set(breachesOf(before).map(({ says }) => says))
  const broken = breachesOf(after).filter(({ says }) => !known.has(says))
  const nowhere = { number: null, chain: null }
  return [
    ...worse.map(({ path, what, before: was, now: is }): Finding => ({
      ...{ name: "TRUST", ...nowhere, says: `${path}: ${what} is ${is}, and was ${was}.` },
    })),
    ...broken.map(({ rule, says }): Finding => ({ name: "POLICY", ...nowhere, says: `${rule}: ${says}` })),
  ]
}

function toCompared({ facts, from, to, powers, weaknesses, notWhole }: PathTrust): ComparedPath {
  const { src, dst } = facts
  const names = { srcChainName: src?.chain.name ?? String(from.slug), dstChainName: dst.chain.name }
  return { ...names, dstPlug: to.plug, powers, accounts: listAccounts(facts), weaknesses, notWhole }
}
