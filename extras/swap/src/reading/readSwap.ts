import type { Abi, Client, Hex } from "viem"
import { getBlock, getTransaction } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import type { SwapClient } from "../createSwapClient.js"
import { isSentState } from "../execution/executionStates.js"
import type { JournalEntry, Submission } from "../execution/types.js"
import { nativeToken } from "../nativeToken.js"
import { RouteNotFoundError } from "../requestErrors.js"
import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import { quoteOf } from "./findSwapRecord.js"
import { readMined, unlessMissing } from "./readClaimedEnd.js"
import { isRead } from "./readRoute.js"
import type { ExplainMessages, RouteAnswer, Sending, SwapCase, SwapChain, SwapRecord, UnreadChain } from "./types.js"
import type { Guard } from "#src/explaining/guard.js"
import { recoverSubmission } from "#src/onchain/submission/recoverSubmission.js"
import { SubmissionUnclearError } from "#src/onchain/submission/Submission.js"
import { readNativeCurrency, readToken } from "#src/onchain/tokens.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { isEvmAddress, isEvmHash } from "#src/primitives/foreign.js"
import type { Unit } from "#src/primitives/numbers/amount.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type ReadSwapParameters = {
  /** The id of its quote, or the hash of its transaction on the origin chain. A deposit is found by its quote's id alone. */
  id: string
  client: Pick<SwapClient, "getStatus" | "getQuote">
  /** The chain of an id, or why it cannot be read. */
  chainOf: (chainId: number) => Promise<SwapChain | UnreadChain>
  /** Finds what was recorded of a swap where it was executed, by its quote's id or its transaction's hash. Default: nothing was. */
  findRecord?: ((id: string) => Promise<SwapRecord | undefined>) | undefined
  /** Finds the chain that a transaction is on, for a hash that neither the API nor a journal knows. Default: it is not looked for. */
  findChainOf?: ((txHash: Hex) => Promise<SwapChain | undefined>) | undefined
  /** Explains the messages of the provider's bridge. Default: they are not looked at. */
  explainMessages?: ExplainMessages | undefined
  /** ABIs of the contracts that may revert. */
  abis?: readonly Abi[] | undefined
}

/**
 * Reads what the journal, the API and the origin chain have of a swap.
 *
 * @throws {InvalidInputError} the id is neither that of a quote nor a hash
 * @throws {JournalDamagedError} what the swap is recorded in cannot be read
 */
export async function readSwap(
  {
    client,
    findRecord,
    findChainOf,
    explainMessages,
    abis = [],
    signal,
    ...parameters
  }: ReadSwapParameters & { readonly signal?: AbortSignal | undefined },
  guard: Guard,
  clock: Clock,
): Promise<SwapCase> {
  const guarded = <Chain extends SwapChain | UnreadChain | undefined>(chain: Chain): Chain =>
    isRead(chain) ? guard.chain(chain) : chain
  const chainOf = async (chainId: number | undefined): Promise<SwapChain | UnreadChain | undefined> =>
    chainId === undefined ? undefined : guarded(await parameters.chainOf(chainId))
  const id = checkQuoteId(parameters.id.trim(), "id")
  const known = await findRecord?.(id)
  const quoteId = quoteOf(known)?.route.quoteId ?? id
  const hash = isEvmHash(id) ? id : undefined
  const api = await askStatus(client, [{ quoteId }, ...(hash === undefined ? [] : [{ srcTxHash: hash }])], guard)
  const record = known ?? (api.kind === "route" ? await findRecord?.(api.route.quoteId) : undefined)
  const chains = chainIdsOf(record, api)
  const [named, destination] = await Promise.all([chainOf(chains.origin), chainOf(chains.destination)])
  const isHash = hash !== undefined && record === undefined && api.kind !== "route"
  const origin = named ?? (isHash ? guarded(await findChainOf?.(hash)) : undefined)
  const claimed = api.kind === "route" ? api.route.origin.txHash : null
  const head = isRead(origin) ? await getBlock(origin.client).catch(() => undefined) : undefined
  const sent = claimed !== null && isEvmHash(claimed) ? claimed : isHash ? hash : undefined
  return {
    id: api.kind === "route" ? api.route.quoteId : quoteId,
    record,
    api,
    origin: isRead(origin) && head === undefined ? { ...unread(origin), problem: "its node does not answer" } : origin,
    destination,
    sending:
      isRead(origin) && head !== undefined
        ? await readSending(origin.client, record?.entry, sent)
        : { kind: "nothing" },
    originBlock: head?.number ?? null,
    unit: await readUnit(record, api, origin),
    now: Math.max(Math.floor(latestTime(clock) / 1_000), Number(head?.timestamp ?? 0n)),
    getQuote: async (request) => {
      const answer = await guard.ask((aborted) => client.getQuote({ ...request, signal: aborted }))
      return answer.kind === "answer" ? answer.value : undefined
    },
    explainMessages,
    abis,
    signal,
  }
}

