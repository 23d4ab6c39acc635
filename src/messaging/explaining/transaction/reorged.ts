import type { Evidence } from "../../../explaining/Explanation.js"
import type { ReadableChain } from "../../reading/types.js"
import type { MessageCause } from "../types.js"
import type { RememberedTransaction } from "./types.js"

/** The cause that a reorg took a transaction or its message back. */
export function reorged({
  src,
  remembered,
  isCertain,
  evidence,
}: {
  readonly src: ReadableChain
  readonly remembered: RememberedTransaction | undefined
  readonly isCertain: boolean
  readonly evidence: readonly Evidence[]
}): MessageCause {
  const block = remembered?.block === undefined ? "" : ` out of block ${String(remembered.block.number)}`
  const records =
    remembered === undefined || remembered.messageIds.length === 0
      ? []
      : [{ source: "the records of this project", says: `It was mined, and sent ${remembered.messageIds.join(", ")}.` }]
  return {
    name: "reorged",
    certainty: isCertain ? "certain" : "likely",
    says: `A reorg of ${src.name} took the message back${block}: it was sent once, and the chain does not have it any more.`,
    evidence: [...records, ...evidence],
    mend: { who: "you, by sending it again", command: null },
    about: null,
  }
}
