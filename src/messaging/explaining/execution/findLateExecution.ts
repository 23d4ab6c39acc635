import { formatDuration } from "../../../primitives/duration.js"
import { whoMayExecute } from "../../retrying/whoMayExecute.js"
import type { Proposal } from "../../reading/types.js"
import { formatMoment } from "../path/formatMoment.js"
import { lateness } from "../path/lateness.js"
import type { MessageCause } from "../types.js"
import { certainly, evidenceOf, type ExecutionCase } from "./ExecutionCase.js"
import { mendByRetry } from "./mendByRetry.js"

/**
 * Finds out whether nobody executes a message any more.
 *
 * @param isAlone whether nothing else was found that stops it
 */
export async function findLateExecution(
  subject: ExecutionCase,
  { isAlone }: { readonly isAlone: boolean },
): Promise<readonly MessageCause[]> {
  const { arrival, proposal, reported } = subject
  if (reported?.status === "EXECUTION_FAILURE") {
    const cause = certainly(subject, {
      name: "given-up",
      says: `The executor has given up the message${isAlone ? ", although inbound would succeed now" : ""}.`,
      evidence: [
        {
          source: "the messaging API",
          says: "The state of the message is EXECUTION_FAILURE, so it is not tried again.",
        },
      ],
      mend: isAlone
        ? await mendByRetry(subject)
        : {
            who: `${await whoMayExecute(arrival.chain)}, once the cause above is mended, by executing the message again`,
            command: null,
          },
    })
    return [isAlone ? cause : { ...cause, certainty: "likely" }]
  }
  // What stops it is why it is late.
  if (!isAlone) return []
  const since = allowedSince(subject, proposal)
  const waited = lateness(subject, "execute")
  if (since === null || waited === undefined) return []
  const age = formatDuration(waited * 1000)
  return [
    {
      ...certainly(subject, {
        name: "not-executed",
        says: `Nobody has executed the message on ${arrival.chain.name} for ${age}, although nothing stops it.`,
        evidence: [
          evidenceOf(
            arrival,
            `The packet is allowed since ${formatMoment(since)}, and inbound would succeed.`,
            "simulation",
          ),
        ],
        mend: await mendByRetry(subject),
      }),
      certainty: "likely",
    },
  ]
}

/** When the packet could pass, in seconds since 1970 by the chain's clock; `null` if that is unknown. */
function allowedSince({ arrival }: ExecutionCase, { proposedAt, attested, isRootValid }: Proposal): bigint | null {
  if (isRootValid === true) return attested.at(-1)?.timestamp ?? null
  return proposedAt === 0n ? null : proposedAt + (arrival.switchboard?.timeoutInSeconds ?? 0n)
}
