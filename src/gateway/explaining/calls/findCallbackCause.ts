import { type Address, encodeFunctionData, type Hex } from "viem"

import { blockSource } from "../../../explaining/evidence.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { watcherAbi } from "../../onchain/watcherAbi.js"
import { revertOfTimeout, revertOfTrigger, revertsOf, silentAppGateway } from "../../reverts.js"
import type { PayloadFacts, TimeoutFacts, TriggerFacts } from "../../reading/types.js"
import { type GatewayCase, type GatewayCause, type CauseParts, toCause } from "../types.js"
import { findPayerCause } from "../findPayerCause.js"
import { simulate } from "./simulate.js"
import { functionText, reasonOf, retryMend, simulatedOn, thenRetry } from "../words.js"

/** A call that the watcher makes on the gateway chain. */
type WatcherCall = {
  readonly id: Hex
  readonly data: Hex
  /** The beginning of a sentence, such as `The callback of payload 0x…`. */
  readonly what: string
  /** The contract that it calls. */
  readonly called: Address | null
  readonly name: "callback-reverts" | "timeout-reverts" | "trigger-reverts"
  /** What the API says that it reverts with. */
  readonly told: string | undefined
  readonly isGivenUp: boolean
  /** What gateway retry is asked for. Default: the id. The API is asked for triggers by their transactions alone. */
  readonly retryId?: Hex | undefined
}

/** Finds why the callback of a payload that is executed does not run. */
export async function findCallbackCause(of: GatewayCase, payload: PayloadFacts): Promise<GatewayCause | undefined> {
  const { payloadId: id, executed, resolved, callback, appGateway, reported, marked, callType, dueAt } = payload
  const isDue = callType === "SCHEDULE" && dueAt !== null && dueAt <= of.reading.now
  if (resolved !== null || (executed === null && !isDue)) return undefined
  // Without what the call returned, the callback cannot be simulated.
  if (executed?.returnData === null && callback !== null) return undefined
  const { selector, data } = callback ?? { selector: "0x00000000", data: "0x" }
  const { returnData, gasUsed } = executed ?? {}
  const args = [id, selector, data, returnData ?? "0x", gasUsed ?? 0n] as const
  const told =
    reported === undefined ? undefined : revertsOf(reported, of.abis).find(({ stage }) => stage === "callback")
  const whose = callback === null ? "The settlement of" : `The callback ${functionText(selector, of.abis)} of`
  return await findWatcherCause(of, {
    ...{ id, called: appGateway, name: "callback-reverts", told: told?.reason },
    what: `${whose} payload ${id}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "resolvePayload", args }),
    isGivenUp: reported?.isGivenUp === true || marked !== null,
  })
}

/** Finds why the call of a timeout that is due does not run. */
export async function findTimeoutCause(of: GatewayCase, timeout: TimeoutFacts): Promise<GatewayCause | undefined> {
  const { timeoutId: id, dueAt, resolved, target, payload, reported } = timeout
  if (resolved !== null || dueAt > of.reading.now) return undefined
  const called = payload === null ? "the call" : functionText(payload, of.abis)
  return await findWatcherCause(of, {
    ...{ id, called: target, name: "timeout-reverts", told: reported && revertOfTimeout(reported, of.abis)?.reason },
    what: `The call of ${called} by timeout ${id}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "resolveTimeout", args: [id] }),
    isGivenUp: reported?.isGivenUp === true,
  })
}

/** Finds why the app gateway that a plug called does not take the call. */
export async function findTriggerCause(of: GatewayCase, trigger: TriggerFacts): Promise<GatewayCause | undefined> {
  const { triggerId: id, chain, plug, appGateway, payload, handled, reported } = trigger
  if (handled !== null || plug === null || appGateway === null || payload === null) return undefined
  const args = [id, appGateway, chain.slug, plug, payload] as const
  return await findWatcherCause(of, {
    ...{
      id,
      called: appGateway,
      name: "trigger-reverts",
      told: reported && revertOfTrigger(reported, of.abis)?.reason,
    },
    what: `The call of ${functionText(payload, of.abis)} by the plug ${plug} on ${chain.name}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "callAppGateway", args }),
    isGivenUp: reported?.isGivenUp === true,
    retryId: trigger.sent?.transactionHash,
  })
}

async function findWatcherCause(of: GatewayCase, call: WatcherCall): Promise<GatewayCause | undefined> {
  const { gateway, head } = of.reading
  const { id: about, data, what, called, isGivenUp, retryId = about } = call
  const operator = of.reading.watcher?.operator
  const source = simulatedOn(gateway, head.number)
  const simulation = operator && (await simulate(gateway.client, { from: operator, to: gateway.watcher, data }))
  const told = call.told === undefined ? [] : [{ source: "the gateway API", says: `It reverts: ${call.told}.` }]
  if (simulation === undefined) {
    // Whoever may make the call is not known, so only the API tells.
    if (call.told === undefined) return undefined
    return causeOf(call, { certainty: "likely", reason: call.told, evidence: told })
  }
  if (!simulation.reverts) {
    if (!isGivenUp) return undefined
    return toCause({
      name: "given-up",
      says: `${what} reverted until its tries were over, and it would succeed now.`,
      evidence: [{ source, says: "The watcher's call succeeds." }, ...told],
      mend: retryMend(retryId, isGivenUp),
      about,
    })
  }
  const { name, args } = decodeRevertData(simulation.data, [watcherAbi])
  // It is done meanwhile, or not yet due, which has a cause of its own.
  if (name !== undefined && causesElsewhere.has(name)) return undefined
  const payer = await findPayerCause(of, {
    revert: simulation,
    source,
    what,
    about,
    then: thenRetry(retryId, isGivenUp),
  })
  if (payer !== undefined) return payer
  const revert = reasonOf(simulation.data, of.abis)
  const evidence = [{ source, says: `The watcher's call reverts: ${revert}.` }, ...told]
  if (name === "InvalidPlug") {
    const [, slug, plug] = args as [Address, number, Address]
    return toCause({
      name: "plug-not-valid",
      says: `${what} is refused, because the app gateway ${called ?? ""} has not accepted that plug: its triggers count only after _setValidPlug.`,
      evidence: [
        ...evidence,
        {
          source: blockSource(gateway, head.number),
          says: `isValidPlug(${called ?? ""}, ${slug}, ${plug}) is false.`,
        },
      ],
      mend: {
        who: `the owner of the app gateway ${called ?? ""}, by a function of it that calls _setValidPlug(true, ${slug}, the id of the contract at ${plug}); ${thenRetry(retryId, isGivenUp)}`,
        command: null,
      },
      about,
    })
  }
  return causeOf(call, { reason: simulation.data === "0x" ? silentAppGateway : revert, evidence })
}

function causeOf(
  { name, what, called, id: about, isGivenUp, retryId = about }: WatcherCall,
  { reason, ...parts }: Pick<CauseParts, "certainty" | "evidence"> & { readonly reason: string },
): GatewayCause {
  const who = `whoever may mend the contract ${called ?? "that is called"} on the gateway chain, or what it depends on; ${thenRetry(retryId, isGivenUp)}`
  return toCause({ ...parts, name, says: `${what} reverts: ${reason}.`, mend: { who, command: null }, about })
}

const causesElsewhere: ReadonlySet<string> = new Set([
  ...["TimeoutNotDue", "AlreadyResolved", "TriggerAlreadyHandled", "TimeoutAlreadyResolved", "NotFinalized"],
])
