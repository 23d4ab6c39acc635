import { isAddressEqual } from "viem"

import type { OutboundMessage } from "../onchain/events.js"
import type { Journey } from "../reading/Journey.js"
import { readDetails } from "../reading/readDetails.js"
import { readUnsentJourneys } from "../reading/readJourneys.js"
import type { ExplainMessageParameters } from "./explainMessage.js"
import { findExecutionCauses } from "./finding/findExecutionCauses.js"
import { findMisfit, findPathCauses } from "./finding/findPathCauses.js"
import { faultOfConnection, findConnectionCauses, findReadingCauses } from "./finding/findReadingCauses.js"
import { knowsIn } from "./knowContracts.js"
import { listCauses, type MessageCase, type MessageCause } from "./MessageCase.js"
import { type MessageCauseName, messageCauses } from "./messageCauses.js"
import { deployedStageTimes } from "./stageTimes.js"
import { byOthers, explain, type Explainer, type ExplainOptions, type Fix } from "#src/explaining/explain.js"
import type { Cause } from "#src/explaining/Explanation.js"
import { latestTime } from "#src/primitives/clock.js"

/** Where to look, and for how long. */
export type FindObstaclesParameters = ExplainOptions &
  Pick<ExplainMessageParameters, "src" | "chainOf" | "abis" | "findSource" | "isKnown"> & {
    /** Whether to look only at how the plugs are connected, and not at what `inbound` and the switchboard do. Default: false. */
    connectionOnly?: boolean | undefined
  }

/** Why a message would not arrive. */
export type Obstacle = Pick<Cause<MessageCauseName>, "name" | "says" | "mend"> & {
  /** Where its message goes; `null` if it is not about one. */
  readonly dstChainSlug: number | null
  /** Whether it stops the message as things are. Otherwise it may, or that could not be found out. */
  readonly isCertain: boolean
}

/** Messages of one call that are looked at: each takes some twenty requests. */
const maxMessages = 20

/**
 * Looks for what would keep messages from arriving, before they are sent: on both chains as they are now, and by simulating `inbound` with
 * the gas and the value of each message, as `explainMessage` does once it is sent. To change what is read: `readJourneys.ts`.
 *
 * @param messages as a simulation of the call that sends them shows them; `undefined` if the node cannot show them
 * @returns none if nothing is in the way of them
 * @throws {NodeFailedError} the node of the source chain did not answer
 * @throws {AbortedError} the signal was aborted
 */
export async function findObstacles(
  messages: readonly OutboundMessage[] | undefined,
  { src, chainOf, abis = [], findSource, isKnown, connectionOnly = false, ...options }: FindObstaclesParameters,
): Promise<readonly Obstacle[]> {
  if (messages === undefined) return unlooked(`The node of ${src.name} cannot show which messages the call sends.`)
  /** The ids of those to a chain that was shut down, which cannot be read. */
  const lost = new Set<string | null>()
  const explainer: Explainer<readonly MessageCase[], MessageCauseName> = {
    table: messageCauses,
    read: async (guard, clock) => {
      const chains = { src: guard.chain(src), chainOf: guard.chains(chainOf) }
      const journeys = await readUnsentJourneys(messages.slice(0, maxMessages), chains)
      return await Promise.all(
        journeys.map(async (journey): Promise<MessageCase> => {
          if ("problem" in journey.arrival && journey.arrival.isRetired === true) lost.add(journey.message.messageId)
          const details = await readDetails(journey, { abis, findSource, isTried: !connectionOnly })
          return { journey, details, isApiRead: false, stageTimes: deployedStageTimes, now: latestTime(clock) }
        }),
      )
    },
    finders: [(cases) => cases.flatMap((subject, index) => findCauses(subject, cases.slice(0, index)))],
    knows: (cases) => knowsIn(cases, isKnown),
    summarize: () => ({ verdict: "unknown", subject: {}, says: "", items: [], stories: [] }),
  }
  const { causes } = await explain(explainer, options)
  const obstacles = causes
    .filter(({ name }) => messageCauses[name].verdict !== "waiting" && (!connectionOnly || ofConnection.has(name)))
    .map(({ name, says, mend, certainty, about }): Obstacle => {
      const { dstChainSlug = null } = messages.find(({ messageId }) => messageId === about) ?? {}
      const isCertain = certainty === "certain" && (messageCauses[name].verdict !== "unknown" || lost.has(about))
      return { name, says, mend, dstChainSlug, isCertain }
    })
  if (messages.length <= maxMessages) return obstacles
  return [...obstacles, ...unlooked(`Only the first ${maxMessages} of the ${messages.length} messages were looked at.`)]
}

