import type { Abi, Hex } from "viem"

import { getBlock } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { findVerdict, rankCauses } from "../../explaining/verdict.js"
import { sortEvents } from "../../explaining/events.js"
import type { Explanation } from "../../explaining/Explanation.js"
import { unlessAborted } from "../../http/polling/unlessAborted.js"
import { guardClient } from "../../explaining/guardClient.js"
import { readToken, readNativeCurrency } from "../../onchain/tokens.js"
import { type Clock, latestTime, systemClock } from "../../primitives/clock.js"
import { isEvmAddress, isEvmHash } from "../../primitives/foreign.js"
import type { Unit } from "../../primitives/numbers/amount.js"
import type { SwapClient } from "../createSwapClient.js"
import { nativeToken } from "../nativeToken.js"
import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import { askStatus } from "./askStatus.js"
import { describeSwap } from "./describeSwap.js"
import { findGeneralCauses, isBegun } from "./findGeneralCauses.js"
import { listEvents } from "./listEvents.js"
import { findFalseEnd, findRouteCauses } from "./sent/findRouteCauses.js"
import { findTransactionCauses } from "./sent/findTransactionCauses.js"
import { isRead, readRoute } from "./sent/readRoute.js"
import { readSending } from "./sent/readSending.js"
import { type SwapCauseName, swapCauses } from "./swapCauses.js"
import type {
  ExplainMessages,
  RouteAnswer,
  SwapCase,
  SwapChain,
  SwapFindings,
  SwapRecord,
  UnreadChain,
} from "./types.js"
import { findUnsentCauses } from "./unsent/findUnsentCauses.js"

/** Which swap to explain, and where to read. */
export type ExplainSwapParameters = {
  /** The id of its quote, or the hash of its transaction on the origin chain. A deposit is found by its quote's id alone. */
  id: string
  client: Pick<SwapClient, "getStatus" | "getQuote">
  /** The chain of an id, or why it cannot be read. */
  chainOf: (chainId: number) => Promise<SwapChain | UnreadChain>
  /**
   * Finds what was recorded of a swap where it was executed, by the id of its quote or the hash of its transaction, as `findSwapRecord`
   * does. Default: nothing was.
   */
  findRecord?: ((id: string) => Promise<SwapRecord | undefined>) | undefined
  /** Finds the chain that a transaction is on, for a hash that neither the API nor a journal knows. Default: it is not looked for. */
  findChainOf?: ((txHash: Hex) => Promise<SwapChain | undefined>) | undefined
  /** Explains the messages of the provider's bridge. Default: they are not looked at. */
  explainMessages?: ExplainMessages | undefined
  /** ABIs of the contracts that may revert. */
  abis?: readonly Abi[] | undefined
  clock?: Clock | undefined
  signal?: AbortSignal | undefined
}

