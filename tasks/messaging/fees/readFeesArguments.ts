import type { OwnContract } from "../call/findOwnContract.js"
import { parseCall, type ParseCallReturnType } from "../call/parseCall.js"
import type { Flags, Texts } from "#src/plugin/arguments/options.js"
import { readList, readRequired, readWholeNumber, refuseUnused } from "#src/plugin/arguments/readArguments.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

export type FeesArguments = Texts<
  "plug" | "from" | "to" | "gasLimit" | "payloadLength" | "call" | "value" | "since" | "forecast"
> &
  Flags<"history" | "csv" | "json"> & {
    args: string[]
  }

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
export function readFeesArguments(
  { to, gasLimit, payloadLength, call, args, value }: FeesArguments,
  { chains, contract }: Pick<OwnContract, "chains" | "contract">,
): FeesQuestion {
  if (call !== undefined) {
    refuseWithCall({ "--to": to, "--gas-limit": gasLimit, "--payload-length": payloadLength })
    const parsed = parseCall({ signature: call, args, chains, contract })
    return { kind: "call", ...parsed, value: parseCurrency(value ?? "0", "--value") }
  }
  refuseUnused({ args: args[0], "--value": value }, "--call")
  const names = readList(readRequired(to, { argument: "--to", example: "--to beta,gamma" }), "--to")
  return {
    kind: "message",
    destinations: [...new Set(names.map((name) => findChain(chains, name, "--to")))],
    gasLimit: gasLimit === undefined ? undefined : readWholeNumber(gasLimit, { argument: "--gas-limit", from: 1n }),
    payloadLength: Number(
      readWholeNumber(payloadLength ?? defaultPayloadLength, {
        argument: "--payload-length",
        to: BigInt(Number.MAX_SAFE_INTEGER),
      }),
    ),
  }
}

const defaultPayloadLength = "96"

/** A simulated call shows itself where its messages go, and what they ask for. */
function refuseWithCall(options: Readonly<Record<string, string | undefined>>): void {
  const given = Object.entries(options).find(([, value]) => value !== undefined)
  if (given === undefined) return
  const fix = "Leave it out, or leave out --call."
  throw new InvalidInputError({ argument: given[0], problem: "the call decides it", fix })
}
