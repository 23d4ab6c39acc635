import { blockSource } from "../../explaining/evidence.js"
import { formatDuration } from "../../primitives/duration.js"
import type { Mined } from "../../onchain/logs/Mined.js"
import type { GatewayReading } from "../reading/types.js"
import { atHead, reportedAfter } from "./words.js"
import { type Findings, type GatewayCase, type GatewayCause, toCause } from "./types.js"

/** Finds why what the gateway API and the chains say differs. */
export function findApiCauses({ reading }: GatewayCase): Promise<Findings> {
  return Promise.resolve({ causes: causesOf(reading) })
}

const source = "the gateway API"

function causesOf(reading: GatewayReading): GatewayCause[] {
  const { api, kind, transaction, watcher, gateway } = reading
  if (api === undefined || kind === "unknown") return []
  if (api.kind === "no answer") {
    // The chains say the same, except what a read returned.
    if (watcher !== null && !isReadOpen(reading)) return []
    return [
      toCause({
        name: "api-failed",
        certainty: "possible",
        says: "The gateway API does not answer, and only it knows all of this.",
        evidence: [{ source, says: api.says }],
        mend: { who: "you, by checking plugs.gateway.baseUrl, and that the API runs", command: null },
      }),
    ]
  }
  const made = firstMade(reading)
  if (made === undefined) return chainBehind(reading)
  if (api.isKnown) return []
  const age = Number(reading.now - (made.timestamp ?? reading.now))
  const says = `The gateway API does not know ${reading.id}`
  const evidence = [
    {
      source: blockSource(transaction?.chain ?? gateway, made.blockNumber),
      says: `It was logged in ${made.transactionHash}.`,
    },
    { source, says: "It answers that there is nothing." },
  ]
  if (age < reportedAfter) {
    return [
      toCause({
        name: "api-behind",
        certainty: "likely",
        says: `${says} yet, which is ${formatDuration(age * 1_000)} old.`,
        evidence,
      }),
    ]
  }
  return [
    toCause({
      name: "api-unknown",
      certainty: "likely",
      says: `${says}, which has been on the chain for ${formatDuration(age * 1_000)}.`,
      evidence,
      mend: { who: "you, by checking that plugs.gateway.baseUrl is the API of this gateway chain", command: null },
    }),
  ]
}

function isReadOpen({ requests }: GatewayReading): boolean {
  return requests.some(({ payloads }) =>
    payloads.some(({ callType, resolved }) => callType === "READ" && resolved === null),
  )
}

/** Where the chains show first what was asked for. */
function firstMade({ requests, timeouts, triggers }: GatewayReading): Mined | undefined {
  return (
    requests.find(({ submitted }) => submitted !== null)?.submitted ??
    timeouts.find(({ scheduled }) => scheduled !== null)?.scheduled ??
    triggers.find(({ sent }) => sent !== null)?.sent ??
    undefined
  )
}

/** The API has what the logs of a watcher contract that is understood do not have. */
function chainBehind(reading: GatewayReading): GatewayCause[] {
  const { api, watcher, requests, timeouts, gateway, transaction } = reading
  const isReported = api?.kind === "answer" && api.isKnown && requests.length + timeouts.length > 0
  if (!isReported || watcher === null) return []
  return [
    toCause({
      name: "chain-behind",
      certainty: "likely",
      says: `The gateway API reports ${reading.id}, and the node of ${gateway.name} has no log of it.`,
      evidence: [
        { source, says: "It reports the request or timeout." },
        {
          source: atHead(reading),
          says: transaction?.mined
            ? "Its transaction is mined and logged nothing."
            : "The node does not know the transaction.",
        },
      ],
      mend: {
        who: `you, by checking that the network ${gateway.name} reaches the chain of the API, and that its node is not behind`,
        command: null,
      },
    }),
  ]
}
