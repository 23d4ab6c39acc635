import type { MessageRecord } from "../../../../devnet/messaging/MessageRecord.js"
import { type MessagingStage, messagingStages } from "../../../../devnet/messaging/stages.js"
import { formatDuration } from "../../../../primitives/duration.js"
import type { OpenWorld } from "../../../OpenWorld.js"
import { describeTries } from "../../describeTries.js"
import { findHold } from "../../findHold.js"
import type { ReachedState } from "./createHistory.js"
import { explainInWorld } from "./explainInWorld.js"
import { nameChain, nameContract } from "./nameContracts.js"

/** How many messages a text describes. */
const mostDescribed = 5

/** Describes messages for a failure text: of each its route, its states with times, and why it is no further. */
export async function describeMessages(world: OpenWorld, records: readonly MessageRecord[]): Promise<string> {
  const described: MessageText[] = []
  for (const record of records.slice(0, mostDescribed)) described.push(await describeMessage(world, record))
  const alike = Map.groupBy(described, ({ route, lines }) => [route, ...lines].join("\n"))
  const texts = [...alike.values()].flatMap((same) => {
    const [{ route, lines }] = same as [MessageText]
    const count = same.length === 1 ? "" : `, ${String(same.length)} messages`
    return [`  ${route}${count}`, ...lines.map((line) => `    ${line}`)]
  })
  const rest = records.length - described.length
  const faults = [...world.faultTexts].flatMap((list) => list())
  return [
    ...texts,
    ...(rest > 0 ? [`  and ${String(rest)} more`] : []),
    ...(faults.length > 0 ? [`  while there is ${faults.join(" and ")}`] : []),
  ].join("\n")
}

type MessageText = { readonly route: string; readonly lines: readonly string[] }

async function describeMessage(world: OpenWorld, record: MessageRecord): Promise<MessageText> {
  const { srcChainSlug, srcPlug, dstChainSlug, dstPlug } = record.outbound
  const from = nameContract(world, nameChain(world, srcChainSlug), srcPlug)
  const to = nameContract(world, nameChain(world, dstChainSlug), dstPlug)
  const states = formatStates(world.history.of(record), world.clock.now())
  return { route: `${from} → ${to}`, lines: [states, ...(await findReasons(world, record))] }
}

/** The states in order. A time above a second that it stayed in a state stands behind it. */
function formatStates(states: readonly ReachedState[], now: number): string {
  return states
    .map(({ status, at }, index) => {
      const stayed = Math.floor(((states[index + 1]?.at ?? now) - at) / 1_000)
      return stayed < 1 ? status : `${status} (${formatDuration(stayed * 1_000)})`
    })
    .join(" → ")
}

/** Why a message is no further: what the test does to it, or else what the chains say. */
async function findReasons(world: OpenWorld, record: MessageRecord): Promise<readonly string[]> {
  const { status, executionTx, outbound } = record
  if (executionTx !== undefined) {
    return [`It was executed on ${nameChain(world, outbound.dstChainSlug)} in transaction ${executionTx}.`]
  }
  const ofTest = status === "EXECUTION_FAILURE" ? [] : findInterventions(world, record)
  if (ofTest.length > 0) return ofTest
  const cause = await explainInWorld(world, record)
  return [...(cause === undefined ? [] : [cause]), ...formatRetry(world, record)]
}

/** What the test does to keep a message from its next stage. */
function findInterventions(world: OpenWorld, record: MessageRecord): readonly string[] {
  const stages = Object.keys(messagingStages) as MessagingStage[]
  const stage = stages.find((one) => messagingStages[one].takes.includes(record.status))
  const hold = findHold(world, stage)
  if (hold.length > 0 || stage === undefined) return hold
  return world.delivery.isManual() ? ["Delivery is by hand: world.deliver() moves it on."] : []
}

function formatRetry(world: OpenWorld, { note }: MessageRecord): readonly string[] {
  if (note === undefined || !("retryAt" in note)) return []
  return [describeTries(world, { ...note, retryAt: note.stage === "failed" ? undefined : note.retryAt })]
}
