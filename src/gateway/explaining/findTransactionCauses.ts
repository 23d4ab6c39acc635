import type { GatewayReading, TransactionFacts } from "../reading/types.js"
import { payerCause } from "./calls/payer.js"
import { mistakeCause, type TransactionRevert } from "./calls/transactionRevert.js"
import type { GatewayCase, GatewayCause } from "./types.js"
import { readAtHead, reasonOf, reported } from "./words.js"
import { readIn } from "#src/explaining/evidence.js"
import type { Mined } from "#src/onchain/logs.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Finds why a transaction made no request. */
export function findTransactionCauses(reading: GatewayCase & { readonly revert: TransactionRevert }): GatewayCause[] {
  const { kind, transaction, revert } = reading
  if (kind === "unknown") return [unknownCause(reading)]
  if ((kind !== "transaction" && kind !== "trigger") || transaction === null) return []
  if (transaction.state === "pending") return [pendingCause(transaction)]
  if (transaction.reverted) return [revertedCause(reading, transaction, revert)]
  return noRequestCauses(reading, transaction)
}

function unknownCause(reading: GatewayCase): GatewayCause {
  const { id, api, gateway } = reading
  const fromApi = api && reported(api.kind === "answer" ? `It does not know ${id}.` : api.message)
  return {
    name: "transaction-unknown",
    says: `Neither ${gateway.name} nor a configured chain that it reaches has the transaction ${id}, and there is no payload, timeout or trigger with this id.`,
    evidence: [
      readAtHead(reading, `There is no transaction, payload, timeout or trigger ${id}.`),
      ...(fromApi === undefined ? [] : [fromApi]),
    ],
    fix: "check the hash or id, and that plugs.chains has the chain of the transaction",
  }
}

function pendingCause({ chain, txHash }: TransactionFacts): GatewayCause {
  return {
    name: "transaction-pending",
    says: `The transaction waits to be mined on ${chain.name}.`,
    evidence: [{ source: chain.name, says: `The node knows ${txHash} and has no receipt for it.` }],
  }
}

function revertedCause(reading: GatewayCase, transaction: TransactionFacts, revert: TransactionRevert): GatewayCause {
  const { chain, mined, revertData, txHash } = transaction
  const source = `${chain.name}, block ${String(mined?.blockNumber ?? "unknown")}`
  if (revert.payer !== undefined) {
    return payerCause(reading, revert.payer, { source, what: "The transaction", about: null, then: "send it again" })
  }
  const mistake = chain === reading.gateway ? mistakeCause(reading, revert) : undefined
  if (mistake !== undefined) return mistake
  const reason = revertData === null ? "the node does not say why" : reasonOf(revertData, reading.abis)
  const simulated =
    revertData === null
      ? []
      : [{ source: `simulation on ${source}`, says: `The same call reverts with ${revertData}: ${reason}.` }]
  return {
    name: "transaction-reverted",
    says: `The transaction reverted on ${chain.name}, so it made no request: ${reason}.`,
    evidence: [{ source, says: `The receipt of ${txHash} says that it reverted.` }, ...simulated],
    fix: "fix why it reverts and send it again",
  }
}

function noRequestCauses(reading: GatewayCase, { chain, mined, to, txHash }: TransactionFacts): GatewayCause[] {
  const { requests, timeouts, triggers, changes, gateway, watcher, kind } = reading
  if (requests.length + timeouts.length + triggers.length + changes.length > 0 || mined === null) return []
  const isGateway = kind === "transaction"
  // The logs of a public deployment's watcher are not known, and its API may not have processed the transaction yet.
  const isKnown = isGateway ? watcher !== null : "socket" in chain && chain.socket !== undefined
  const nothing = isGateway
    ? "It queued no call in an async function, and set no timeout"
    : "No contract with an app gateway called its socket in it"
  const logs = isGateway
    ? `no RequestSubmitted and no TimeoutScheduled of the watcher ${gateway.watcher}`
    : "no AppGatewayCallRequested of the gateway's socket"
  return [
    {
      name: "no-request",
      // We can't tell whether it was meant to make a request.
      certainty: isKnown ? "likely" : "possible",
      says: `The transaction to ${to ?? "no contract"} is mined on ${chain.name} and made no request. ${nothing}. That is right if it was only to change something there.`,
      evidence: [readIn(chain, mined.blockNumber, `The receipt of ${txHash} has ${logs}.`)],
      fix: "if it was to make a request, call a function of the app gateway that is async",
    },
  ]
}

/** Seconds after which the gateway API should know what the gateway chain has. */
const reportedAfter = 60

/** Finds why the gateway API and the chains differ. */
export function findApiCauses(reading: GatewayReading): GatewayCause[] {
  const { api, kind, transaction, watcher, gateway } = reading
  if (api === undefined || kind === "unknown") return []
  if (api.kind === "no answer") {
    // The chains have all of it, except the result of a read.
    if (watcher !== null && !isReadOpen(reading)) return []
    return [
      {
        name: "api-failed",
        certainty: "possible",
        says: "The gateway API does not answer, and only it knows all of this.",
        evidence: [reported(api.message)],
        fix: "check plugs.gateway.baseUrl, and that the API runs",
      },
    ]
  }
  const made = firstMade(reading)
  if (made === undefined) return chainBehind(reading)
  if (api.isKnown) return []
  const age = Number(reading.now - (made.timestamp ?? reading.now))
  const unknown = `The gateway API does not know ${reading.id}`
  const cause = {
    certainty: "likely",
    evidence: [
      readIn(transaction?.chain ?? gateway, made.blockNumber, `It was logged in ${made.transactionHash}.`),
      reported("It answers that there is nothing."),
    ],
  } as const
  const ageText = formatDuration(age * 1_000)
  if (age < reportedAfter) {
    return [{ ...cause, name: "api-behind", says: `${unknown} yet, which is ${ageText} old.` }]
  }
  return [
    {
      ...cause,
      name: "api-unknown",
      says: `${unknown}, which has been on the chain for ${ageText}.`,
      fix: "check that plugs.gateway.baseUrl is the API of this gateway chain",
    },
  ]
}

function isReadOpen({ requests }: GatewayReading): boolean {
  return requests.some(({ payloads }) =>
    payloads.some(({ callType, resolved }) => callType === "READ" && resolved === null),
  )
}

/** The first log about the subject. */
function firstMade({ requests, timeouts, triggers }: GatewayReading): Mined | undefined {
  return (
    requests.find(({ submitted }) => submitted !== null)?.submitted ??
    timeouts.find(({ scheduled }) => scheduled !== null)?.scheduled ??
    triggers.find(({ sent }) => sent !== null)?.sent ??
    undefined
  )
}

/** The API knows more than the logs of a watcher contract that is understood. */
function chainBehind(reading: GatewayReading): GatewayCause[] {
  const { api, watcher, requests, timeouts, gateway, transaction } = reading
  const isReported = api?.kind === "answer" && api.isKnown && requests.length + timeouts.length > 0
  if (!isReported || watcher === null) return []
  const seen = transaction?.mined
    ? "Its transaction is mined and logged nothing."
    : "The node does not know the transaction."
  return [
    {
      name: "chain-behind",
      certainty: "likely",
      says: `The gateway API reports ${reading.id}, and the node of ${gateway.name} has no log of it.`,
      evidence: [reported("It reports the request or timeout."), readAtHead(reading, seen)],
      fix: `check that the network ${gateway.name} reaches the chain of the API, and that its node is not behind`,
    },
  ]
}
