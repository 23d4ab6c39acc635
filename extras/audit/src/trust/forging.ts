import { all, any, atLeast, impossible, type Need, nobodyNeeded, unread } from "./keySets.js"
import {
  account,
  anyHolder,
  canSign,
  eachHolder,
  governance,
  ownerOf,
  saw,
  sawConfig,
  transmitter,
  upgraderOf,
} from "./needs.js"
import type { Way } from "./Power.js"
import { holdersOf } from "./reading/readHolders.js"
import type { EndFacts, PathFacts } from "./TrustFacts.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** A counter of packets has 64 bits, so above them none is ever allowed. */
const packetCounts = 2n ** 64n

/**
 * Lists every way to make `inbound` run with what was never sent.
 *
 * The socket executes what a transmitter proposed, the plug's inbound switchboard allows and an executor signed. Who carries honest messages
 * is taken to do so: then a real message of another sender can be made to count as one of the sibling.
 */
export function findForgingWays({ src, dst }: PathFacts): Way[] {
  const { inbound, plug, siblingSlug: slug } = dst
  const transmit = transmitter(dst, slug)
  const execute = executor(dst)
  const untripped = untrip(dst)
  const timeout = timeoutOf(dst)
  const honest = honestTime(dst)
  const rule = ruleEvidence(dst)
  const way = (code: Way["code"], needs: Need, seconds: bigint | null): Way => {
    return { code, needs, seconds, stoppers: seconds === 0n ? impossible : stoppers(dst), evidence: rule }
  }
  const own = ownerOf(dst, plug)
  const board = upgraderOf(dst, inbound, "upgrader of the switchboard")
  const connecting = [
    // Another switchboard of the socket may be well where this one is not.
    way("FORGE_BY_CONNECTING", own, honest !== undefined && untripped === nobodyNeeded ? honest : null),
    way("FORGE_BY_OWN_SWITCHBOARD", all(own, transmit, execute), 0n),
    way("FORGE_BY_UPGRADING", any(upgraderOf(dst, plug, "upgrader of the plug"), all(board, transmit, execute)), 0n),
  ]
  const first = inbound.state?.initialPacketCount ?? undefined
  if (first !== undefined && first >= packetCounts) return connecting
  const open = (needs: Need): Need => all(needs, transmit, execute, untripped)
  const byOwner = open(ownerOf(dst, inbound))
  const ofRule: Way[] =
    !inbound.isKnown || inbound.rule === "own"
      ? [way("FORGE_BY_UNKNOWN_SWITCHBOARD", open(any(itself(dst), ownerOf(dst, inbound))), 0n)]
      : []
  if (inbound.rule === "fast") {
    ofRule.push(way("FORGE_BY_ATTESTING", all(attesting(dst), execute, untripped), 0n))
    ofRule.push(way("FORGE_BY_SWITCHBOARD_OWNER", byOwner, 0n))
  }
  if (timeout !== undefined) ofRule.push(way("FORGE_BY_TIMEOUT", all(transmit, execute, untripped), timeout))
  if (inbound.rule === undefined) ofRule.push(way("FORGE_BY_UNKNOWN_SWITCHBOARD", unread, null))
  if (honest === undefined) return [...ofRule, ...connecting]
  return [
    ...ofRule,
    ...connecting,
    way("FORGE_BY_GOVERNANCE", all(governance(dst), untripped), honest),
    // The real seal makes everybody else carry it, but an executor may notice that the message is another one.
    way("FORGE_BY_SOURCE_GOVERNANCE", all(src === undefined ? unread : governance(src), execute, untripped), honest),
    way("FORGE_BY_SIBLING_KEY", all(src === undefined ? unread : siblingKey(src, dst), untripped), honest),
    way("FORGE_BY_SIBLING_UPGRADE", all(src === undefined ? unread : siblingUpgrader(src, dst), untripped), honest),
  ]
}

/** Those who can sign an execution; nobody is needed where everybody may. */
export function executor(end: EndFacts): Need {
  const { executionManager } = end
  if (executionManager.isOpen) return nobodyNeeded
  return any(
    anyHolder(end, executionManager, { name: "EXECUTOR_ROLE" }, "executor"),
    ownerOf(end, executionManager),
    governance(end),
  )
}

/** Seconds after which packets pass that nobody attested; `undefined` if they never do. */
export function timeoutOf({ inbound: { rule, state } }: EndFacts): bigint | undefined {
  const timeout = state?.timeoutInSeconds ?? undefined
  if (rule !== "fast" && rule !== "optimistic") return undefined
  // A fast switchboard takes zero for never, an optimistic one for at once.
  return rule === "fast" && timeout === 0n ? undefined : timeout
}

/** Seconds that packets wait when everybody does what they should; `undefined` if they are never allowed. */
function honestTime(end: EndFacts): bigint | undefined {
  const { rule, state, address } = end.inbound
  if (rule === "own") return 0n
  const { holders } = holdersOf(end.roles, address, { name: "WATCHER_ROLE", slug: end.siblingSlug })
  // A watcher that is a contract attests nothing, so that the others are never all.
  const isAttested = state?.totalWatchers !== 0n && holders.every((holder) => canSign(end, holder))
  return rule === "fast" && isAttested ? 0n : timeoutOf(end)
}

