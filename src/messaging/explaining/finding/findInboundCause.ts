import type { Address } from "viem"

import { type Ending, whyDeaf, whyNotReceived } from "../../onchain/standard/gatewayMessage.js"
import type { ExecuteFailure, Execution, TriedInbound } from "../../reading/execution/readExecution.js"
import type { Arrival } from "../../reading/Journey.js"
import { byOwner, replyFix, retryFix } from "../fixes.js"
import { type MessageCase, type MessageCause } from "../MessageCase.js"
import { readIn, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"

type InboundCase = Pick<MessageCase, "journey" | "details"> & {
  readonly arrival: Arrival
  readonly execution: TriedInbound & Pick<Execution, "executor" | "execute">
}

/** Finds why `inbound` does not take the message, or why the socket does not although `inbound` would. */
export function findInboundCause({ arrival, execution, journey, details }: InboundCase): MessageCause | undefined {
  const { chain, head } = arrival
  const { call, inbound, executor, execute } = execution
  const { minMsgGasLimit } = journey.message
  const plug = `the plug ${call.to} on ${chain.name}`
  const simulated = (says: string) => simulatedIn(chain, head.number, says)
  const does = "makes inbound accept this message"
  const ownerFix = () => byOwner(chain, call.to, does)
  switch (inbound.kind) {
    case "succeeds": {
      if (typeof execute === "string") return undefined
      const by = executor === undefined ? "an executor" : `the executor ${executor.address}`
      if (execute.of !== "inbound") return findSocketRefusal({ chain, head }, call.to, execute)
      const reverts = `execute of the socket ${chain.socket}, sent by ${by} at the present price of gas, reverts: ${execute.reason}.`
      const alone = "inbound alone, called by the socket without a price of gas, succeeds."
      return {
        name: "inbound-reverts",
        says: `inbound of ${plug} reverts when ${by} executes the message at the present price of gas: ${execute.reason}.`,
        evidence: [simulated(reverts), simulated(alone)],
        fix: ownerFix,
      }
    }
    case "reverts": {
      const { reason, line, evidence, errorName, args = [], inside } = inbound
      const withValue = call.value === 0n ? "" : ` with ${call.value} wei`
      const reverts = `inbound, called by the socket ${call.from}${withValue}, reverts: ${reason}.`
      const says = `inbound of ${plug} reverts${line === undefined ? "" : ` at ${line}`}: ${reason}.`
      const isTold = inside === undefined || inside.isSame || journey.carried !== undefined
      const cause = {
        name: "inbound-reverts",
        says: isTold ? says : `${says} ${inside.says}`,
        evidence: [simulated(reverts), ...(inside === undefined ? [] : [simulated(inside.says)]), ...evidence],
        fix: errorName === "InsufficientFees" ? () => replyFix(chain, call, { does, args }) : ownerFix,
      } as const
      return ofRecipient({ journey, arrival }, cause, whyNotReceived(errorName, details.recipient))
    }
    case "above cap":
      return {
        name: "gas-limit-too-high",
        says: `The message asks for ${minMsgGasLimit.toLocaleString("en")} gas for inbound of ${plug}, which no transaction there may have, so it can never be executed.`,
        evidence: [simulated(`The call is refused: ${inbound.reason}.`)],
        fix: `send the message again from ${journey.src.name} with less gas`,
      }
    case "needs gas": {
      const { needed } = inbound
      const succeeds = `inbound runs out of gas with ${minMsgGasLimit}, and succeeds with ${needed}.`
      return {
        name: "inbound-needs-more-gas",
        says: `inbound of ${plug} needs about ${needed.toLocaleString("en")} gas, and the message gives it ${minMsgGasLimit.toLocaleString("en")}.`,
        evidence: [simulated(succeeds)],
        fix: () => retryFix(journey, arrival, { gasLimit: withMargin(needed) }),
      }
    }
    case "runs out of gas": {
      const { tried } = inbound
      const runsOut = `inbound runs out of gas with ${minMsgGasLimit}, and with ${tried}.`
      const retry = `execute it with messaging retry and a --gas-limit above ${tried}`
      return {
        name: "inbound-needs-more-gas",
        says: `inbound of ${plug} runs out of gas: the message gives it ${minMsgGasLimit.toLocaleString("en")}, and it runs out of ${tried.toLocaleString("en")} too.`,
        evidence: [simulated(runsOut)],
        fix: () => byOwner(chain, call.to, `changes inbound, if it loops without end; else ${retry}`),
      }
    }
  }
}

/** Whether no further execution can bring the message of ERC-7786 to its recipient. */
export function isPastReceiving(
  { journey, details }: Pick<MessageCase, "journey" | "details">,
  inbound: TriedInbound["inbound"],
): boolean {
  if (journey.carried === undefined || inbound.kind !== "reverts") return false
  return whyNotReceived(inbound.errorName, details.recipient).fix !== undefined
}

/** Finds a recipient of ERC-7786 that can receive nothing, where `inbound` of its gateway was not tried. */
export function findDeafRecipient(
  { journey, details: { recipient } }: Pick<MessageCase, "journey" | "details">,
  arrival: Arrival,
): MessageCause | undefined {
  const deaf = whyDeaf(recipient)
  if (deaf === undefined) return undefined
  const { chain, head } = arrival
  const says = `inbound of the plug ${journey.message.dstPlug} on ${chain.name} would revert.`
  const evidence = [readIn(chain, head.number, "The code behind the recipient was read.")]
  return ofRecipient({ journey, arrival }, { name: "inbound-reverts", says, evidence }, deaf)
}

/** Adds to a cause what the recipient has to do with it, if the message carries one of ERC-7786. */
function ofRecipient(
  { journey: { carried, src, srcHead }, arrival: { chain } }: Pick<InboundCase, "journey" | "arrival">,
  cause: MessageCause,
  { says, fix }: Ending,
): MessageCause {
  if (carried === undefined) return cause
  const { sendId, sender, recipient } = carried
  const brings = `The payload is message ${BigInt(sendId).toLocaleString("en")} of the gateway, from ${sender.address} to ${recipient.address}.`
  return {
    ...cause,
    says: `${cause.says} The plug is a gateway, and the recipient ${recipient.address} on ${chain.name} ${says}.`,
    evidence: [...cause.evidence, readIn(src, srcHead.number, brings)],
    fix: fix ?? byOthers(`the owner of the recipient on ${chain.name} makes receiveMessage accept this message`),
  }
}

/** Something of the protocol refuses a message that its plug would take. */
function findSocketRefusal(
  { chain, head }: Pick<Arrival, "chain" | "head">,
  plug: Address,
  { reason, of }: ExecuteFailure,
): MessageCause {
  const why =
    of === "hash"
      ? "the socket hashes the message otherwise than the chain that sent it, so that no signature of an executor is valid"
      : reason
  return {
    name: "execution-refused",
    certainty: of === "hash" ? "certain" : "likely",
    says: `The socket ${chain.socket} on ${chain.name} refuses the execution, although inbound of the plug ${plug} alone succeeds: ${why}.`,
    evidence: [
      simulatedIn(
        chain,
        head.number,
        `execute of the socket, signed by an account that gets the role for it, reverts: ${reason}.`,
      ),
      simulatedIn(chain, head.number, "inbound alone, called by the socket at the same price of gas, succeeds."),
    ],
    fix: byOthers(
      of === "hash"
        ? `the owner of the socket ${chain.socket} on ${chain.name} sets the hasher again with which messages are signed`
        : `the owner of the socket ${chain.socket} on ${chain.name} changes what refuses it`,
    ),
  }
}

/** A fifth more, because what inbound does can change until it is executed; in thousands. */
function withMargin(gas: bigint): bigint {
  return ((gas * 6n) / 5n / 1_000n + 1n) * 1_000n
}
