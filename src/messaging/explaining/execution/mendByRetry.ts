import type { Mend } from "../../../explaining/Explanation.js"
import { commandLine } from "../../../primitives/commands/commandLine.js"
import { whoMayExecute } from "../../retrying/whoMayExecute.js"
import type { Journey } from "../../reading/types.js"
import type { ExecutionCase } from "./ExecutionCase.js"

/** Executing the message again mends it. */
export async function mendByRetry(
  { arrival, journey }: Pick<ExecutionCase, "arrival" | "journey">,
  options: { readonly gasLimit?: bigint } = {},
): Promise<Mend> {
  return { who: await whoMayExecute(arrival.chain), command: retryCommand(journey, options) }
}

function retryCommand({ message, src, sent }: Journey, { gasLimit }: { readonly gasLimit?: bigint }): string {
  const args = {
    id: sent.transactionHash,
    from: src.name,
    messageId: message.messageId,
    ...(gasLimit === undefined ? {} : { gasLimit: String(gasLimit) }),
  }
  return `npx hardhat ${commandLine("messaging retry", args, { positional: ["id"] })}`
}
