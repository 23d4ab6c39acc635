import type { Hex } from "viem"
import { getBlock } from "viem/actions"

import type { GatewayRequest } from "../types.js"
import {
  addReported,
  addReportedTimeouts,
  type ApiReader,
  type Reported,
  type ReportedById,
  requestOfPayload,
} from "./askApi.js"
import { changesIn, readExecutions, readOpened, readRequests, readTimeouts } from "./readRequests.js"
import {
  findTriggerTransaction,
  type ReadTransaction,
  readTransaction,
  readTriggers,
  slugOfTrigger,
} from "./readTransaction.js"
import type { GatewayChain, GatewayReading, ReachedChain, RequestFacts, TimeoutFacts, TriggerFacts } from "./types.js"
import { findWatcherLogs, readWatcher, type WatcherLog, watcherLogsIn } from "./watcherLogs.js"

export type ReadGatewayParameters = {
  /** A transaction of the gateway chain or of a chain with plugs, or the id of a payload, timeout or trigger. */
  readonly id: Hex
  readonly gateway: GatewayChain
  readonly chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** The chains on which to look for a transaction that the gateway chain does not have. */
  readonly slugs: readonly number[]
  readonly api: ApiReader
}

/** Reads everything that the gateway chain, the chains that it reaches and the API know about an id. */
export async function readGateway(parameters: ReadGatewayParameters): Promise<GatewayReading> {
  const { gateway, chainOf, api } = parameters
  const id = parameters.id.toLowerCase() as Hex
  const [latest, pending, watcher, transaction, reportedById, idLogs] = await Promise.all([
    getBlock(gateway.client),
    getBlock(gateway.client, { blockTag: "pending" }).catch(() => undefined),
    readWatcher(gateway),
    readTransaction(gateway, id),
    api.askForId(id),
    // A public node may refuse a search of all blocks.
    findWatcherLogs(gateway, [id], 0n).catch((): WatcherLog[] => []),
  ])
  const subject = await findSubject({ ...parameters, id }, { transaction, reported: reportedById, idLogs })
  const logs = subject.transaction?.receipt === undefined ? [] : watcherLogsIn(subject.transaction.receipt, gateway)

  const isOnGateway = subject.transaction?.chain === gateway
  const originTx = isOnGateway ? subject.transaction.txHash : undefined
  const [requestsOfTx, timeoutsOfTx, triggers, reported] = await Promise.all([
    isOnGateway ? readRequests(gateway, logs) : [],
    isOnGateway ? readTimeouts(gateway, logs) : [],
    subject.triggers?.() ?? [],
    originTx === undefined || reportedById.problem !== null ? reportedById : api.askForTransaction(originTx),
  ])
  // An explanation of a timeout is not about the rest of its transaction.
  const isMeant = ({ timeoutId }: TimeoutFacts): boolean => subject.kind !== "timeout" || timeoutId.toLowerCase() === id
  const first = subject.kind === "timeout" ? [] : requestsOfTx
  const timeouts = timeoutsOfTx.filter(isMeant)
  const opened = await readOpened(gateway, { requests: first, timeouts, triggers })
  const isOfRequests = subject.kind === "transaction" || subject.kind === "payload"
  const reportedRequests = isOfRequests ? reported.requests : await askForOpened(opened, api)
  const merged = addReported(
    [...first, ...opened],
    [...reportedRequests, ...alone(subject, reportedById)],
    originTx ?? id,
  )
  const payloadIds = new Set(merged.flatMap(({ payloads }) => payloads.map(({ payloadId }) => payloadId.toLowerCase())))
  return {
    kind: subject.kind,
    id,
    gateway,
    head: { number: latest.number, timestamp: latest.timestamp },
    now: pending?.timestamp ?? latest.timestamp,
    transaction: subject.transaction,
    requests: await readExecutions(merged, chainOf),
    timeouts: addReportedTimeouts(timeouts, reported.timeouts, payloadIds).filter(isMeant),
    triggers,
    changes: subject.kind === "transaction" ? changesIn(logs) : [],
    api: api.isConfigured ? toApiAnswer(reported, triggers) : undefined,
    watcher,
  }
}

