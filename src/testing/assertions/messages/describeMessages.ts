import type { OpenWorld } from "../../world/OpenWorld.js"
import type { ReachedState } from "../../world/registry.js"
import { nameChain, nameRoute, withNames } from "../names.js"
import { describeTries, findHold, findSourceIn } from "../reasons.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { nextStage } from "#src/devnet/stages.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { formatDuration } from "#src/primitives/duration.js"

const maxDescribed = 5

/** Describes messages for a failure text: of each its route, its states with times, and why it is no further. */
export async function describeMessages(world: OpenWorld, records: readonly MessageRecord[]): Promise<string> {
  const described: MessageText[] = []
  for (const record of records.slice(0, maxDescribed)) described.push(await describeMessage(world, record))
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
  const states = formatStates(world.history.of(record), world.clock.now())
  return { route: nameRoute(world, record), lines: [states, ...(await findReasons(world, record))] }
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
  const stage = nextStage("message", record.status)
  const hold = findHold(world, stage)
  if (hold.length > 0 || stage === undefined) return hold
  return world.delivery.isManual() ? ["Delivery is by hand: world.deliver() moves it on."] : []
}

function formatRetry(world: OpenWorld, { note }: MessageRecord): readonly string[] {
  if (note === undefined || !("retryAt" in note)) return []
  return [describeTries(world, { ...note, retryAt: note.stage === "failed" ? undefined : note.retryAt })]
}

/** After the actors have done all that is due, everything that waits is stuck. */
const stuckAtOnce = { typical: 0, stuckAfter: -1 }
const stageTimes = { seal: stuckAtOnce, propose: stuckAtOnce, attest: stuckAtOnce, execute: stuckAtOnce }

/** Finds the first cause why a message is not delivered, as one sentence; `undefined` without any. */
async function explainInWorld(world: OpenWorld, { outbound }: MessageRecord): Promise<string | undefined> {
  const { devnet, registry, clock } = world
  const chains = new Map(Object.values(devnet.chains).map((chain) => [chain.slug, readable(chain)]))
  const src = chains.get(outbound.srcChainSlug)
  if (src === undefined) return undefined
  const { messageId, transactionHash: srcTxHash } = outbound
  const explaining = explainMessage({
    ...{ src, srcTxHash, messageId, stageTimes, clock, timeout: Infinity },
    chainOf: (slug) => Promise.resolve(chains.get(slug)),
    abis: registry.abis(),
    findSource: findSourceIn(world),
  })
  // What the chains say cannot be explained any better.
  const explained = await explaining.catch(() => undefined)
  const [cause] = explained?.causes ?? []
  return cause === undefined ? undefined : withNames(world, cause.says)
}

function readable({ publicClient, contracts, slug, name }: DevnetChain<boolean>): ReadableChain {
  return { client: publicClient, socket: contracts.socket, slug, name }
}
