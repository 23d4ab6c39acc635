import { formatEther } from "viem/utils"

import { missingInbound } from "../../onchain/connection/readPlugCode.js"
import type { Execution, TriedInbound } from "../../reading/execution/readExecution.js"
import type { Arrival } from "../../reading/Journey.js"
import { byUpgrade, executorFix, retryFix } from "../fixes.js"
import { formatMoment, lateness, listCauses, type MessageCase, type MessageCause, relayStages } from "../MessageCase.js"
import { findDeafRecipient, findInboundCause, isPastReceiving } from "./findInboundCause.js"
import { faultsOfArrival } from "./findReadingCauses.js"
import { resumeFix } from "#src/explaining/devnetRelay.js"
import { readIn, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Mend } from "#src/explaining/Explanation.js"
import { formatDuration } from "#src/primitives/duration.js"

/** A message whose packet is allowed, so that its execution comes next. */
type ExecutionCase = MessageCase & { readonly arrival: Arrival; readonly execution: Execution }

/** Finds why a message whose packet is allowed is not executed, from the simulation of its execution. */
export function findExecutionCauses(subject: MessageCase): readonly MessageCause[] {
  const { arrival } = subject.journey
  if ("problem" in arrival) return []
  if (arrival.executed !== false) {
    return listCauses(
      findUsedId(subject, arrival) ?? (arrival.code.hasCode ? undefined : tookNothing(subject, arrival)),
    )
  }
  const lacks = new Set(faultsOfArrival(subject.journey).map(({ about }) => about))
  if (lacks.has("code")) return [withoutCode(subject, arrival)]
  if (lacks.has("function")) return [withoutInbound(subject, arrival)]
  const { execution, ahead } = subject.details
  if (execution === undefined) return findAhead(subject, arrival, ahead)
  const next: ExecutionCase = { ...subject, arrival, execution }
  const inbound = findInboundCause(next)
  const [missing, refused] = [
    findMissingValue(next) ?? findMissingGas(next),
    findRefusal(next) ?? findMissingRole(next),
  ].map((cause) => cause && { ...cause, fix: retryLast(cause, { inbound, arrival }) })
  const causes = listCauses(inbound, missing, refused)
  return listCauses(...causes, findLateExecution(next, { isAlone: causes.length === 0 }))
}

/** No retry succeeds before `inbound` does, nor without the gas that it needs. */
function retryLast(
  { name, fix }: MessageCause,
  { inbound, arrival: { chain } }: { readonly inbound: MessageCause | undefined; readonly arrival: Arrival },
): MessageCause["fix"] {
  if (name === "execution-refused") return fix
  if (inbound?.name === "inbound-needs-more-gas") return inbound.fix
  if (inbound?.name !== "inbound-reverts") return fix
  return async () => onceInbound(await executorFix(chain), "inbound accepts the message")
}

function onceInbound(fix: Mend, accepts: string): Mend {
  return { ...fix, who: `once ${accepts}, ${fix.who}` }
}

/** What `inbound` comes to of a message that something else stops: it can end otherwise once that is mended. */
function findAhead(subject: MessageCase, arrival: Arrival, ahead: TriedInbound | undefined): readonly MessageCause[] {
  if (ahead === undefined) return listCauses(findDeafRecipient(subject, arrival))
  const untried = { executor: undefined, execute: "untried" } as const
  const cause = findInboundCause({ ...subject, arrival, execution: { ...ahead, ...untried } })
  return cause === undefined ? [] : [{ ...cause, certainty: "likely" }]
}

/** The destination chain has executed another message with this one's id. */
function findUsedId({ journey, details }: MessageCase, { chain, head }: Arrival): MessageCause | undefined {
  const { message, src } = journey
  const { otherExecution } = details
  if (otherExecution === undefined) return undefined
  const { blockNumber, transactionHash } = otherExecution
  const other = `Transaction ${transactionHash} executed a message with this id and other content: ${src.name} had lost blocks, and gave the id again.`
  return {
    name: "message-id-used",
    says: `${chain.name} has executed another message with the id of this one, in block ${blockNumber}, so this one is never executed.`,
    evidence: [
      readIn(chain, head.number, `messageExecuted(${message.messageId}) is true.`),
      readIn(chain, blockNumber, other),
    ],
    fix: `send the message again from ${src.name}`,
  }
}

