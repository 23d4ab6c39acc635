import { blockSource } from "../../explaining/evidence.js"
import { explainMessageCommand } from "../../primitives/commands/explainCommands.js"
import { formatDuration } from "../../primitives/duration.js"
import { shorten } from "../../primitives/text.js"
import { readJourneys } from "../reading/readJourneys.js"
import type { Mined } from "../../onchain/logs/Mined.js"
import type { Journey, ReadableChain } from "../reading/types.js"
import { hasReached } from "../states.js"
import { statusOf } from "./statusOf.js"
import type { ApiAnswer, Findings, MessageCase, MessageCause } from "./types.js"

/** How long the API may take to learn of something, in milliseconds. */
const apiDelay = 60_000

/** Finds why what the messaging API and the chains say of a message differs. */
export async function findApiCauses(given: MessageCase): Promise<Findings> {
  const { journey, reported, api } = given
  if (api?.kind !== "messages") return { causes: [] }
  const shown = placeOf(journey)
  const told = reported === undefined ? -1 : placeOfStatus(reported.status)
  if (told < shown) return { causes: apiBehind(given, shown) }
  return { causes: told > shown ? await chainBehind(given, told) : [] }
}

/** Finds why the messaging API does not say anything of a chain. */
export function findAnswerCauses(api: ApiAnswer | undefined, { name }: ReadableChain): Findings {
  if (api === undefined || api.kind === "messages") return { causes: [] }
  const cause = silences[api.kind]
  return {
    causes: [
      {
        ...cause,
        certainty: "possible",
        says: `${cause.says(name)} This does not stop the message, and what is said here is read from the chains.`,
        evidence: [{ source: "the messaging API", says: shorten(api.says, 200) }],
        about: null,
      },
    ],
  }
}

const silences = {
  "unknown chain": {
    name: "api-unknown-chain",
    says: (chain: string) => `The messaging API does not know ${chain}.`,
    mend: {
      who: "you, if plugs.messaging.baseUrl is not the API of these chains",
      command: "npx hardhat plugs doctor",
    },
  },
  "key refused": {
    name: "api-key-refused",
    says: () => "The messaging API refuses the API key.",
    mend: { who: "you, with the right plugs.messaging.apiKey", command: "npx hardhat plugs doctor" },
  },
  "no answer": {
    name: "api-unreachable",
    says: () => "The messaging API does not answer.",
    mend: {
      who: "whoever runs the API, or you if plugs.messaging.baseUrl is wrong",
      command: "npx hardhat plugs doctor",
    },
  },
} as const

/** The stages that an API and the chains agree on: sent, sealed, proposed, executed. */
function placeOf(journey: Journey): number {
  const { arrival } = journey
  // One for another switchboard is a proposal, too.
  const isProposed = !("problem" in arrival) && arrival.proposals.length > 0
  const place = placeOfStatus(statusOf(journey))
  return isProposed ? Math.max(2, place) : place
}

function placeOfStatus(status: string): number {
  if (status === "EXECUTION_SUCCESS") return 3
  if (hasReached(status, "PROPOSED")) return 2
  return hasReached(status, "SEALED") ? 1 : 0
}

const places = ["sent", "sealed", "proposed", "executed"] as const

function apiBehind({ journey, reported, clock }: MessageCase, shown: number): MessageCause[] {
  const mined = whereReached(journey, shown)
  const timestamp = mined?.timestamp
  if (mined === undefined || timestamp === null || timestamp === undefined) return []
  const age = clock.now() - Number(timestamp) * 1000
  if (age < apiDelay) return []
  const { messageId } = journey.message
  const chain = shown < 2 || "problem" in journey.arrival ? journey.src : journey.arrival.chain
  return [
    {
      name: "api-behind",
      certainty: "likely",
      says: `The messaging API is behind: ${reported === undefined ? "it does not know the message" : `it says ${shorten(reported.status, 40)}`}, and ${chain.name} shows that it was ${places[shown] ?? ""} ${formatDuration(age)} ago.`,
      evidence: [
        {
          source: "the messaging API",
          says: reported === undefined ? "It has no such message." : `The message is ${shorten(reported.status, 40)}.`,
        },
        { source: at(chain, mined), says: `It was ${places[shown] ?? ""} in ${mined.transactionHash}.` },
      ],
      mend: {
        who: "whoever runs the API; the chains decide, and the message goes on all the same",
        command: explainMessageCommand(messageId),
      },
      about: messageId,
    },
  ]
}

function whereReached({ sent, sealed, arrival }: Journey, place: number): Mined | undefined {
  if (place === 0) return sent
  if (place === 1) return typeof sealed === "object" ? (sealed ?? undefined) : undefined
  if ("problem" in arrival) return undefined
  if (place === 2) return arrival.proposals.find(({ mined }) => mined !== null)?.mined ?? undefined
  return typeof arrival.executed === "object" ? arrival.executed : undefined
}

/** The API can have learned of something after the chains were read, so they are read again. */
async function chainBehind({ journey, reported, chainOf }: MessageCase, told: number): Promise<MessageCause[]> {
  const { src, sent, message, arrival } = journey
  const { messageId } = message
  if (told >= 2 && "problem" in arrival) return []
  const [again] = await readJourneys({ src, srcTxHash: sent.transactionHash, messageId, chainOf })
  if (again === undefined || placeOf(again) >= told) return []
  const chain = told === 1 || "problem" in again.arrival ? src : again.arrival.chain
  const head = told === 1 || "problem" in again.arrival ? again.srcHead : again.arrival.head
  const status = shorten(reported?.status ?? "", 40)
  return [
    {
      name: "chain-behind",
      certainty: "likely",
      says: `The messaging API says ${status}, and the node of ${chain.name} does not show that the message was ${places[told] ?? ""}: the node lags behind, follows another fork, or a reorg took it back.`,
      evidence: [
        { source: "the messaging API", says: `The message is ${status}.` },
        {
          source: blockSource(chain, head.number),
          says: `The message was not ${places[told] ?? ""} there. The block is of ${new Date(Number(head.timestamp) * 1000).toISOString()}.`,
        },
      ],
      mend: {
        who: `the node of ${chain.name}: try again when it has caught up, or use another one`,
        command: explainMessageCommand(messageId),
      },
      about: messageId,
    },
  ]
}

function at(chain: ReadableChain, { blockNumber }: Mined): string {
  return blockSource(chain, blockNumber)
}
