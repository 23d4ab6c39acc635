import { readIn } from "../../explaining/evidence.js"
import type { Mined } from "../../onchain/logs.js"
import { formatDuration } from "../../primitives/duration.js"
import type { GatewayReading } from "../reading/types.js"
import type { GatewayCause } from "./types.js"
import { readAtHead, reported } from "./words.js"

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