function toApiAnswer(
  { requests, timeouts, problem }: Reported,
  triggers: readonly TriggerFacts[],
): NonNullable<GatewayReading["api"]> {
  if (problem !== null) return { kind: "no answer", message: problem }
  const isKnown = requests.length + timeouts.length > 0 || triggers.some((trigger) => trigger.reported !== undefined)
  return { kind: "answer", isKnown }
}

/** Asks for the requests that a timeout or a trigger opened. Their transaction may have opened others too. */
async function askForOpened(opened: readonly RequestFacts[], api: ApiReader): Promise<readonly GatewayRequest[]> {
  const hashes = new Set(opened.filter(({ openedBy }) => openedBy !== null).map(({ txHash }) => txHash))
  const answers = await Promise.all([...hashes].map((hash) => api.askForTransaction(hash)))
  const counts = new Set(opened.map(({ requestCount }) => requestCount))
  return answers.flatMap(({ requests }) => requests.filter(({ requestCount }) => counts.has(requestCount)))
}

/** The request of a payload whose transaction is not known, with nothing but this payload. */
function alone({ kind, transaction }: Subject, { payload }: ReportedById): GatewayRequest[] {
  return kind !== "payload" || transaction !== null || payload === undefined ? [] : [requestOfPayload(payload)]
}

type Subject = {
  readonly kind: GatewayReading["kind"]
  readonly transaction: ReadTransaction | null
  readonly triggers?: () => Promise<TriggerFacts[]>
}

/** Determines what an id is: the same 32 bytes can be a hash or an id. */
async function findSubject(
  { id, gateway, chainOf, slugs, api }: ReadGatewayParameters,
  {
    transaction: ownTransaction,
    reported,
    idLogs,
  }: {
    readonly transaction: ReadTransaction
    readonly reported: ReportedById
    readonly idLogs: readonly WatcherLog[]
  },
): Promise<Subject> {
  if (ownTransaction.state !== "unknown" || reported.requests.length > 0)
    return { kind: "transaction", transaction: ownTransaction }
  const at = async (txHash: Hex | null | undefined): Promise<ReadTransaction | null> =>
    txHash === null || txHash === undefined ? null : await readTransaction(gateway, txHash)

  const queued = idLogs.find((log) => log.eventName === "PayloadQueued")
  if (queued !== undefined || reported.payload !== undefined)
    return { kind: "payload", transaction: await at(queued?.transactionHash) }
  const scheduled = idLogs.find((log) => log.eventName === "TimeoutScheduled")
  const [timeout] = reported.timeouts
  if (scheduled !== undefined || timeout !== undefined)
    return { kind: "timeout", transaction: await at(scheduled?.transactionHash ?? timeout?.originTxHash) }
  const from = slugs.includes(slugOfTrigger(id)) ? await chainOf(slugOfTrigger(id)) : undefined
  const sentIn = from && (await findTriggerTransaction(from, id))
  if (from !== undefined && sentIn !== undefined) {
    const transaction = await readTransaction(from, sentIn)
    return {
      kind: "trigger",
      transaction,
      async triggers() {
        // The API finds triggers by their transactions alone.
        const triggers = await readTriggers(from, transaction, { gateway, reported: await api.askForTriggers(sentIn) })
        return triggers.filter(({ triggerId }) => triggerId.toLowerCase() === id)
      },
    }
  }
  const reportedSlugs = reported.triggers.flatMap(({ chainSlug }) => chainSlug ?? [])
  for (const slug of new Set([...reportedSlugs, ...slugs])) {
    const chain = await chainOf(slug)
    const transaction = chain && (await readTransaction(chain, id))
    if (chain === undefined || transaction === undefined || transaction.state === "unknown") continue
    return {
      kind: "trigger",
      transaction,
      triggers: () => readTriggers(chain, transaction, { gateway, reported: reported.triggers }),
    }
  }
  return { kind: "unknown", transaction: ownTransaction }
}
