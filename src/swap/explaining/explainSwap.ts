import { explain, type ExplainOptions, type Summary } from "../../explaining/explain.js"
import type { Cause, Explanation } from "../../explaining/Explanation.js"
import { findVerdict } from "../../explaining/verdict.js"
import { readRoute, type RouteReading } from "../reading/readRoute.js"
import { readSwap, type ReadSwapParameters } from "../reading/readSwap.js"
import type { SwapCase } from "../reading/types.js"
import { describeSwap, listEvents } from "./describeSwap.js"
import { findGeneralCauses, isBegun } from "./findGeneralCauses.js"
import { findFalseEnd, findRouteCauses } from "./findRouteCauses.js"
import { findTransactionCauses } from "./findTransactionCauses.js"
import { findUnsentCauses } from "./findUnsentCauses.js"
import { type SwapCauseName, swapCauses, type SwapFindings } from "./swapCauses.js"

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
  return await explain<Reading, SwapCauseName>(
    {
      table: swapCauses,
      async read(guard, clock) {
        const swap = await readSwap(parameters, guard, clock)
        const route = await readRoute(swap)
        return { swap, route, findings: await findAll(swap, route) }
      },
      finders: [({ findings }) => findings.flatMap(({ causes }) => causes)],
      summarize,
    },
    parameters,
  )
}

/** What was read of a swap, and what each part of it shows. */
type Reading = {
  readonly swap: SwapCase
  readonly route: RouteReading | undefined
  readonly findings: readonly SwapFindings[]
}

/** Looks at one part after the other, because what comes next is read only if nothing before it explains the swap. */
async function findAll(swap: SwapCase, reading: RouteReading | undefined): Promise<readonly SwapFindings[]> {
  const general = findGeneralCauses(swap)
  const falseEnd = findFalseEnd(swap)
  if (falseEnd !== undefined) return [{ causes: [falseEnd] }]
  const route = await findRouteCauses(swap, reading)
  if (route.hasArrived === true) return [route]
  if (general.length > 0) return [{ causes: general }]
  const transaction = await findTransactionCauses(swap)
  return isBegun(swap) ? [route, transaction] : [route, transaction, await findUnsentCauses(swap)]
}

function summarize({ swap, route, findings }: Reading, causes: readonly Cause<SwapCauseName>[]): Summary {
  const hasArrived = findings.some((finding) => finding.hasArrived === true)
  const isRefunded = causes.some(({ name }) => name === "refunded")
  const own = describeSwap(swap, route, hasArrived ? "paid" : isRefunded ? "refunded" : undefined)
  const items = [own, ...findings.flatMap((finding) => finding.items ?? [])]
  // The messages of a swap that has arrived have done their part.
  const arrived = new Set(hasArrived ? items.map(({ id }) => id) : [])
  const verdict = findVerdict(causes, { table: swapCauses, items: hasArrived ? items : [own], arrived })
  const isStuck = causes.some(({ name }) => name === "message-stuck")
  return {
    verdict: isStuck && verdict === "waiting" ? "stuck" : verdict,
    subject: subjectOf(swap),
    says: hasArrived ? own.says : (causes[0]?.says ?? own.says),
    items,
    stories: [listEvents(swap, route), ...findings.map(({ events = [] }) => events)],
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
