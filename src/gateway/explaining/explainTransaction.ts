import type { Abi, Hex } from "viem"

import { findVerdict, rankCauses } from "../../explaining/verdict.js"
import { sortEvents } from "../../explaining/events.js"
import { unaskedCauses } from "../../explaining/explain.js"
import { createGuard } from "../../explaining/guard.js"
import type { ExplainedItem, Explanation } from "../../explaining/Explanation.js"
import { unlessAborted } from "../../http/polling/unlessAborted.js"
import { explainCallError } from "../../onchain/callErrors.js"
import { checkBytes32 } from "../../primitives/checks.js"
import { type Clock, systemClock } from "../../primitives/clock.js"
import type { ReadableApi } from "../reading/askApi.js"
import { readGateway } from "../reading/readGateway.js"
import type { GatewayChain, GatewayReading, ReachedChain } from "../reading/types.js"
import { findCallCauses } from "./calls/findCallCauses.js"
import { describeItems } from "./describeItems.js"
import { findApiCauses } from "./findApiCauses.js"
import { findFeesCauses } from "./findFeesCauses.js"
import { findRequestCauses } from "./findRequestCauses.js"
import { findTimeCauses } from "./findTimeCauses.js"
import { findTransactionCauses } from "./findTransactionCauses.js"
import { type GatewayCauseName, gatewayCauses } from "./gatewayCauses.js"
import { listEvents } from "./listEvents.js"
import type { FindSource } from "../../explaining/evidence.js"
import type { GatewayCase } from "./types.js"

/** What to explain, and where to read. */
export type ExplainTransactionParameters = {
  /** A transaction of the gateway chain, a payload, a timeout, a trigger, or the transaction of another chain in which a plug called its app gateway. */
  id: Hex
  gateway: GatewayChain
  /** The chain of a slug that app gateways reach; `undefined` if it cannot be read. */
  chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** The chains on which to look for a transaction that the gateway chain does not have. Default: those that the API names. */
  slugs?: readonly number[] | undefined
  /** The gateway API. Default: it is not asked. */
  api?: ReadableApi | undefined
  /** ABIs of the contracts that may revert. */
  abis?: readonly Abi[] | undefined
  findSource?: FindSource | undefined
  /** Milliseconds after which the nodes are asked nothing more. What was left out is said as a cause. Default: 30 000. */
  timeout?: number | undefined
  clock?: Clock | undefined
  signal?: AbortSignal | undefined
}

/**
 * Finds out why a transaction of an app gateway, a payload, a timeout or a trigger has not come to its end: from the gateway chain, the
 * chains that it reaches and the gateway API, and by simulating what comes next.
 *
 * @throws {InvalidInputError} the id is not 32 bytes of hex
 * @throws {NodeFailedError} the node of the gateway chain did not answer
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { verdict, causes } = await explainTransaction({ id: txHash, gateway, chainOf: async (slug) => (slug === 41001 ? alpha : undefined) })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainTransaction(
  parameters: ExplainTransactionParameters,
): Promise<Explanation<GatewayCauseName>> {
  try {
    return await unlessAborted(explain(parameters), [parameters.signal])
  } catch (error) {
    throw explainCallError(error, { address: parameters.gateway.watcher, functionName: "the watcher contract" })
  }
}

async function explain({
  id,
  slugs = [],
  api,
  abis = [],
  findSource,
  timeout,
  clock = systemClock,
  signal,
  ...asked
}: ExplainTransactionParameters): Promise<Explanation<GatewayCauseName>> {
  const guard = createGuard({ timeout, clock, signal })
  const [gateway, chainOf] = [guard.chain(asked.gateway), guard.chains(asked.chainOf)]
  const reading = await readGateway({
    id: checkBytes32(id, "id", "a hash or id"),
    gateway,
    chainOf,
    slugs,
    api,
    signal,
  })
  const chainName = await nameChains(reading, chainOf)
  const each: GatewayCase = { reading, chainOf, chainName, abis, findSource, clock }
  const findings = await Promise.all([
    findTransactionCauses(each),
    findFeesCauses(each),
    findRequestCauses(each),
    findTimeCauses(each),
    findCallCauses(each),
    findApiCauses(each),
  ])
  const { items, arrived } = describeItems(each)
  const causes = rankCauses(
    [...findings.flatMap((found) => found.causes), ...unaskedCauses(guard.unasked())],
    gatewayCauses,
  )
  const hasReverted = reading.kind === "transaction" && reading.transaction?.reverted === true
  const verdict = hasReverted ? "failed" : findVerdict(causes, { table: gatewayCauses, items, arrived })
  const running = items.find((item) => !arrived.has(item.id)) ?? items.at(-1)
  return {
    verdict,
    subject: { kind: reading.kind, id: reading.id, chainSlug: reading.transaction?.chain.slug ?? gateway.slug },
    says: verdict === "delivered" ? doneText(items) : (causes[0]?.says ?? running?.says ?? ""),
    causes,
    items,
    events: sortEvents([listEvents(each), ...findings.map((found) => found.events ?? [])]),
  }
}

function doneText(items: readonly ExplainedItem[]): string {
  const [only, ...others] = items
  return only !== undefined && others.length === 0 ? only.says : `All ${items.length} parts are done.`
}

async function nameChains(
  { requests }: GatewayReading,
  chainOf: ExplainTransactionParameters["chainOf"],
): Promise<GatewayCase["chainName"]> {
  const slugs = new Set(requests.flatMap(({ payloads }) => payloads.map(({ chainSlug }) => chainSlug)))
  const named = await Promise.all([...slugs].map(async (slug) => [slug, (await chainOf(slug))?.name] as const))
  const names = new Map(named)
  return (slug) => names.get(slug) ?? `chain ${slug}`
}
