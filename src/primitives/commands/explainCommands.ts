import { either, type ErrorText, type Part, text } from "../errorText.js"
import { commandLine } from "./commandLine.js"

// The one place that writes the commands which explain why something does not arrive.

/**
 * Writes the command that explains a message, or all messages of a transaction.
 *
 * @param id a transaction hash, or a message id, which needs no chain. Default: the last transaction that a task sent
 * @param options.from the chain that the message leaves, as the configuration names it
 * @example
 * explainMessageCommand("0x…", { from: "alpha" }) // "npx hardhat messaging explain 0x… --from alpha"
 */
export function explainMessageCommand(
  id?: string,
  { from, messageId }: { readonly from?: string | undefined; readonly messageId?: string | undefined } = {},
): string {
  return `npx hardhat ${commandLine("messaging explain", { id, from, messageId }, { positional: ["id"] })}`
}

export function explainGatewayCommand(id: string): string {
  return `npx hardhat ${commandLine("gateway explain", { id }, { positional: ["id"] })}`
}

export function explainSwapCommand(id: string): string {
  return `npx hardhat ${commandLine("swap explain", { id }, { positional: ["id"] })}`
}

// Advice of errors, which names the helper in a script and the command in a task. An id can come from an API.

const id = /^[\w-]{1,200}$/

type Subject = {
  readonly transaction?: string | undefined
  readonly srcChainSlug?: number | undefined
  readonly messageId?: string | undefined
}

/** Points to the explanation of a transaction's messages, or of one of them. */
export function whyMessage({ transaction, srcChainSlug, messageId }: Subject): Part {
  const from: ErrorText = srcChainSlug === undefined ? "" : text` --from ${{ chain: srcChainSlug, as: "word" }}`
  const only = messageId === undefined ? "" : ` --message-id ${messageId}`
  const rest: ErrorText = transaction === undefined ? "" : text`${from}${only}`
  return why("explainMessage", transaction ?? messageId, explainMessageCommand, rest)
}

export function whyGateway(about: string | undefined): Part {
  return why("explainTransaction", about, explainGatewayCommand)
}

export function whySwap(about: string | undefined): Part {
  return why("explainSwap", about, explainSwapCommand)
}

function why(helper: string, about: string | undefined, command: (id: string) => string, rest: ErrorText = ""): Part {
  const task = about !== undefined && id.test(about) ? text`To find out why: ${command(about)}${rest}` : ""
  return either(`${helper} says why.`, task)
}
