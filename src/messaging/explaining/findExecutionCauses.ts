import { certainly, evidenceOf, executionCase } from "./execution/ExecutionCase.js"
import { findInboundCauses } from "./execution/findInboundCauses.js"
import { findLateExecution } from "./execution/findLateExecution.js"
import { findRefusal } from "./execution/findRefusal.js"
import { findUsedId } from "./execution/findUsedId.js"
import { findValueCauses } from "./execution/findValueCauses.js"
import type { Arrival } from "../reading/types.js"
import type { Findings, MessageCase, MessageCause } from "./types.js"

/**
 * Finds why a message whose packet has come through is not executed, by simulating what comes next. Only for such a message is anything
 * simulated: one that is under way may depend on what arrives before it.
 */
export async function findExecutionCauses(subject: MessageCase): Promise<Findings> {
  const { arrival } = subject.journey
  if ("problem" in arrival) return { causes: [] }
  if (arrival.executed !== false) return { causes: await findUsedId(subject, arrival) }
  if (!arrival.hasCode) return { causes: [withoutCode(subject, arrival)] }
  const execution = executionCase(subject)
  if (execution === undefined) return { causes: [] }
  const found = await Promise.all([findInboundCauses(execution), findValueCauses(execution), findRefusal(execution)])
  const causes = found.flat()
  return { causes: [...causes, ...(await findLateExecution(execution, { isAlone: causes.length === 0 }))] }
}

function withoutCode(subject: MessageCase, arrival: Arrival): MessageCause {
  const { message, src } = subject.journey
  const { name } = arrival.chain
  return certainly(subject, {
    name: "destination-without-code",
    says: `There is no contract at ${message.dstPlug} on ${name}, so nothing can be delivered there.`,
    evidence: [evidenceOf(arrival, `The code of ${message.dstPlug} is empty.`)],
    mend: {
      who: `you: connect the plug ${message.srcPlug} on ${src.name} to the right plug on ${name}, and send again`,
      command: null,
    },
  })
}
