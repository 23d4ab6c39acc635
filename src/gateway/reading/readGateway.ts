import type { Hex } from "viem"

import { getBlock } from "viem/actions"

import type { GatewayRequest } from "../types.js"
import { addReported, addReportedTimeouts, requestOfPayload } from "./addReported.js"
import { askForId, askForTransaction, type ReadableApi, type ReportedById } from "./askApi.js"
import { changesIn, readExecutions, readRequests, readTimeouts } from "./readRequests.js"
import { type ReadTransaction, readTransaction } from "./readTransaction.js"
import { readOpened } from "./readOpened.js"
import { findTriggerTransaction, readTriggers, slugOfTrigger } from "./readTriggers.js"
import { findWatcherLogs, readWatcher, type WatcherLog, watcherLogsIn } from "./watcherLogs.js"
import type { GatewayChain, GatewayReading, ReachedChain, RequestFacts, TimeoutFacts, TriggerFacts } from "./types.js"

/** What to read about, and where. */
export type ReadGatewayParameters = {
  /** A transaction of the gateway chain or of a chain with plugs, or the id of a payload, timeout or trigger. */
  readonly id: Hex
  readonly gateway: GatewayChain
  readonly chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** The chains on which a transaction is looked for that the gateway chain does not have. */
  readonly slugs: readonly number[]
  readonly api?: ReadableApi | undefined
  readonly signal?: AbortSignal | undefined
}

const noReport: ReportedById = { requests: [], payload: undefined, timeouts: [], triggers: [], problem: null }

/** Reads everything that the gateway chain, the chains that it reaches and the API say about an id. */
export async function readGateway(parameters: ReadGatewayParameters): Promise<GatewayReading> {
  const { gateway, chainOf, slugs, api, signal } = parameters
  const id = parameters.id.toLowerCase() as Hex
  const [latest, pending, watcher, own, reportedById, idLogs] = await Promise.all([
    getBlock(gateway.client),
    getBlock(gateway.client, { blockTag: "pending" }).catch(() => undefined),
    readWatcher(gateway),
    readTransaction(gateway, id),
    api === undefined ? noReport : askForId(api, id, signal),
    // A public node may refuse a search of all blocks.
    findWatcherLogs(gateway, [id], 0n).catch((): WatcherLog[] => []),
  ])
  const found = await findSubject({ id, own, reported: reportedById, idLogs, gateway, chainOf, slugs, api, signal })
  const logs = found.transaction?.receipt === undefined ? [] : watcherLogsIn(found.transaction.receipt, gateway)

  const isOnGateway = found.transaction?.chain === gateway
  const originTx = isOnGateway ? found.transaction.txHash : undefined
  const [requestsOfTx, timeoutsOfTx, triggers, reported] = await Promise.all([
    isOnGateway ? readRequests(gateway, logs) : [],
    isOnGateway ? readTimeouts(gateway, logs) : [],
    found.kind === "trigger" ? found.triggers() : ([] as TriggerFacts[]),
    api === undefined || originTx === undefined || reportedById.problem !== null
      ? { requests: reportedById.requests, timeouts: reportedById.timeouts, problem: reportedById.problem }
      : askForTransaction(api, originTx, signal),
  ])
  // Somebody who asks for a timeout did not ask for what else its transaction did.
  const isAsked = ({ timeoutId }: TimeoutFacts): boolean => found.kind !== "timeout" || timeoutId.toLowerCase() === id
  const first = found.kind === "timeout" ? [] : requestsOfTx
  const timeouts = timeoutsOfTx.filter(isAsked)
  const opened = await readOpened(gateway, { requests: first, timeouts, triggers })
  const asked = found.kind === "transaction" || found.kind === "payload"
  const reportedRequests = asked ? reported.requests : await askForOpened(opened, api, signal)
  const merged = addReported(
    [...first, ...opened],
    [...reportedRequests, ...alone(found, reportedById)],
    originTx ?? id,
  )
  const payloadIds = new Set(merged.flatMap(({ payloads }) => payloads.map(({ payloadId }) => payloadId.toLowerCase())))
  return {
    kind: found.kind,
    id,
    gateway,
    head: { number: latest.number, timestamp: latest.timestamp },
    now: pending?.timestamp ?? latest.timestamp,
    transaction: found.transaction,
    requests: await readExecutions(merged, chainOf),
    timeouts: addReportedTimeouts(timeouts, reported.timeouts, payloadIds).filter(isAsked),
    triggers,
    changes: found.kind === "transaction" ? changesIn(logs) : [],
    api:
      api === undefined
        ? undefined
        : reported.problem === null
          ? {
              kind: "answer",
              isKnown:
                reported.requests.length + reported.timeouts.length > 0 ||
                triggers.some((trigger) => trigger.reported !== undefined),
            }
          : { kind: "no answer", says: reported.problem },
    watcher,
  }
}

