import { getAddress, isAddressEqual, zeroAddress } from "viem"

import { adviseConnecting } from "./adviseConnecting.js"
import { failed, type Finding, ok, skipped, warning } from "./checks.js"
import { explainFailure } from "./explainFailure.js"
import type { PlugGroup } from "./findPlugs.js"
import type { DoctorPlug, PlugEnd } from "./subjects/DoctorPlug.js"
import type { DoctorWiring } from "./wiring.js"
import type { Knows } from "#src/explaining/remedy.js"
import { differencesOf } from "#src/messaging/onchain/connection/differencesOf.js"
import {
  attemptCode,
  type ConnectionSide,
  readConnectionFacts,
} from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { missingInbound } from "#src/messaging/onchain/connection/readPlugCode.js"
import { wordDifferences } from "#src/messaging/onchain/connection/wordDifferences.js"
import { readSocketOf } from "#src/messaging/onchain/readSocketOf.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Checks that a plug is a contract which can receive, and that it uses the socket of its chain. */
export async function checkPlug({ label, chain, address }: DoctorPlug): Promise<Finding> {
  const { client } = await chain.open()
  const socket = socketOf(chain)
  const code = await attemptCode(client, { plug: address, socket, siblingChainSlug: chain.slug })
  if ("unread" in code) throw code.error ?? new Error(code.unread)
  const { hasCode, receives, sends } = code.known
  if (!hasCode) {
    return failed(
      `There is no contract at ${address} on ${chain.name}.`,
      chain.isDevnet
        ? `Deploy ${label} again: a devnet forgets its contracts when it stops.`
        : "Check the address and the chain, or deploy it there.",
    )
  }
  try {
    await readSocketOf(client, address, socket)
    if (receives !== false) return ok(`${address} uses the socket of ${chain.name}.`)
    const says = `${address} uses the socket of ${chain.name}, and has ${missingInbound}, so it gets no message.`
    const mend = `Give it the function as IPlug has it, and deploy ${label} again${sends === false ? "" : ", unless it is to send only"}.`
    return sends === false ? failed(says, mend) : warning(says, mend)
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "WRONG_SOCKET") throw error
    return failed(
      `${address} uses the socket ${error.facts["the plug's socket"] ?? "of another system"}, and not ${socket} of ${chain.name}.`,
      `Deploy it with the socket ${socket}, or correct config.plugs.chains.${chain.name}.socket.`,
    )
  }
}

/** What is known beside a group: the others, and who talks to whom. */
type Surroundings = { readonly groups: readonly PlugGroup[]; readonly wiring: DoctorWiring; readonly isKnown: Knows }

/**
 * Checks every connection of an application: those that its wiring wants, those between its plugs, and those to any other plug. Without a
 * wiring two of its plugs need not be connected with each other, as those of a hub with spokes; but one that is connected with nobody is wrong.
 */
export async function checkGroup({ label, plugs }: PlugGroup, around: Surroundings): Promise<readonly Finding[]> {
  // A plug that does not answer has a line of its own.
  const answers = await Promise.all(plugs.map((plug) => plug.paths().catch(() => undefined)))
  const reached = plugs.filter((_, index) => answers[index] !== undefined)
  const wired = around.wiring.pairs.filter((pair) => reached.some((plug) => hasEnd(pair, plug)))
  const isWired = (pair: Pair): boolean => wired.some((other) => keyOf(other) === keyOf(pair))
  const pairs = [...wired, ...(await pairsOf(reached)).filter((pair) => !isWired(pair))]
  const found = pairs.map(async (pair): Promise<readonly Finding[]> => {
    const wire = isWired(pair) ? around.wiring.command : undefined
    const checking = checkConnection(pair, { wire, isKnown: around.isKnown })
    const finding = await checking.catch((error: unknown) => skipped(explainFailure(error).says))
    return finding ? [{ ...finding, subject: `${label}: ${pair[0].chain.name} ↔ ${pair[1].chain.name}` }] : []
  })
  return [...(await Promise.all(found)).flat(), ...(await checkAlone({ label, plugs: reached }, pairs, around))]
}

type Pair = readonly [PlugEnd, PlugEnd]

/** Every two ends of which at least one is connected to the other's chain. */
async function pairsOf(plugs: readonly DoctorPlug[]): Promise<Pair[]> {
  const pairs = new Map<string, Pair>()
  await Promise.all(
    plugs.map(async (plug) => {
      for (const { to, config } of await plug.paths()) {
        const pair: Pair = [plug, { chain: to, address: getAddress(config.siblingPlug) }]
        // Where it is connected to another plug than that of its application, that is what is wrong.
        const [own] = plugs.filter(({ chain }) => chain.slug === to.slug)
        const wanted: Pair = own === undefined ? pair : [plug, own]
        pairs.set(keyOf(wanted), pairs.get(keyOf(wanted)) ?? wanted)
      }
    }),
  )
  return [...pairs.values()]
}

function keyOf(pair: Pair): string {
  return pair
    .map(({ chain, address }) => `${chain.slug} ${address.toLowerCase()}`)
    .sort()
    .join(" ")
}