/**
 * Finds out why a swap has not arrived: from the journal of where it was executed, the swap API, both chains and the messages of the
 * provider's bridge, and by simulating what comes next. It sends nothing, takes no lock, and believes the API only what a chain shows.
 *
 * @throws {InvalidInputError} the id is neither that of a quote nor a hash
 * @throws {JournalDamagedError} what the swap is recorded in cannot be read
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { verdict, causes } = await explainSwap({
 *   id: quoteId,
 *   client: createSwapClient({ baseUrl, apiKey }),
 *   chainOf: async (chainId) => chains[chainId] ?? { chainId, name: String(chainId), problem: "it is not configured" },
 *   findRecord: (id) => findSwapRecord([".plugs/swaps/41001"], id),
 * })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainSwap(parameters: ExplainSwapParameters): Promise<Explanation<SwapCauseName>> {
  return await unlessAborted(explain(parameters), [parameters.signal])
}

async function explain(parameters: ExplainSwapParameters): Promise<Explanation<SwapCauseName>> {
  const swap = await readSwap(parameters)
  const reading = await readRoute(swap)
  const findings = await findCauses(swap, reading)
  const causes = rankCauses(
    findings.flatMap((found) => found.causes),
    swapCauses,
  )
  const hasArrived = findings.some((found) => found.hasArrived === true)
  const isRefunded = causes.some(({ name }) => name === "refunded")
  const own = describeSwap(swap, reading, hasArrived ? "paid" : isRefunded ? "refunded" : undefined)
  const items = [own, ...findings.flatMap((found) => found.items ?? [])]
  // The messages of a swap that has arrived have done what they were for.
  const arrived = new Set(hasArrived ? items.map(({ id }) => id) : [])
  const found = findVerdict(causes, { table: swapCauses, items: hasArrived ? items : [own], arrived })
  const stuck = causes.some(({ name }) => name === "message-stuck")
  return {
    verdict: stuck && found === "waiting" ? "stuck" : found,
    subject: subjectOf(swap),
    says: hasArrived ? own.says : (causes[0]?.says ?? own.says),
    causes,
    items,
    events: sortEvents([listEvents(swap, reading), ...findings.map(({ events = [] }) => events)]),
  }
}

async function findCauses(
  swap: SwapCase,
  reading: Awaited<ReturnType<typeof readRoute>>,
): Promise<readonly SwapFindings[]> {
  const general = findGeneralCauses(swap)
  const falseEnd = findFalseEnd(swap)
  if (falseEnd !== undefined) return [{ causes: [falseEnd] }]
  const route = await findRouteCauses(swap, reading)
  if (route.hasArrived === true) return [route]
  if (general.length > 0) return [{ causes: general }]
  const transaction = await findTransactionCauses(swap)
  return isBegun(swap) ? [route, transaction] : [route, transaction, await findUnsentCauses(swap)]
}

async function readSwap(parameters: ExplainSwapParameters): Promise<SwapCase> {
  const { client, findRecord, explainMessages, abis = [], clock = systemClock, signal } = parameters
  const guarded = <Chain extends SwapChain | UnreadChain | undefined>(chain: Chain): Chain =>
    isRead(chain) ? { ...chain, client: guardClient(chain.client, { clock }) } : chain
  const chainOf: typeof parameters.chainOf = async (chainId) => guarded(await parameters.chainOf(chainId))
  const id = checkQuoteId(parameters.id.trim(), "id")
  const asked = await findRecord?.(id)
  const quoteId = asked?.entry?.route.quoteId ?? asked?.deposit?.route.quoteId ?? id
  const hash = isEvmHash(id) ? id : undefined
  const api = await askStatus(client, [{ quoteId }, ...(hash === undefined ? [] : [{ srcTxHash: hash }])], signal)
  const record = asked ?? (api.kind === "route" ? await findRecord?.(api.route.quoteId) : undefined)
  const chains = chainIdsOf(record, api)
  const [known, destination] = await Promise.all([
    chains.origin === undefined ? undefined : chainOf(chains.origin),
    chains.destination === undefined ? undefined : chainOf(chains.destination),
  ])
  const isHash = hash !== undefined && record === undefined && api.kind !== "route"
  const origin = known ?? (isHash ? guarded(await parameters.findChainOf?.(hash)) : undefined)
  const named = api.kind === "route" ? api.route.origin.txHash : null
  const head = isRead(origin) ? await getBlock(origin.client).catch(() => undefined) : undefined
  const sent = named !== null && isEvmHash(named) ? named : isHash ? hash : undefined
  return {
    id: api.kind === "route" ? api.route.quoteId : quoteId,
    record,
    api,
    origin: isRead(origin) && head === undefined ? { ...unread(origin), problem: "its node does not answer" } : origin,
    destination,
    sending:
      isRead(origin) && head !== undefined
        ? await readSending({ client: origin.client, entry: record?.entry, hash: sent })
        : { kind: "nothing" },
    originBlock: head?.number ?? null,
    unit: await readUnit(record, api, origin),
    now: Math.max(Math.floor(latestTime(clock) / 1_000), Number(head?.timestamp ?? 0n)),
    client,
    explainMessages,
    abis,
    signal,
  }
}

function unread({ chainId, name }: SwapChain): Omit<UnreadChain, "problem"> {
  return { chainId, name }
}

/** What was asked for here counts, and not what the API says that it was. */
function chainIdsOf(
  record: SwapRecord | undefined,
  api: RouteAnswer,
): { readonly origin: number | undefined; readonly destination: number | undefined } {
  const request = record?.entry?.request ?? record?.deposit?.request
  const route = api.kind === "route" ? api.route : undefined
  return {
    origin: record?.entry?.chainId ?? request?.originChainId ?? route?.origin.chainId,
    destination: request?.destinationChainId ?? route?.destination.chainId,
  }
}

async function readUnit(
  record: SwapRecord | undefined,
  api: RouteAnswer,
  origin: SwapChain | UnreadChain | undefined,
): Promise<Unit | undefined> {
  const request = record?.entry?.request ?? record?.deposit?.request
  const token = request?.inputToken ?? (api.kind === "route" ? api.route.origin.input[0]?.token.address : undefined)
  if (token === undefined || !isEvmAddress(token) || !isRead(origin)) return undefined
  if (isAddressEqual(token, nativeToken)) return await readNativeCurrency(origin.client, origin.chainId)
  return await readToken(origin.client, token).catch(() => undefined)
}

function subjectOf({ id, sending, origin, destination }: SwapCase): Record<string, string | number> {
  return {
    kind: "swap",
    quoteId: id,
    ...("hash" in sending && sending.hash !== undefined ? { srcTxHash: sending.hash } : {}),
    ...(origin === undefined ? {} : { originChainId: origin.chainId }),
    ...(destination === undefined ? {} : { destinationChainId: destination.chainId }),
  }
}
