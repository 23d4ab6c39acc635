import type { SwapCase } from "../reading/types.js"
import type { SwapCause } from "./swapCauses.js"
import { apiEvidence, checkApi, sourceOf, swapAgain } from "./words.js"

/** Finds why a swap cannot be explained: it is unknown, its chain is gone, or its chain cannot be read. */
export function findGeneralCauses(swap: SwapCase): readonly SwapCause[] {
  const { id, record, api, origin, sending } = swap
  if (record?.isOfAnotherChain === true) return [restartedCause(swap)]
  if (record === undefined && api.kind !== "route") {
    const isSent = sending.kind === "mined" || sending.kind === "pending"
    const where = isSent ? `The transaction ${id} is on ${origin?.name ?? "a chain"}, and` : "The id is not one"
    return [
      {
        name: api.kind === "no answer" ? "api-silent" : "quote-unknown",
        says:
          api.kind === "no answer"
            ? `The swap API does not answer, and no journal of this project knows ${id}.`
            : isSent
              ? `${where} neither the swap API nor a journal of this project knows a swap of it.`
              : `${where} that the swap API or a journal of this project knows.`,
        evidence: [apiEvidence(swap), ...(isSent ? [{ source: sourceOf(swap), says: `The node has ${id}.` }] : [])],
        fix: api.kind === "no answer" ? checkApi : "check the id: a deposit is found by the id of its quote alone",
      },
    ]
  }
  if (origin === undefined || !("problem" in origin)) return []
  return [
    {
      name: "origin-unread",
      says: `${origin.name} cannot be read: ${origin.problem}. So nothing confirms what the swap API says.`,
      evidence: [apiEvidence(swap)],
      fix: "add the chain to plugs.chains, or start its node",
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
    says: `The local chain ${origin?.name ?? ""} that the swap was executed on is gone: what runs there by now is another chain, on which nothing of it happened.`,
    evidence: [
      {
        source: "the journal",
        says: `The execution was ${record?.entry?.state ?? "opened"} on a chain with another first block.`,
      },
      apiEvidence(swap),
    ],
    fix: swapAgain(swap),
  }
}