function unlooked(says: string): readonly Obstacle[] {
  return [{ name: "chain-not-read", says, mend: null, dstChainSlug: null, isCertain: false }]
}

const ofConnection: ReadonlySet<MessageCauseName> = new Set<MessageCauseName>([
  ...(["not-connected", "other-sibling", "destination-without-code", "switchboards-do-not-fit"] as const),
  // Without a trial of `inbound`, only that the plug has none.
  "inbound-reverts",
])

const finders = [findConnectionCauses, findPathCauses, findSwitchboardCauses, findExecutionCauses, findReadingCauses]

/** @param before the messages that the same call sends before it */
function findCauses(subject: MessageCase, before: readonly MessageCase[]): readonly MessageCause[] {
  const { journey } = subject
  const { messageId: about, dstChainSlug, dstPlug } = journey.message
  const comesSecond = before.some(
    ({ journey: { message } }) => message.dstChainSlug === dstChainSlug && isAddressEqual(message.dstPlug, dstPlug),
  )
  const found = finders.flatMap((find) => find(subject))
  return found.map((cause) => ({
    ...cause,
    about,
    // What was simulated on the state before the first message need not be true after it.
    ...(comesSecond && ofInbound.includes(cause.name) ? { certainty: "likely" as const } : {}),
    fix: fixesBeforeSending[cause.name]?.(journey) ?? cause.fix,
  }))
}

const ofInbound: readonly MessageCauseName[] = ["inbound-reverts", "inbound-needs-more-gas"]

/** Whether the packet will be proposed for the switchboard that the plug uses. */
function findSwitchboardCauses(subject: MessageCase): readonly MessageCause[] {
  const { journey, details } = subject
  const { arrival, src } = journey
  // What is not connected is to be connected through a switchboard that fits.
  if ("problem" in arrival || details.path === undefined || !arrival.code.hasCode) return []
  if (faultOfConnection(journey) !== undefined) return []
  const { switchboard, sibling, unread } = details.path
  if (sibling !== null || switchboard === null) return listCauses(findMisfit(subject, arrival))
  const { name } = arrival.chain
  if (unread !== undefined) {
    const says = `Whether the switchboard ${switchboard} on ${src.name} fits that of the plug on ${name} could not be read: ${unread}.`
    return [{ name: "chain-not-read", certainty: "possible", says, evidence: [] }]
  }
  const says = `The switchboard ${switchboard} on ${src.name} has no sibling on ${name}, so its packets are not proposed there.`
  const fix = "connect both plugs through another switchboard"
  return [{ name: "switchboards-do-not-fit", says, evidence: [], fix }]
}

/** What to do where the fix of a message that was sent would be to send or execute it again. */
const fixesBeforeSending: { readonly [Name in MessageCauseName]?: (journey: Journey) => Fix } = {
  "inbound-needs-more-gas": ({ message, src }) =>
    `have the plug ${message.srcPlug} on ${src.name} ask for more gas when it sends`,
  "gas-limit-too-high": ({ message, src }) =>
    `have the plug ${message.srcPlug} on ${src.name} ask for less gas when it sends`,
  "destination-without-code": ({ message, src }) =>
    `deploy the plug there, or connect the plug ${message.srcPlug} on ${src.name} to the right one`,
  "below-initial-packet": () =>
    "connect both plugs through another switchboard, or wait until the packets have that number",
  "message-id-used": () => byOthers("the operators of the socket on the source chain mend it, whose ids come again"),
  "value-missing": () => byOthers("the operator of the executor sends it native tokens"),
  "actor-without-funds": () => byOthers("the operator of the executor sends it native tokens"),
  "executor-without-role": () => byOthers("the owner of the execution manager grants EXECUTOR_ROLE to an executor"),
}
