import type { OwnContract } from "../call/findOwnContract.js"
import { parseCall, type ParseCallReturnType } from "../call/parseCall.js"
import type { feesRows } from "../index.js"
import { readList, readRequired } from "#src/plugin/arguments/readArguments.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { flagOf } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export type FeesArguments = Values<typeof feesRows>

/** What is to be priced: a call of the plug, or a message to each destination. */
export type FeesQuestion =
  | (ParseCallReturnType & { readonly kind: "call"; readonly value: bigint })
  | {
      readonly kind: "message"
      readonly destinations: readonly ChainEntry[]
      /** Default: the plug's own. */
      readonly gasLimit: bigint | undefined
      /** Bytes. */
      readonly payloadLength: number
    }

/**
 * Reads what is to be priced.
 *
 * @throws {InvalidInputError} an argument is wrong, or does not go with another; the error names it
 */
export function readFeesQuestion(
  { to, gasLimit, payloadLength, call, args, value }: FeesArguments,
  { chains, contract }: Pick<OwnContract, "chains" | "contract">,
): FeesQuestion {
  if (call !== undefined) {
    refuseWithCall({ to, gasLimit, payloadLength })
    const parsed = parseCall({ signature: call, args, chains, contract })
    return { kind: "call", ...parsed, value: value ?? 0n }
  }
  const names = readList(readRequired(to, { argument: "--to", example: "--to beta,gamma" }), "--to")
  return {
    kind: "message",
    destinations: [...new Set(names.map((name) => findChain(chains, name, "--to")))],
    gasLimit,
    payloadLength: payloadLength ?? 96,
  }
}

/** A simulated call shows itself where its messages go, and what they ask for. */
function refuseWithCall(options: Partial<FeesArguments>): void {
  const given = Object.entries(options).find(([, value]) => value !== undefined)
  if (given === undefined) return
  const fix = "Leave it out, or leave out --call."
  throw new InvalidInputError({ argument: flagOf(given[0]), problem: "the call decides it", fix })
}
