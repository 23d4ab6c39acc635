import type { TargetQuestion } from "../../../../src/swap/checks/confirmContracts.js"
import { askYes, type AskYesOptions } from "../../../../src/terminal/askYes.js"

const says: Readonly<Record<TargetQuestion["kind"], string>> = {
  target: "the swap's transaction calls it, with every right that the account has",
  spender: "it may take the input token that is approved",
  deposit: "the whole amount is paid to it",
}

/** Asks about an address that is in no allow-list, or that a new quote has in place of another one. */
export async function confirmTarget(
  { kind, address, chainId, codeSize, isListed, replaces }: TargetQuestion,
  { chainName, ...options }: AskYesOptions & { readonly chainName: (chainId: number) => string },
): Promise<boolean> {
  const { err } = options.terminal
  const chain = chainName(chainId)
  const list = isListed ? "" : `, which is in no allow-list of ${chain}`
  const change = replaces === undefined ? "" : `, and the one before was for ${replaces}`
  const name = kind === "deposit" ? "deposit address" : kind
  const code = codeSize === 0 ? "an account without code" : `a contract of ${codeSize} bytes`
  err.line(err.paint.magenta(`The ${name} is ${address}, ${code}${list}${change}: ${says[kind]}.`))
  return await askYes(`Use ${address}?`, options)
}
