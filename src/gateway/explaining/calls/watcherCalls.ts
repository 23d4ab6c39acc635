import { type Address, encodeFunctionData, type Hex } from "viem"

import { watcherAbi } from "../../onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts, TimeoutFacts, TriggerFacts } from "../../reading/types.js"
import { revertOfTimeout, revertOfTrigger, silentAppGateway } from "../../reverts.js"
import type { GatewayCase, GatewayCause } from "../types.js"
import { atLine, functionText, nextTry, readAtHead, reasonOf, retryFix } from "../words.js"
import { payerCause, readUnwillingPayer, type UnwillingPayer } from "./payer.js"
import { toldReason } from "./payloadCalls.js"
import { simulate, type Simulation } from "./simulate.js"
import { type FindSource, type ReadSource, readSource, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { lacksFunction } from "#src/onchain/readFunction.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** A call that the watcher has to make on the gateway chain: of a callback, a timeout or a trigger. */
export type DueCall = {
  readonly id: Hex
  /** The watcher's call. */
  readonly data: Hex
  /** The beginning of a sentence, such as `The callback of payload 0x…`. */
  readonly what: string
  /** The contract that it calls, and with what. */
  readonly called: Address | null
  readonly calls: Hex
  readonly name: "callback-reverts" | "timeout-reverts" | "trigger-reverts"
  /** The reason of its revert by who has tried it: in the API, or in the log with which it was given up. */
  readonly reportedReason: string | undefined
  readonly isGivenUp: boolean
  /** The id for `gateway retry`. A trigger's is its transaction, by which the API finds it. */
  readonly retryId: Hex
}

export type WatcherCall = DueCall & {
  readonly kind: "watcher"
  readonly simulation: Simulation
  readonly payer: UnwillingPayer | undefined
  /** Whether the contract that it calls has no such function. */
  readonly isMissing?: boolean
  readonly line: ReadSource
}

export function callbackOf({ now, abis }: GatewayCase, payload: PayloadFacts): DueCall | undefined {
  const { payloadId: id, executed, resolved, callback, appGateway, marked, callType, dueAt } = payload
  const isDue = callType === "SCHEDULE" && dueAt !== null && dueAt <= now
  if (resolved !== null || (executed === null && !isDue)) return undefined
  // The callback's argument is the result of the call.
  if (executed?.returnData === null && callback !== null) return undefined
  const { selector, data } = callback ?? { selector: "0x00000000", data: "0x" }
  const { returnData, gasUsed } = executed ?? {}
  const args = [id, selector, data, returnData ?? "0x", gasUsed ?? 0n] as const
  const subject = callback === null ? "The settlement of" : `The callback ${functionText(selector, abis)} of`
  return {
    id,
    called: appGateway,
    calls: selector,
    name: "callback-reverts",
    reportedReason: toldReason({ abis }, payload, "callback"),
    what: `${subject} payload ${id}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "resolvePayload", args }),
    isGivenUp: payload.reported?.isGivenUp === true || marked !== null,
    retryId: id,
  }
}

export function timeoutCallOf({ now, abis }: GatewayCase, timeout: TimeoutFacts): DueCall | undefined {
  const { timeoutId: id, dueAt, resolved, target, payload } = timeout
  if (resolved !== null || dueAt > now) return undefined
  return {
    id,
    called: target,
    calls: payload ?? "0x",
    name: "timeout-reverts",
    reportedReason: timeout.reported && revertOfTimeout(timeout.reported, abis)?.reason,
    what: `The call of ${payload === null ? "the call" : functionText(payload, abis)} by timeout ${id}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "resolveTimeout", args: [id] }),
    isGivenUp: timeout.reported?.isGivenUp === true,
    retryId: id,
  }
}

export function triggerCallOf({ abis }: GatewayCase, trigger: TriggerFacts): DueCall | undefined {
  const { triggerId: id, chain, plug, appGateway, payload, handled } = trigger
  if (handled !== null || plug === null || appGateway === null || payload === null) return undefined
  const args = [id, appGateway, chain.slug, plug, payload] as const
  return {
    id,
    called: appGateway,
    calls: payload,
    name: "trigger-reverts",
    reportedReason: trigger.reported && revertOfTrigger(trigger.reported, abis)?.reason,
    what: `The call of ${functionText(payload, abis)} by the plug ${plug} on ${chain.name}`,
    data: encodeFunctionData({ abi: watcherAbi, functionName: "callAppGateway", args }),
    isGivenUp: trigger.reported?.isGivenUp === true,
    retryId: trigger.sent?.transactionHash ?? id,
  }
}

