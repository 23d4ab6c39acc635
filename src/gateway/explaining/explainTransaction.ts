import type { Abi, Hex } from "viem"

import { createApiReader, type ReadableApi } from "../reading/askApi.js"
import { readGateway } from "../reading/readGateway.js"
import type { GatewayChain, GatewayReading, ReachedChain } from "../reading/types.js"
import { createCodeReader, type PayloadCall, payloadCause, readPayloadCall } from "./calls/payloadCalls.js"
import { readTransactionRevert, type TransactionRevert } from "./calls/transactionRevert.js"
import {
  callbackOf,
  type DueCall,
  readWatcherCall,
  timeoutCallOf,
  triggerCallOf,
  type WatcherCall,
  watcherCallCauses,
} from "./calls/watcherCalls.js"
import { describeItems, listEvents } from "./describeItems.js"
import { type Actors, findActorCauses, readActors } from "./findActorCauses.js"
import { findFeesCauses, findRequestCauses } from "./findRequestCauses.js"
import { type Due, findTimeCauses, readDue } from "./findTimeCauses.js"
import { findApiCauses, findTransactionCauses } from "./findTransactionCauses.js"
import { type GatewayCauseName, gatewayCauses } from "./gatewayCauses.js"
import type { CallReaders, GatewayCase, GatewayCause } from "./types.js"
import type { FindSource } from "#src/explaining/evidence.js"
import { explain, type ExplainOptions, type Finder, findVerdict, type Summary } from "#src/explaining/explain.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { Knows } from "#src/explaining/remedy.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { checkBytes32 } from "#src/primitives/checks.js"

/** What to explain, and where to read. */
export type ExplainTransactionParameters = ExplainOptions & {
  /** A transaction of the gateway chain, a payload, a timeout, a trigger, or the transaction of another chain in which a plug called its app gateway. */
  id: Hex
  gateway: GatewayChain
  /** The chain of a slug that app gateways reach; `undefined` if it cannot be read. */
  chainOf: (slug: number) => Promise<ReachedChain | undefined>
  /** The chains on which to look for a transaction that the gateway chain does not have. Default: those that the API names. */
  slugs?: readonly number[] | undefined
  /** The gateway API. Default: only the chains are read. */
  api?: ReadableApi | undefined
  /** ABIs of the contracts that may revert. */
  abis?: readonly Abi[] | undefined
  findSource?: FindSource | undefined
  /** Whether a contract is one that the project knows: no fix has others trust another one. Default: it knows none. */
  isKnown?: Knows | undefined
}

/**
 * Explains why a transaction of an app gateway, a payload, a timeout or a trigger is not done: from the gateway chain, the chains that it
 * reaches and the gateway API, and by simulating the next call.
 *
 * @throws {InvalidInputError} the id is not 32 bytes of hex
 * @throws {NodeFailedError} the node of the gateway chain did not answer
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { verdict, causes } = await explainTransaction({ id: txHash, gateway, chainOf: async (slug) => (slug === 41001 ? alpha : undefined) })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainTransaction({
  id,
  gateway,
  chainOf,
  slugs = [],
  api,
  abis = [],
  findSource,
  isKnown,
  ...options
}: ExplainTransactionParameters): Promise<Explanation<GatewayCauseName>> {
  const subject = checkBytes32(id, "id", "a hash or id")
  try {
    return await explain<GatewayCase & Outcomes & { readonly actors: Actors | undefined }, GatewayCauseName>(
      {
        table: gatewayCauses,
        async read(guard) {
          const chains = { gateway: guard.chain(gateway), chainOf: guard.chains(chainOf) }
          const reading = await readGateway({ ...chains, id: subject, slugs, api: createApiReader(api, guard) })
          const named = { ...reading, abis, chainName: await nameChains(reading, chains.chainOf) }
          const [revert, due, calls] = await Promise.all([
            readTransactionRevert(named),
            readDue(named),
            readCalls(named, { chainOf: chains.chainOf, findSource }),
          ])
          const whole = { ...named, revert, due, calls }
          const found = finders.flatMap((find) => find(whole))
          return { ...whole, actors: await readActors(named, found) }
        },
        finders: [...finders, findActorCauses],
        knows: () => isKnown ?? (() => false),
        summarize,
      },
      options,
    )
  } catch (error) {
    throw explainCallError(error, { address: gateway.watcher, functionName: "the watcher contract" })
  }
}

/** Everything but the actors, which are asked about where these find nothing. */
const finders: readonly Finder<GatewayCase & Outcomes, GatewayCauseName>[] = [
  findTransactionCauses,
  findFeesCauses,
  findRequestCauses,
  findTimeCauses,
  findCallCauses,
  findApiCauses,
]