/** What the API says of the requests that a timeout or a trigger opened. Their transaction may have opened others too. */
async function askForOpened(
  opened: readonly RequestFacts[],
  api: ReadableApi | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly GatewayRequest[]> {
  if (api === undefined) return []
  const hashes = new Set(opened.filter(({ openedBy }) => openedBy !== null).map(({ txHash }) => txHash))
  const answers = await Promise.all([...hashes].map((hash) => askForTransaction(api, hash, signal)))
  const counts = new Set(opened.map(({ requestCount }) => requestCount))
  return answers.flatMap(({ requests }) => requests.filter(({ requestCount }) => counts.has(requestCount)))
}

/** The request of a payload whose transaction is not known, with nothing but this payload. */
function alone({ kind, transaction }: Found, { payload }: ReportedById): GatewayRequest[] {
  return kind !== "payload" || transaction !== null || payload === undefined ? [] : [requestOfPayload(payload)]
}

type Found = {
  readonly kind: GatewayReading["kind"]
  readonly transaction: ReadTransaction | null
  readonly triggers: () => Promise<TriggerFacts[]>
}

/** Finds out what an id is: the same 32 bytes can be a hash or an id. */
async function findSubject({
  id,
  own,
  reported,
  idLogs,
  gateway,
  chainOf,
  slugs,
  api,
  signal,
}: {
  readonly id: Hex
  readonly own: ReadTransaction
  readonly reported: ReportedById
  readonly idLogs: readonly WatcherLog[]
} & Pick<ReadGatewayParameters, "gateway" | "chainOf" | "slugs" | "api" | "signal">): Promise<Found> {
  const triggers = (): Promise<TriggerFacts[]> => Promise.resolve([])
  if (own.state !== "unknown" || reported.requests.length > 0)
    return { kind: "transaction", transaction: own, triggers }
  const at = async (txHash: Hex | null | undefined): Promise<ReadTransaction | null> =>
    txHash === null || txHash === undefined ? null : await readTransaction(gateway, txHash)

  const queued = idLogs.find((log) => log.eventName === "PayloadQueued")
  if (queued !== undefined || reported.payload !== undefined) {
    return { kind: "payload", transaction: await at(queued?.transactionHash), triggers }
  }
  const scheduled = idLogs.find((log) => log.eventName === "TimeoutScheduled")
  const [timeout] = reported.timeouts
  if (scheduled !== undefined || timeout !== undefined) {
    const transaction = await at(scheduled?.transactionHash ?? timeout?.originTxHash)
    return { kind: "timeout", transaction, triggers }
  }
  const from = slugs.includes(slugOfTrigger(id)) ? await chainOf(slugOfTrigger(id)) : undefined
  const sentIn = from && (await findTriggerTransaction(from, id))
  if (from !== undefined && sentIn !== undefined) {
    const transaction = await readTransaction(from, sentIn)
    return {
      kind: "trigger",
      transaction,
      async triggers() {
        // The API is asked for triggers by their transactions alone.
        const told = await api?.getTriggers({ txHash: sentIn, signal }).catch(() => [])
        const all = await readTriggers(from, transaction, { gateway, reported: told ?? [] })
        return all.filter(({ triggerId }) => triggerId.toLowerCase() === id)
      },
    }
  }
  const named = reported.triggers.flatMap(({ chainSlug }) => chainSlug ?? [])
  for (const slug of new Set([...named, ...slugs])) {
    const chain = await chainOf(slug)
    const transaction = chain && (await readTransaction(chain, id))
    if (chain === undefined || transaction === undefined || transaction.state === "unknown") continue
    return {
      kind: "trigger",
      transaction,
      triggers: () => readTriggers(chain, transaction, { gateway, reported: reported.triggers }),
    }
  }
  return { kind: "unknown", transaction: own, triggers }
}