export async function readWatcherCall(
  { gateway, watcher, head }: GatewayReading,
  call: DueCall,
  findSource: FindSource | undefined,
): Promise<WatcherCall> {
  const { client, watcher: to } = gateway
  const unread = {
    ...call,
    kind: "watcher",
    payer: undefined,
    isMissing: false,
    line: { line: undefined, evidence: [] },
  } as const
  if (watcher === null) return { ...unread, simulation: undefined }
  const watcherCall = { from: watcher.operator, to, data: call.data }
  const simulation = await simulate(client, watcherCall)
  if (simulation?.reverts !== true) return { ...unread, simulation }
  const payer = await readUnwillingPayer(gateway, simulation.data)
  const { source } = simulatedIn(gateway, head.number, "")
  const line =
    payer === undefined
      ? await readSource(findSource, { chain: gateway, ...watcherCall, value: 0n }, source)
      : unread.line
  const isMissing =
    simulation.data === "0x" &&
    call.called !== null &&
    (await lacksFunction(client, { address: call.called, from: to, data: call.calls }))
  return { ...unread, simulation, payer, isMissing, line }
}

/** Words why a due call is not made; nothing if it waits, or is just being made. */
export function watcherCallCauses(reading: GatewayCase, call: WatcherCall): GatewayCause[] {
  const { gateway, head } = reading
  const { id: about, what, called, isGivenUp, retryId, simulation, payer, reportedReason } = call
  const simulated = (says: string): Evidence => simulatedIn(gateway, head.number, says)
  const source = reading.api?.kind === "answer" ? "the gateway API" : `${gateway.name}, its logs`
  const fromApi = reportedReason === undefined ? [] : [{ source, says: `It reverts: ${reportedReason}.` }]
  if (simulation === undefined) {
    // The operator is not known, so only the API tells.
    if (reportedReason === undefined) return []
    return [{ ...revertCause(call, reportedReason), certainty: "likely", evidence: fromApi }]
  }
  if (!simulation.reverts) {
    const says = `${what} reverted until its tries were over, and it would succeed now.`
    const evidence = [simulated("The watcher's call succeeds."), ...fromApi]
    return isGivenUp ? [{ name: "given-up", says, evidence, fix: retryFix(retryId), about }] : []
  }
  const { name, args } = decodeRevertData(simulation.data, [watcherAbi])
  if (name !== undefined && notDueErrors.has(name)) return []
  const then = nextTry(retryId, isGivenUp)
  if (payer !== undefined) {
    return [payerCause(reading, payer, { source: simulated("").source, isNow: true, what, about, then })]
  }
  const reason = reasonOf(simulation.data, reading.abis)
  const evidence = [simulated(`The watcher's call reverts: ${reason}.`), ...fromApi]
  if (name === "InvalidPlug") {
    const [, slug, plug] = args as [Address, number, Address]
    return [
      {
        name: "plug-not-valid",
        says: `${what} is refused, because the app gateway ${called ?? ""} has not accepted that plug: its triggers count only after _setValidPlug.`,
        evidence: [...evidence, readAtHead(reading, `isValidPlug(${called ?? ""}, ${slug}, ${plug}) is false.`)],
        fix: {
          ...byOthers(
            `the owner of the app gateway ${called ?? ""} calls a function of it that calls _setValidPlug(true, ${slug}, the id of the contract at ${plug}); then ${then}`,
          ),
          grants: [{ slug, address: plug }],
          otherwise: "nothing, if the plug is not yours; else name it in plugs.contracts, and look again",
        },
        about,
      },
    ]
  }
  const lacks = `the contract ${called ?? ""} has no function with the selector ${call.calls.slice(0, 10)}`
  const silent = call.isMissing === true ? lacks : (reportedReason ?? silentAppGateway)
  const cause = revertCause(call, simulation.data === "0x" ? silent : reason)
  return [{ ...cause, evidence: [...evidence, ...call.line.evidence] }]
}

function revertCause(
  { name, what, called, id: about, isGivenUp, retryId, line }: WatcherCall,
  reason: string,
): Omit<GatewayCause, "evidence"> {
  const contract = `the contract ${called ?? "that is called"} on the gateway chain`
  const fix = byOthers(`the owner of ${contract} fixes it or what it depends on; then ${nextTry(retryId, isGivenUp)}`)
  return { name, says: `${what} reverts${atLine(line)}: ${reason}.`, fix, about }
}

/** It is done by now, or not due yet, which has a cause of its own. */
const notDueErrors: ReadonlySet<string> = new Set([
  ...["TimeoutNotDue", "AlreadyResolved", "TriggerAlreadyHandled", "TimeoutAlreadyResolved", "NotFinalized"],
])
