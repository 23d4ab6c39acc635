import type { Address } from "viem"

import type { Mend } from "./Explanation.js"
import { quote, wordsOf } from "#src/primitives/commands/commandLine.js"

/** A contract on a chain. */
export type Place = {
  readonly slug: number
  readonly address: Address
  /** Of a switchboard: the chain that it is for. */
  readonly otherSlug?: number | undefined
}

/**
 * Whether a project knows a contract, so that a remedy may have others trust it.
 *
 * @param beside what else the remedy names. Default: it is only asked whether the contract is the project's
 */
export type Knows = (place: Place, beside?: readonly Place[]) => boolean | Promise<boolean>

/** What fixes a cause, before it is decided what of it may be said. */
export type Remedy = Mend & {
  /**
   * Every contract that it has others trust, or change so that they do: in its words, its command or the data of its call. And every account
   * that it has others pay for.
   */
  readonly grants?: readonly Place[] | undefined
  /** What is said instead where one of them is not known. */
  readonly otherwise?: string | undefined
}

/** Tasks after which nobody trusts more than before, or has paid for another. What any other command names has to be known. */
const harmless: ReadonlySet<string> = new Set([
  ...["devnet resume", "plugs doctor", "plugs trust", "messaging chains", "messaging explain", "messaging list"],
  ...["messaging retry", "messaging track", "gateway explain", "gateway retry", "swap execute", "swap explain"],
  ...["swap pay", "swap resume", "swap revoke"],
])

/** Options by which a person agrees, or says how much may be lost. */
const guard = /^--(yes|anyway|force|requote|even-without-message|(accept|allow|max|min)-[^=]*)(=|$)/

const unsaid = "only their owner can tell whether these contracts are to be trusted: the project does not know them all"

/**
 * Decides what is said of a remedy: the only way from what a finder proposes to what is printed. One that has others trust a contract which
 * the project does not know is not printed, and no command agrees to anything in advance.
 */
export async function writeRemedy(fix: string | Remedy, isKnown: Knows): Promise<Mend> {
  if (typeof fix === "string") return { who: fix, command: null }
  const { grants = [], otherwise = unsaid, ...mend } = fix
  const command = mend.command === null ? null : withoutGuards(mend.command)
  const known = await Promise.all(grants.map(async (place) => isKnown(place, grants)))
  const isSafe = !known.includes(false) && (command === null || isDeclared(command, grants))
  return isSafe ? { ...mend, command } : { ...mend, who: otherwise, command: null }
}

function withoutGuards(command: string): string {
  const words = wordsOf(command)
  const kept = words.filter((word, index) => {
    const isValue = !word.startsWith("--") && guard.test(words[index - 1] ?? "")
    return !guard.test(word) && !isValue
  })
  return kept.length === words.length ? command : kept.map((word) => quote(word)).join(" ")
}

/** Whether a command that has others trust something names only what it says that it does. */
function isDeclared(command: string, grants: readonly Place[]): boolean {
  const [npx, hardhat, family, verb, ...words] = wordsOf(command)
  // Addresses in the data of a call cannot be seen.
  if (npx !== "npx" || hardhat !== "hardhat") return grants.length > 0
  if (harmless.has(`${family} ${verb}`)) return true
  const options = words.findIndex((word) => word.startsWith("--"))
  const named = words.filter((word, index) => index < options || options === -1 || /0x[0-9a-f]{40}/i.test(word))
  return named.every((word) => grants.some(({ address }) => address.toLowerCase() === word.toLowerCase()))
}
