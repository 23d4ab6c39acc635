import { isBegun, readProgress, type SwapReading } from "../reading/readProgress.js"
import { readSwap, type ReadSwapParameters } from "../reading/readSwap.js"
import type { SwapCase } from "../reading/types.js"
import { describeSwap, listEvents } from "./describeSwap.js"
import { findFalseEnd, findRouteCauses, hasArrived } from "./findRouteCauses.js"
import { findTransactionCauses } from "./findTransactionCauses.js"
import { findUnsentCauses } from "./findUnsentCauses.js"
import { type SwapCause, type SwapCauseName, swapCauses } from "./swapCauses.js"
import { apiEvidence, checkApi, sourceOf, swapAgain } from "./words.js"
import { explain, type ExplainOptions, findVerdict, type Fix, type Summary } from "#src/explaining/explain.js"
import type { Cause, Explanation } from "#src/explaining/Explanation.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { isEvmHash } from "#src/primitives/foreign.js"

/** Which swap to explain, where to read, and for how long. */
export type ExplainSwapParameters = ReadSwapParameters & ExplainOptions

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
 * })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainSwap(parameters: ExplainSwapParameters): Promise<Explanation<SwapCauseName>> {
  return await explain<SwapReading, SwapCauseName>(
    {
      table: swapCauses,
      read: async (guard, clock) => await readProgress(await readSwap(parameters, guard, clock)),
      finders: [findCauses],
      summarize,
    },
    parameters,
  )
}

/** What comes first explains all that comes after it. */
function findCauses(reading: SwapReading): readonly SwapCause[] {
  const { swap, transaction, unsent } = reading
  const falseEnd = findFalseEnd(swap)
  if (falseEnd !== undefined) return [falseEnd]
  if (hasArrived(reading)) return []
  const general = findGeneralCauses(swap)
  if (general.length > 0) return general
  const sent = [...findRouteCauses(reading), ...findTransactionCauses(swap, transaction)]
  return isBegun(swap) ? sent : [...sent, ...findUnsentCauses(swap, unsent)]
}

function summarize(reading: SwapReading, causes: readonly Cause<SwapCauseName>[]): Summary {
  const { swap, route, refund } = reading
  const isPaid = hasArrived(reading)
  const isRefunded = causes.some(({ name }) => name === "refunded")
  const own = describeSwap(swap, route, isPaid ? "paid" : isRefunded ? "refunded" : undefined)
  const messages = refund?.kind === "sent" ? refund.messages : reading.messages
  const items = [own, ...(messages?.explanation.items ?? [])]
  // The messages of a swap that has arrived have done their part.
  const arrived = new Set(isPaid ? items.map(({ id }) => id) : [])
  const verdict = findVerdict(causes, { table: swapCauses, items: isPaid ? items : [own], arrived })
  const isStuck = causes.some(({ name }) => name === "message-stuck")
  return {
    verdict: isStuck && verdict !== "failed" ? "stuck" : verdict,
    subject: subjectOf(swap),
    says: isPaid ? own.says : (causes[0]?.says ?? own.says),
    items,
    stories: [listEvents(swap, route), messages?.explanation.events ?? []],
  }
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

/** Finds why a swap cannot be explained: it is unknown, its chain is gone, or its chain cannot be read. */
function findGeneralCauses(swap: SwapCase): readonly SwapCause[] {
  const { id, record, api, origin, sending } = swap
  if (record?.isOfAnotherChain === true) return [restartedCause(swap)]
  if (record === undefined && api.kind !== "route") {
    const isSent = sending.kind === "mined" || sending.kind === "pending"
    const where = isSent ? `The transaction ${id} is on ${origin?.name ?? "a chain"}, and` : "The id is not one"
    return [
      {
        name: api.kind === "no answer" ? "api-silent" : "quote-unknown",
        says:
          api.kind === "no answer"
            ? `The swap API does not answer, and no journal of this project knows ${id}.`
            : isSent
              ? `${where} neither the swap API nor a journal of this project knows a swap of it.`
              : `${where} that the swap API or a journal of this project knows.`,
        evidence: [apiEvidence(swap), ...(isSent ? [{ source: sourceOf(swap), says: `The node has ${id}.` }] : [])],
        fix: api.kind === "no answer" ? checkApi : idFix(id),
      },
    ]
  }
  if (origin === undefined || !("problem" in origin)) return []
  return [
    {
      name: "origin-unread",
      says: `${origin.name} cannot be read: ${origin.problem}. So nothing confirms what the swap API says.`,
      evidence: [apiEvidence(swap)],
      fix: "add the chain to plugs.chains, or start its node",
    },
  ]
}

/** What to do with an id that nobody knows: it may be that of something else. */
function idFix(id: string): Fix {
  if (/^0x[0-9a-f]{40}$/i.test(id)) {
    return "give the id of a quote or the hash of a transaction: this is an address, and an account can have any number of swaps"
  }
  // A chain, a plug and a counter that is far from its end.
  if (/^0x[0-9a-f]{48}0{8}[0-9a-f]{8}$/i.test(id)) {
    return { who: "ask for the message, because this is the id of one", command: explainMessageCommand(id) }
  }
  const chains = isEvmHash(id) ? "; a transaction is found on the chains of plugs.chains alone" : ""
  return `check the id: a deposit is found by the id of its quote alone${chains}`
}

function restartedCause(swap: SwapCase): SwapCause {
  const { origin, record } = swap
  return {
    name: "chain-restarted",
    says: `The local chain ${origin?.name ?? ""} that the swap was executed on is gone: what runs there by now is another chain, on which nothing of it happened.`,
    evidence: [
      {
        source: "the journal",
        says: `The execution was ${record?.entry?.state ?? "opened"} on a chain with another first block.`,
      },
      apiEvidence(swap),
    ],
    fix: swapAgain(swap),
  }
}