/** Asks the API for a route by likely ids: 32 bytes can be a quote or a hash. Never throws: that the API fails is an answer. */
async function askStatus(
  client: Pick<SwapClient, "getStatus">,
  ids: readonly ({ readonly quoteId: string } | { readonly srcTxHash: Hex })[],
  guard: Guard,
): Promise<RouteAnswer> {
  for (const id of ids) {
    const answer = await guard.ask((signal) => client.getStatus({ ...id, signal }))
    if (answer.kind === "answer") return { kind: "route", route: answer.value }
    if (!(answer.error instanceof RouteNotFoundError)) return { kind: "no answer", says: answer.says }
  }
  return { kind: "unknown quote" }
}

function unread({ chainId, name }: SwapChain): Omit<UnreadChain, "problem"> {
  return { chainId, name }
}

/** What was requested counts, and not what the API claims. */
function chainIdsOf(
  record: SwapRecord | undefined,
  api: RouteAnswer,
): { readonly origin: number | undefined; readonly destination: number | undefined } {
  const request = quoteOf(record)?.request
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
  const request = quoteOf(record)?.request
  const token = request?.inputToken ?? (api.kind === "route" ? api.route.origin.input[0]?.token.address : undefined)
  if (token === undefined || !isEvmAddress(token) || !isRead(origin)) return undefined
  if (isAddressEqual(token, nativeToken)) return await readNativeCurrency(origin.client, origin.chainId)
  return await readToken(origin.client, token).catch(() => undefined)
}

/** Finds out what became of a swap's transaction. Sends nothing, and never throws: that a node does not answer is a result. */
async function readSending(client: Client, entry: JournalEntry | undefined, hash: Hex | undefined): Promise<Sending> {
  const submission = entry?.submission
  const known = submission?.hash ?? hash
  try {
    const mined = known === undefined ? undefined : await readMined(client, known)
    if (mined !== undefined) return mined
    if (entry === undefined || submission === undefined) {
      if (known === undefined) return { kind: "nothing" }
      const sent = await unlessMissing(getTransaction(client, { hash: known }), "TransactionNotFoundError")
      return sent === undefined
        ? { kind: "lost", hash: known, submission: undefined }
        : { kind: "pending", hash: known }
    }
    return await recover(client, entry, submission)
  } catch (error) {
    const reason = error instanceof SubmissionUnclearError ? error.facts["reason"] : undefined
    return { kind: "unclear", says: reason ?? nodeReason(error) }
  }
}

/** The same search as that of an execution that is resumed: by the nonce, because a wallet may have replaced the transaction. */
async function recover(client: Client, entry: JournalEntry, submission: Submission): Promise<Sending> {
  const { account, state, replacedBy, outcome } = entry
  const { hash } = submission
  if (state === "REPLACED") {
    return { kind: "replaced", hash, by: replacedBy, ...(outcome === undefined ? {} : { why: outcome }) }
  }
  const wasSent = hash !== undefined && isSentState(state)
  const found = await recoverSubmission(
    { account, publicClient: client },
    wasSent ? { ...submission, hash: undefined } : submission,
  )
  if (found.kind === "dead") return { kind: "replaced", hash, by: found.replacedBy }
  if (found.kind === "unsent") return wasSent ? { kind: "lost", hash, submission } : { kind: "signed", submission }
  return (await readMined(client, found.hash)) ?? { kind: "pending", hash: found.hash }
}
