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

/** Writes the command that explains what a transaction of the gateway chain, a payload, a timeout or a trigger has come to. */
export function explainGatewayCommand(id: string): string {
  return `npx hardhat ${commandLine("gateway explain", { id }, { positional: ["id"] })}`
}

/** Writes the command that explains a swap, by the id of its quote or by a transaction. */
export function explainSwapCommand(id: string): string {
  return `npx hardhat ${commandLine("swap explain", { id }, { positional: ["id"] })}`
}