/** Those who can undo what is tripped now; nobody is needed where nothing is. */
function untrip(end: EndFacts): Need {
  const { inbound } = end
  if (inbound.state?.isTripped !== true && inbound.state?.isPathTripped !== true) return nobodyNeeded
  return any(anyHolder(end, inbound, { name: "UN_TRIP_ROLE" }, "untripper"), ownerOf(end, inbound))
}

/**
 * Those who can make a root of their own valid by attesting it. A root counts as attested whatever packet it was proposed for, so the
 * watchers of any chain can do it by a packet of that chain: as many of all watchers as that chain has, the last of them one of its own.
 */
function attesting(end: EndFacts): Need {
  const { inbound, siblingSlug } = end
  const propose = memoize((slug: number) => transmitter(end, slug))
  const watchersOf = (slug: number): readonly Need[] =>
    eachHolder(end, inbound, { name: "WATCHER_ROLE", slug }, nameWatcher(slug, siblingSlug))
  // What a switchboard that is not known says of other chains is not followed. The path itself comes first, so that it is what is told.
  const followed = inbound.isKnown ? [...inbound.totalWatchers.keys()] : []
  const known = inbound.totalWatchers.has(siblingSlug) ? [siblingSlug, ...followed] : followed
  // Chains whose packets as many of the same keys attest and the same ones propose give the same sets: the first stands for them all.
  const alike = Map.groupBy(known, (slug) => {
    const watchers = holdersOf(end.roles, inbound.address, { name: "WATCHER_ROLE", slug })
    const proposers = holdersOf(end.roles, end.transmitManager.address, { name: "TRANSMITTER_ROLE", slug })
    const holders = [watchers, proposers].map((role) => [role.isComplete, role.holders.toSorted()])
    return JSON.stringify([String(inbound.totalWatchers.get(slug)), holders])
  })
  const slugs = [...alike.values()].flatMap((group) => group.slice(0, 1))
  const attesters = slugs.flatMap((slug) =>
    watchersOf(slug).flatMap((need) =>
      need.kind === "account" ? [{ ...need, attests: all(need, propose(slug)) }] : [],
    ),
  )
  const everyone = [...Map.groupBy(attesters, ({ address }) => address)].map(
    ([address, own]) => [address, any(...own.map(({ attests }) => attests))] as const,
  )
  const complete = slugs.every(
    (slug) =>
      inbound.totalWatchers.get(slug) !== undefined &&
      holdersOf(end.roles, inbound.address, { name: "WATCHER_ROLE", slug }).isComplete,
  )
  const ways = slugs.flatMap((slug) => {
    const count = inbound.totalWatchers.get(slug)
    if (count === undefined) return []
    return watchersOf(slug).map((last) => {
      const rest = everyone.flatMap(([address, attests]) =>
        last.kind === "account" && last.address === address ? [] : [attests],
      )
      return all(last, propose(slug), propose(siblingSlug), atLeast(Number(count) - 1, rest, attesters.length))
    })
  })
  return any(...ways, ...(complete ? [] : [unread]))
}

function nameWatcher(slug: number, siblingSlug: number): string {
  return slug === siblingSlug ? "watcher" : `watcher of chain ${slug}`
}

/** A switchboard that the project does not know acts by rules of its own. */
function itself(end: EndFacts): Need {
  const { inbound } = end
  return account(end, inbound.address, "the switchboard itself", saw(end, inbound, "not known on this path"))
}

/** The account at the sibling's address, if it is a key's: it can call the socket as a plug does. */
function siblingKey(src: EndFacts, dst: EndFacts): Need {
  const address = dst.config.siblingPlug
  const kind = src.accounts.get(address)?.kind
  if (kind === "contract") return impossible
  if (kind === undefined || kind === "unknown") return unread
  const { source, says } = sawConfig(dst, address)
  const seen = { source, says: `${says}, which is the account of a ${kind} there` }
  return account(src, address, "the sibling itself", seen)
}

function siblingUpgrader(src: EndFacts, dst: EndFacts): Need {
  return upgraderOf(src, { name: "sibling", address: dst.config.siblingPlug }, "upgrader of the sibling")
}

/** Those who can stop a packet that waits. */
function stoppers(end: EndFacts): Need {
  const { inbound, plug, siblingSlug: slug } = end
  return any(
    ...eachHolder(end, inbound, { name: "WATCHER_ROLE", slug }, "watcher, by tripProposal"),
    ...eachHolder(end, inbound, { name: "TRIP_ROLE" }, "tripper, by tripGlobal"),
    ownerOf(end, inbound, "owner of the switchboard, by granting TRIP_ROLE"),
    ownerOf(end, plug, "owner of the plug, by disconnecting it"),
  )
}

function ruleEvidence(end: EndFacts): Way["evidence"] {
  const { inbound, siblingSlug, executionManager } = end
  const { timeoutInSeconds, totalWatchers, isTripped, isPathTripped } = inbound.state ?? {}
  const seen: (readonly [string, bigint | boolean | null | undefined])[] = [
    ["timeoutInSeconds()", timeoutInSeconds],
    [`totalWatchers(${siblingSlug})`, totalWatchers],
    ["isGlobalTipped()", isTripped === true ? true : undefined],
    [`isPathTripped(${siblingSlug})`, isPathTripped === true ? true : undefined],
  ]
  const read = seen.flatMap(([call, value]) =>
    value === undefined || value === null ? [] : [saw(end, inbound, `${call} is ${String(value)}`)],
  )
  return executionManager.isOpen ? [...read, saw(end, executionManager, "isExecutor allows every account")] : read
}