function withoutCode({ journey }: MessageCase, { chain, head, code: { implementation } }: Arrival): MessageCause {
  const { message, src } = journey
  const name = "destination-without-code"
  if (implementation !== undefined) {
    return {
      name,
      says: `The plug ${message.dstPlug} on ${chain.name} is a proxy, and there is no contract at its implementation ${implementation}, so a delivery would do nothing there.`,
      evidence: [readIn(chain, head.number, `The code of ${implementation} is empty.`)],
      fix: byUpgrade(chain, message.dstPlug, "is a contract"),
    }
  }
  return {
    name,
    says: `There is no contract at ${message.dstPlug} on ${chain.name}, so nothing can be delivered there.`,
    evidence: [readIn(chain, head.number, `The code of ${message.dstPlug} is empty.`)],
    fix: `connect the plug ${message.srcPlug} on ${src.name} to the right plug on ${chain.name}, and send again`,
  }
}

/** Its application was built for another function, such as `inbound(uint256,bytes)` of older guides. */
function withoutInbound({ journey }: MessageCase, { chain, head, code }: Arrival): MessageCause {
  const { dstPlug } = journey.message
  const read = `The code behind ${dstPlug} lacks the selector, and refuses a call of inbound by the socket.`
  return {
    name: "inbound-reverts",
    says: `The plug ${dstPlug} on ${chain.name} has ${missingInbound}, so it can take no message.`,
    evidence: [readIn(chain, head.number, read)],
    fix:
      code.implementation === undefined
        ? `deploy a plug that has it on ${chain.name}, and connect both sides to each other`
        : byUpgrade(chain, dstPlug, "has it"),
  }
}

/** The message counts as delivered, and its recipient has no code any more. */
function tookNothing({ journey: { message } }: MessageCase, { chain, head }: Arrival): MessageCause {
  return {
    name: "destination-without-code",
    certainty: "likely",
    says: `The message counts as delivered, but there is no code behind ${message.dstPlug} on ${chain.name} now: it is gone, or is a proxy without an implementation, which takes every message and does nothing.`,
    evidence: [readIn(chain, head.number, `There is no code at ${message.dstPlug}, or at its implementation.`)],
    fix: "check the plug, and what the message should have done there",
  }
}

function findMissingValue({ arrival, execution, journey }: ExecutionCase): MessageCause | undefined {
  const { chain, head } = arrival
  const { call, executor } = execution
  if (executor === undefined || executor.balance >= call.value) return undefined
  const { address, balance, source } = executor
  const missing = formatEther(call.value - balance)
  const amounts = `Its balance is ${balance} wei, and the message carries ${call.value} wei.`
  return {
    name: "value-missing",
    // Another executor may take up the message.
    certainty: executor.isOfMessage ? "certain" : "likely",
    says: `The message carries ${formatEther(call.value)} native tokens, and the executor ${address} has ${formatEther(balance)} on ${chain.name}: ${missing} are missing.`,
    evidence: [{ source, says: `The executor is ${address}.` }, readIn(chain, head.number, amounts)],
    fix: () => retryFix(journey, arrival),
  }
}

function findMissingGas({ arrival, execution, journey, trouble }: ExecutionCase): MessageCause | undefined {
  const { chain, head } = arrival
  const { executor } = execution
  // A devnet says it itself.
  if (executor === undefined || executor.balance >= executor.gasCost || trouble?.failure !== undefined) return undefined
  const { address, balance, gasCost, source, isOfMessage } = executor
  const isEmpty = balance === 0n
  return {
    name: "actor-without-funds",
    certainty: isEmpty && isOfMessage ? "certain" : "likely",
    says: `The executor ${address} has ${formatEther(balance)} native tokens on ${chain.name}, and the gas of the execution costs up to ${formatEther(gasCost)}.`,
    evidence: [
      { source, says: `The executor is ${address}.` },
      readIn(chain, head.number, `Its balance is ${balance} wei.`),
    ],
    fix: () => retryFix(journey, arrival),
  }
}

