import { apiEvidence, sourceOf } from "./sentences.js"
import { swapAgain } from "./commands.js"
import type { SwapCase, SwapCause } from "./types.js"

/** Finds why nothing can be said of a swap: nobody knows it, its chain is gone, or its chain cannot be read. */
export function findGeneralCauses(swap: SwapCase): readonly SwapCause[] {
  const { id, record, api, origin, sending } = swap
  if (record?.isOfAnotherChain === true) return [restartedCause(swap)]
  if (record === undefined && api.kind !== "route") {
    const isSent = sending.kind === "mined" || sending.kind === "pending"
    const where = isSent ? `The transaction ${id} is on ${origin?.name ?? "a chain"}, and` : "The id is not one"
    return [
      {
        name: api.kind === "no answer" ? "api-silent" : "quote-unknown",
        certainty: "certain",
        says:
          api.kind === "no answer"
            ? `The swap API does not answer, and no journal of this project knows ${id}.`
            : isSent
              ? `${where} neither the swap API nor a journal of this project knows a swap of it.`
              : `${where} that the swap API or a journal of this project knows.`,
        evidence: [apiEvidence(swap), ...(isSent ? [{ source: sourceOf(swap), says: `The node has ${id}.` }] : [])],
        mend:
          api.kind === "no answer"
            ? { who: "you", command: "npx hardhat plugs doctor" }
            : { who: "you, who check the id: a deposit is found by its quote's id alone", command: null },
        about: null,
      },
    ]
  }
  if (origin === undefined || !("problem" in origin)) return []
  return [
    {
      name: "origin-unread",
      certainty: "certain",
      says: `${origin.name} cannot be read: ${origin.problem}. So nothing confirms what the swap API says.`,
      evidence: [apiEvidence(swap)],
      mend: { who: "you, who add the chain to plugs.chains or start its node", command: null },
      about: null,
    },
  ]
}

/** Whether the API says that something has happened, on whichever chain. */
export function isBegun({ api }: Pick<SwapCase, "api">): boolean {
  return api.kind === "route" && api.route.status !== "PENDING" && api.route.status !== "EXPIRED"
}

function restartedCause(swap: SwapCase): SwapCause {
  const { origin, record } = swap
  return {
    name: "chain-restarted",
    certainty: "certain",
    says: `The local chain ${origin?.name ?? ""} that the swap was executed on is gone: what runs there by now is another chain, on which nothing of it happened.`,
    evidence: [
      {
        source: "the journal",
        says: `The execution was ${record?.entry?.state ?? "opened"} on a chain with another first block.`,
      },
      apiEvidence(swap),
    ],
    mend: swapAgain(swap),
    about: null,
  }
}
