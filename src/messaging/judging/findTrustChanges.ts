import { checkTrust, type TrustPolicy } from "../trust/checkTrust.js"
import { type ComparedPath, compareTrust } from "../trust/compareTrust.js"
import type { PathTrust } from "../trust/readTrust.js"
import type { Finding } from "./Finding.js"

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
  const [old, current] = [before, after].map((paths) =>
    paths.filter((path, index) => (before[index]?.isConnected ?? false) && !isRewired(path)).map(toCompared),
  )
  const worse = compareTrust(old ?? [], current ?? []).filter(({ isWorse }) => isWorse)
  const [known, breaches] = [before, after].map((paths) => checkTrust(paths, policy ?? {}, now).breaches)
  const broken = breaches?.filter(({ says }) => known?.every((breach) => breach.says !== says))
  const nowhere = { number: null, chain: null }
  return [
    ...worse.map(({ path, what, before: was, now: is }): Finding => ({
      ...{ name: "TRUST", ...nowhere, says: `${path}: ${what} is ${is}, and was ${was}.` },
    })),
    ...(broken ?? []).map(({ rule, says }): Finding => ({ name: "POLICY", ...nowhere, says: `${rule}: ${says}` })),
  ]
}

function toCompared({ facts: { src, dst }, from, to, powers, weaknesses, notWhole }: PathTrust): ComparedPath {
  const names = { srcChainName: src?.chain.name ?? String(from.slug), dstChainName: dst.chain.name }
  return { ...names, dstPlug: to.plug, powers, weaknesses, notWhole }
}