/** How simulations end. */
type Outcomes = {
  readonly revert: TransactionRevert
  readonly due: readonly Due[]
  readonly calls: readonly (PayloadCall | WatcherCall)[]
}

/** Simulates the calls that come next: of payloads, of their callbacks, of timeouts and of triggers. */
async function readCalls(reading: GatewayCase, readers: CallReaders): Promise<Outcomes["calls"]> {
  const hasCode = createCodeReader()
  const readDueCall = async (call: DueCall | undefined): Promise<WatcherCall | undefined> =>
    call && (await readWatcherCall(reading, call, readers.findSource))
  const open = reading.requests.filter(({ cancelled }) => cancelled === null)
  const calls = await Promise.all([
    // A callback fails for the reason for which its call fails.
    ...open
      .flatMap(({ payloads }) => payloads)
      .map(async (payload) => {
        const call = await readPayloadCall(payload, { ...readers, hasCode })
        const isRead = call?.outcome === "given up" && payload.callType === "READ"
        if (call !== undefined && !isRead) return call
        // Without the API nothing shows that a read was made: then what it returns now is what its callback gets.
        const read = isRead
          ? { ...payload, executed: { mined: null, returnData: call.returned, gasUsed: 0n } }
          : payload
        const callback = await readDueCall(callbackOf(reading, read))
        return isRead && callback?.simulation?.reverts !== true ? call : callback
      }),
    ...reading.timeouts.map((timeout) => readDueCall(timeoutCallOf(reading, timeout))),
    ...reading.triggers.map((trigger) => readDueCall(triggerCallOf(reading, trigger))),
  ])
  return calls.filter((call) => call !== undefined)
}

function findCallCauses(reading: GatewayCase & Outcomes): GatewayCause[] {
  return reading.calls.flatMap((call) =>
    call.kind === "payload" ? [payloadCause(reading, call)] : watcherCallCauses(reading, call),
  )
}

function summarize(reading: GatewayCase, causes: Explanation<GatewayCauseName>["causes"]): Summary {
  const { kind, id, transaction, gateway } = reading
  const { items, arrived } = describeItems(reading)
  const hasReverted = kind === "transaction" && transaction?.reverted === true
  const verdict = hasReverted ? "failed" : findVerdict(causes, { table: gatewayCauses, items, arrived })
  const running = items.find((item) => !arrived.has(item.id)) ?? items.at(-1)
  const [only, ...others] = items
  const done = only !== undefined && others.length === 0 ? only.says : `All ${items.length} parts are done.`
  return {
    verdict,
    subject: { kind, id, chainSlug: transaction?.chain.slug ?? gateway.slug },
    says: verdict === "delivered" ? done : (causes[0]?.says ?? running?.says ?? ""),
    items,
    stories: [listEvents(reading)],
  }
}

async function nameChains(
  { requests }: GatewayReading,
  chainOf: CallReaders["chainOf"],
): Promise<GatewayCase["chainName"]> {
  const slugs = new Set(requests.flatMap(({ payloads }) => payloads.map(({ chainSlug }) => chainSlug)))
  const names = new Map(await Promise.all([...slugs].map(async (slug) => [slug, (await chainOf(slug))?.name] as const)))
  return (slug) => names.get(slug) ?? `chain ${slug}`
}