function hasEnd(pair: Pair, plug: PlugEnd): boolean {
  return pair.some((end) => isSame(end, plug))
}

function isSame(a: PlugEnd, b: PlugEnd): boolean {
  return a.chain.slug === b.chain.slug && isAddressEqual(a.address, b.address)
}

/** Finds the plugs that are connected with nobody, and says with whom each is to be connected, and how. */
async function checkAlone(
  { label, plugs }: PlugGroup,
  pairs: readonly Pair[],
  { groups, isKnown }: Pick<Surroundings, "groups" | "isKnown">,
): Promise<readonly Finding[]> {
  const alone = plugs.filter((plug) => !pairs.some((pair) => hasEnd(pair, plug)))
  const missing = new Map<string, Finding>()
  for (const plug of alone) {
    const partner = await partnerOf(plug, { plugs, pairs, groups })
    const subject =
      partner === undefined ? `${label}: ${plug.chain.name}` : `${label}: ${plug.chain.name} ↔ ${partner.chain.name}`
    const says = `The plug ${plug.address} on ${plug.chain.name} is connected to no other chain, so it can send nothing.`
    const mend =
      partner === undefined
        ? "Deploy its sibling on another chain, and connect both with messaging connect."
        : await adviseConnecting(plug, partner, { wrong: ["a", "b"], isKnown })
    const key = partner === undefined ? subject : keyOf([plug, partner])
    if (!missing.has(key)) missing.set(key, failed(says, mend, subject))
  }
  return [...missing.values()]
}

/** The plug that one without a connection most likely lacks. */
async function partnerOf(
  plug: PlugEnd,
  { plugs, pairs, groups }: { plugs: readonly PlugEnd[]; pairs: readonly Pair[]; groups: readonly PlugGroup[] },
): Promise<PlugEnd | undefined> {
  const isElsewhere = ({ chain }: PlugEnd): boolean => chain.slug !== plug.chain.slug
  // Those of its name talk to it, so it is their hub.
  const hub = pairs.flat().find((end) => isElsewhere(end) && !plugs.some((own) => isSame(own, end)))
  if (hub !== undefined) return hub
  // A contract that is on one chain only talks to others by another name.
  const lone = groups.filter((group) => new Set(group.plugs.map(({ chain }) => chain.slug)).size === 1)
  const hubs = lone
    .flatMap((group) => group.plugs)
    .filter((end) => !plugs.some(({ chain }) => chain.slug === end.chain.slug))
  if (hubs.length === 1) return hubs[0]
  const own = plugs.find(isElsewhere)
  if (own !== undefined) return own
  for (const other of groups.flatMap((group) => group.plugs).filter(isElsewhere)) {
    if ((await other.paths().catch(() => undefined))?.length === 0) return other
  }
  return undefined
}

/**
 * Checks that two plugs are connected to each other, with switchboards that fit.
 *
 * @param options.wire the command that connects them, if the wiring says that they talk to each other
 * @returns what is wrong, with the commands that connect them; `undefined` if neither is connected to the other's chain, nor is to be
 */
export async function checkConnection(
  [a, b]: Pair,
  { wire, isKnown }: { readonly wire?: string | undefined; readonly isKnown: Knows },
): Promise<Finding | undefined> {
  const sides = { a: await sideOf(a), b: await sideOf(b) }
  const facts = await readConnectionFacts(sides)
  const found = differencesOf(facts)
  const off = found.flatMap((one) => (one.about === "sibling" ? [one] : []))
  const { differences, notChecked } = await wordDifferences(found, sides)
  const asWired = wire === undefined ? undefined : `Connect what the wiring says, as the owner: ${wire}`
  if (off.length === 2 && off.every(({ actual }) => actual === zeroAddress)) {
    const says = `The wiring says that ${a.address} on ${a.chain.name} and ${b.address} on ${b.chain.name} talk to each other, and neither is connected.`
    return asWired === undefined ? undefined : failed(says, asWired)
  }
  if (differences.length > 0) {
    // Where each is the other's sibling and only the switchboards do not fit, the second one takes what fits the first.
    const wrong = off.length > 0 ? off.map(({ side }) => side) : (["b"] as const)
    const isDeaf = differences.every(({ about }) => about === "code" || about === "function")
    const mend = isDeaf
      ? "Deploy a plug that has inbound(uint32,bytes) there, and connect both sides to each other."
      : (asWired ?? (await adviseConnecting({ ...a, facts: facts.a }, { ...b, facts: facts.b }, { wrong, isKnown })))
    return failed(differences.map(({ says }) => says).join(" "), mend)
  }
  if (notChecked.length === 0) return ok("They are connected to each other, with switchboards that fit.")
  const isLogs = notChecked.some(({ about }) => about === "switchboard")
  return warning(
    notChecked.map(({ says }) => says).join(" "),
    isLogs
      ? "Use a node that gives logs, or compare the switchboards with the list of the deployment."
      : "Use another node for this network.",
  )
}

async function sideOf({ chain, address }: PlugEnd): Promise<ConnectionSide> {
  const { client } = await chain.open()
  return { client, socket: socketOf(chain), plug: address, slug: chain.slug }
}