function findMissingRole({ arrival, execution, journey }: ExecutionCase): MessageCause | undefined {
  const { chain, head } = arrival
  const { executor } = execution
  if (executor === undefined || executor.mayExecute) return undefined
  const { address, manager, source, isOfMessage } = executor
  const role = `hasRole(EXECUTOR_ROLE, ${address}) of the execution manager ${manager} is false.`
  const grants = `the owner of the execution manager ${manager} on ${chain.name} grants EXECUTOR_ROLE to an executor that it trusts`
  return {
    name: "executor-without-role",
    // Another executor may take up the message.
    certainty: isOfMessage ? "certain" : "likely",
    says: `The executor ${address} has no EXECUTOR_ROLE at the execution manager ${manager} on ${chain.name}, so the socket refuses what it executes.`,
    evidence: [{ source, says: `The executor is ${address}.` }, readIn(chain, head.number, role)],
    fix: async () => {
      const fix = await retryFix(journey, arrival)
      return fix.by === undefined ? fix : byOthers(grants)
    },
  }
}

function findRefusal({ arrival, execution }: ExecutionCase): MessageCause | undefined {
  const { chain, head } = arrival
  if (execution.refusal === undefined) return undefined
  const { manager, reason } = execution.refusal
  return {
    name: "execution-refused",
    says: `The execution manager ${manager} on ${chain.name} refuses the message's execution parameters: ${reason}.`,
    evidence: [simulatedIn(chain, head.number, `verifyParams of ${manager} fails: ${reason}.`)],
    fix: byOthers(
      `the owner of the socket ${chain.socket} on ${chain.name} sets an execution manager that accepts them`,
    ),
  }
}

/** The message is not executed any more. `isAlone`: nothing else was found that stops it. */
function findLateExecution(
  subject: ExecutionCase,
  { isAlone }: { readonly isAlone: boolean },
): MessageCause | undefined {
  const { arrival, reported, journey, trouble } = subject
  const { chain, head } = arrival
  if (reported?.status === "EXECUTION_FAILURE") {
    if (isPastReceiving(subject, subject.execution.inbound)) return undefined
    const says = "The state of the message is EXECUTION_FAILURE, so it is not tried again."
    return {
      name: "given-up",
      certainty: isAlone ? "certain" : "likely",
      says: `The executor has given up the message${isAlone ? `, ${sayTrial(subject)}` : ""}.`,
      evidence: [{ source: "the messaging API", says }],
      fix: isAlone
        ? () => retryFix(journey, arrival)
        : async () => onceInbound(await executorFix(chain), "the cause above is fixed"),
    }
  }
  // What stops it is why it is late.
  if (!isAlone) return undefined
  const since = allowedSince(subject)
  const waited = lateness(subject, "execute")
  if (since === null || waited === undefined) return undefined
  const allowed = `The packet is allowed since ${formatMoment(since)}, ${sayTrial(subject)}.`
  return {
    name: "not-executed",
    certainty: "likely",
    says: `The message has not been executed on ${chain.name} for ${formatDuration(waited * 1000)}, although nothing${trouble?.isPaused === true ? " but the paused devnet" : ""} stops it.`,
    evidence: [simulatedIn(chain, head.number, allowed)],
    fix: async () => (await resumeFix(journey.src.client, relayStages.execute)) ?? (await retryFix(journey, arrival)),
  }
}

/** Only what was tried as the executor sends it is known to succeed. */
function sayTrial({ execution }: ExecutionCase): string {
  return execution.execute === "succeeds"
    ? "although inbound would succeed now"
    : "although inbound alone succeeds; this node could not try execute of the socket"
}

/** When the packet could pass, in seconds since 1970 by the chain's clock; `null` if that is unknown. */
function allowedSince({ arrival, execution }: ExecutionCase): bigint | null {
  const { proposedAt, attested, isRootValid } = execution.proposal
  if (isRootValid === true) return attested.at(-1)?.timestamp ?? null
  return proposedAt === 0n ? null : proposedAt + (arrival.switchboard?.timeoutInSeconds ?? 0n)
}
