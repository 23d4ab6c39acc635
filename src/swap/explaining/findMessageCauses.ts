import type { Hex } from "viem"

import type { SwapCase, SwapChain } from "../reading/types.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"

/**
 * Explains the messages that a transaction of a route sent. One that does not arrive is a cause of the swap, with the message's own cause
 * as its evidence and the message's own fix.
 */
export async function findMessageCauses(
  { explainMessages, signal }: SwapCase,
  chain: SwapChain,
  txHash: Hex,
): Promise<SwapFindings> {
  const explanation = await explainMessages?.({ chain, txHash, signal })
  if (explanation === undefined) return { causes: [] }
  const { verdict, says, causes, items, events } = explanation
  const [first] = causes
  if (first === undefined || (verdict !== "stuck" && verdict !== "failed")) return { causes: [], items, events }
  const messageId = first.about ?? items[0]?.id ?? null
  const cause: SwapCause = {
    name: "message-stuck",
    certainty: first.certainty,
    says: `The message ${messageId ?? `of ${txHash}`}, which carries the swap from ${chain.name}, does not arrive: ${says}`,
    evidence: [
      ...causes.map(({ name, certainty, says: why }) => ({
        source: `the message's cause ${name}, ${certainty}`,
        says: why,
      })),
      ...first.evidence,
    ],
    fix: first.mend ?? undefined,
    about: messageId,
  }
  return { causes: [cause], items, events }
}
