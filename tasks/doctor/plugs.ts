import { type Address, getAddress, isAddressEqual, zeroAddress } from "viem"

import { failed, type Finding, ok, skipped, warning } from "./checks.js"
import { explainFailure } from "./explainFailure.js"
import type { PlugGroup } from "./findPlugs.js"
import { type DoctorPlug, type PlugEnd, pricedMessage, readMinimum } from "./subjects/DoctorPlug.js"
import type { DoctorWiring } from "./wiring.js"
import { type Knows, type Place, type Remedy, writeRemedy } from "#src/explaining/remedy.js"
import { compareFees, type FeeComparison } from "#src/messaging/compareFees.js"
import { createMessagingClient } from "#src/messaging/createMessagingClient.js"
import { withTrusted } from "#src/messaging/explaining/knowContracts.js"
import { checkConnection as compareSides } from "#src/messaging/onchain/checkConnection.js"
import { readSiblingSwitchboards } from "#src/messaging/onchain/connection/readSiblingSwitchboards.js"
import type { PlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { readSocketOf } from "#src/messaging/onchain/readSocketOf.js"
import { devnetSwitchboard, type SwitchboardKind, switchboardKinds } from "#src/messaging/switchboardKinds.js"
import { readCodeSize } from "#src/onchain/readNode.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Checks that a plug is a contract, and that it uses the socket of its chain. */
export async function checkPlug({ label, chain, address }: DoctorPlug): Promise<Finding> {
  const { client } = await chain.open()
  if ((await readCodeSize(client, address)) === 0) {
    return failed(
      `There is no contract at ${address} on ${chain.name}.`,
      chain.isDevnet
        ? `Deploy ${label} again: a devnet forgets its contracts when it stops.`
        : "Check the address and the chain, or deploy it there.",
    )
  }
  const socket = socketOf(chain)
  try {
    await readSocketOf(client, address, socket)
    return ok(`${address} uses the socket of ${chain.name}.`)
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
  const found = await Promise.all(
    pairs.map((pair) => {
      const wire = isWired(pair) ? around.wiring.command : undefined
      return checkPair(pair, { label, wire, isKnown: around.isKnown })
    }),
  )
  return [...found.flat(), ...(await checkAlone({ label, plugs: reached }, pairs, around))]
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

type PairOptions = {
  readonly label: string
  /** The command that connects them, if the wiring says that they talk to each other. */
  readonly wire: string | undefined
  readonly isKnown: Knows
}

async function checkPair([a, b]: Pair, { label, wire, isKnown }: PairOptions): Promise<readonly Finding[]> {
  const subject = `${label}: ${a.chain.name} ↔ ${b.chain.name}`
  const asWired = `Connect what the wiring says, as the owner: ${wire ?? ""}`
  try {
    const finding = await checkConnection(a, b, isKnown)
    if (finding?.status === "failed" && wire !== undefined) return [failed(finding.says, asWired, subject)]
    if (finding !== undefined) return [{ ...finding, subject }]
    const says = `The wiring says that ${a.address} on ${a.chain.name} and ${b.address} on ${b.chain.name} talk to each other, and neither is connected.`
    return wire === undefined ? [] : [failed(says, asWired, subject)]
  } catch (error) {
    const { says } = explainFailure(error)
    return [skipped(says, subject)]
  }
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
 * @returns what is wrong, with the commands that connect them; `undefined` if neither is connected to the other's chain
 */
export async function checkConnection(a: PlugEnd, b: PlugEnd, isKnown: Knows): Promise<Finding | undefined> {
  const [sideA, sideB] = await Promise.all([sideOf(a), sideOf(b)])
  const { differences, notChecked, agrees, ...configs } = await compareSides({ a: sideA, b: sideB })
  const unconnected = [configs.a, configs.b].filter(({ siblingPlug }) => isAddressEqual(siblingPlug, zeroAddress))
  if (unconnected.length === 2) return undefined
  if (!agrees) {
    const isOff = (side: "a" | "b"): boolean =>
      differences.some((difference) => difference.side === side && difference.about === "sibling")
    const off = (["a", "b"] as const).filter(isOff)
    // Where each is the other's sibling and only the switchboards do not fit, the second one takes what fits the first.
    const wrong = off.length > 0 ? off : (["b"] as const)
    const knows = withTrusted(isKnown, [
      { plug: placeOf(a), otherSlug: b.chain.slug, config: configs.a },
      { plug: placeOf(b), otherSlug: a.chain.slug, config: configs.b },
    ])
    const ends = [
      { ...a, config: configs.a },
      { ...b, config: configs.b },
    ] as const
    const mend = await adviseConnecting(...ends, { wrong, isKnown: knows })
    return failed(differences.map(({ says }) => says).join(" "), mend)
  }
  if (notChecked.length > 0) {
    return warning(
      notChecked.map(({ says }) => says).join(" "),
      "Use a node that gives logs, or compare the switchboards with the list of the deployment.",
    )
  }
  return ok("They are connected to each other, with switchboards that fit.")
}

async function sideOf({ chain, address }: PlugEnd) {
  const { client } = await chain.open()
  return { client, socket: socketOf(chain), plug: address, slug: chain.slug }
}

/** One end, and how its plug is configured for the other chain, if it is. */
export type ConfiguredEnd = PlugEnd & { readonly config?: PlugConfig | undefined }

/**
 * Says how two plugs are connected to each other, with the commands. A side that is right stays as it is, and the other one gets the
 * switchboard that fits its own. Where no switchboard is known, there is no command, because it could not be run; and none connects a plug
 * to one that the project does not know.
 *
 * @param options.wrong the sides to connect
 */
export async function adviseConnecting(
  a: ConfiguredEnd,
  b: ConfiguredEnd,
  { wrong, isKnown }: { readonly wrong: readonly ("a" | "b")[]; readonly isKnown: Knows },
): Promise<string> {
  const found = await Promise.all(
    wrong.map((side) =>
      side === "a" ? connectCommand(a, b, wrong.length === 1) : connectCommand(b, a, wrong.length === 1),
    ),
  )
  const remedies = found.filter((remedy) => remedy !== undefined)
  const written = await Promise.all(remedies.map((remedy) => writeRemedy(remedy, isKnown)))
  const commands = written.flatMap(({ command }) => command ?? [])
  const who = wrong.length === 2 ? "both plugs" : `the plug on ${(wrong[0] === "a" ? a : b).chain.name}`
  if (commands.length === wrong.length) return `Connect ${who}, as the owner: ${commands.join(" && ")}`
  if (remedies.length === wrong.length) {
    return `Connect ${who}, as the owner, with messaging connect, if both are yours: name them in plugs.contracts or in the wiring, and the command is here.`
  }
  const chains = `${a.chain.name} and ${b.chain.name}`
  return `Connect ${who}, as the owner, with messaging connect. Which switchboard joins ${chains} is not known here, so give its address with --switchboard.`
}

/**
 * @param keeps whether the other side is connected already, and keeps its switchboard
 * @returns `undefined` if the switchboard is not known
 */
async function connectCommand(own: PlugEnd, other: ConfiguredEnd, keeps: boolean): Promise<Remedy | undefined> {
  const fitting = keeps ? await switchboardFor(own, other) : undefined
  const isDefault = own.chain.isDevnet && (fitting === undefined || isAddressEqual(fitting, devnetSwitchboard("FAST")))
  const switchboard = fitting ?? (isDefault ? undefined : await kindFor(own, other, keeps))
  if (switchboard === undefined && !isDefault) return undefined
  const option = isDefault ? "" : ` --switchboard ${switchboard}`
  const command = `npx hardhat messaging connect ${own.address} ${other.address} --from ${own.chain.name} --to ${other.chain.name}${option}`
  const through = fitting === undefined ? [] : [{ ...placeOf(own), address: fitting, otherSlug: other.chain.slug }]
  return { who: "connect it", command, grants: [placeOf(own), placeOf(other), ...through] }
}

function placeOf({ chain, address }: PlugEnd): Place {
  return { slug: chain.slug, address }
}

/** The switchboard of one chain that exchanges packets with the one that the plug on the other chain uses. */
async function switchboardFor(own: PlugEnd, { chain, config }: ConfiguredEnd): Promise<Address | undefined> {
  if (config === undefined || isAddressEqual(config.outboundSwitchboard, zeroAddress)) return undefined
  const { client } = await chain.open()
  const [answer] = await readSiblingSwitchboards(client, {
    socket: socketOf(chain),
    siblingChainSlug: own.chain.slug,
    switchboards: [config.outboundSwitchboard],
  })
  return answer?.isRead === true ? answer.sibling : undefined
}

/** The first kind of switchboard that joins both chains by what is known of them: that of the other plug, if it keeps its own. */
async function kindFor(own: PlugEnd, other: ConfiguredEnd, keeps: boolean): Promise<SwitchboardKind | undefined> {
  const [there, back] = await Promise.all([
    own.chain.switchboardsTo(other.chain.slug),
    other.chain.switchboardsTo(own.chain.slug),
  ])
  const used = (keeps ? other.config?.outboundSwitchboard : undefined) ?? zeroAddress
  const fits = back.filter(({ address }) => isAddressEqual(used, zeroAddress) || isAddressEqual(address, used))
  return switchboardKinds.find((kind) => [there, fits].every((list) => list.some((known) => known.kind === kind)))
}

/** Percent by which an API's estimate may differ from the chain: prices of gas change between two looks. */
const maxDifferencePercent = 10

/** Checks that the messaging API and the sockets agree on what a plug's messages cost. */
export async function checkFee(
  plug: DoctorPlug,
  {
    plugs: { messaging },
    clock,
    timeout,
    signal,
  }: { plugs: PlugsConfig; clock: Clock; timeout: number; signal: AbortSignal },
): Promise<Finding> {
  const paths = await plug.paths()
  if (paths.length === 0) return skipped("It is connected to no chain.")
  const { baseUrl, apiKey } = messaging
  const limits = { clock, timeout, totalTimeout: timeout, retries: 1 }
  const client = createMessagingClient({ baseUrl, apiKey: await apiKey.get(), ...limits })
  const destinations = paths.map(({ to }) => to)
  const rows = await compareFees({
    messages: destinations.map((to) => ({
      to,
      gasLimit: pricedMessage.minMsgGasLimit,
      payloadLength: pricedMessage.payloadSize,
    })),
    ...{ srcPlug: plug.address, srcChainSlug: plug.chain.slug, api: client, signal },
    read: ({ to }) => readMinimum(plug, to),
  })
  // The worst comes first.
  const findings = rows.map((row) => compare(row, plug))
  const worst =
    findings.find(({ status }) => status === "failed") ?? findings.find(({ status }) => status === "warning")
  return worst ?? ok(`The API and the socket agree for ${destinations.map(({ name }) => name).join(", ")}.`)
}

function compare(
  { to, estimate, onChain, note, errors }: FeeComparison,
  { label, chain, address }: DoctorPlug,
): Finding {
  const [error] = errors
  if (error !== undefined) return explainFailure(error)
  if (note !== null)
    return warning(`To ${to.name}: ${note}`, "Messages are followed on the chains themselves; nothing else is lost.")
  if (estimate === null || onChain === null) return ok("")
  const says = `To ${to.name}, the API says ${formatAmount(estimate, 18)} and the socket charges ${formatAmount(onChain, 18)}.`
  const look = `Go by the socket, as messaging send does, and tell the API's operators. Compare: npx hardhat messaging fees --plug ${address} --from ${chain.name} --to ${to.name}`
  const limit = BigInt(maxDifferencePercent)
  if (estimate * 100n < onChain * (100n - limit)) {
    return failed(`${says} Who attaches what the API says for ${label} is refused.`, look)
  }
  return estimate * 100n > onChain * (100n + limit) ? warning(says, look) : ok("")
}
