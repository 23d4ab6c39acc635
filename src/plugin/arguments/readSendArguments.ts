import type { Address } from "viem"

import { parseAddress } from "../../primitives/address.js"
import { parseAmount } from "../../primitives/amount.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { parseCall, type ParseCallReturnType } from "./parseCall.js"
import { readPercent } from "./readArguments.js"
import { readPatience } from "./readPatience.js"

export type SendArguments = {
  plug: string
  signature: string
  args: string[]
  from: string | undefined
  margin: string
  value: string
  track: boolean
  until: string | undefined
  timeout: string | undefined
  json: boolean
}

/**
 * Makes a call of a command line.
 *
 * @throws {InvalidInputError} named after the argument that is wrong
 */
export function readSendArguments(
  { plug, signature, args, margin, value, track, until, timeout }: SendArguments,
  chains: readonly ChainEntry[],
): {
  call: ParseCallReturnType & { plug: Address; value: bigint; marginPercent: number }
  patience: ReturnType<typeof readPatience>
} {
  const unused = until !== undefined ? "--until" : timeout !== undefined ? "--timeout" : undefined
  if (!track && unused !== undefined) {
    throw new InvalidInputError({
      argument: unused,
      problem: "the messages are not followed",
      fix: "Add --track, or leave it out.",
    })
  }
  return {
    call: {
      plug: parseAddress(plug, "plug"),
      ...parseCall({ signature, args, chains }),
      value: parseAmount(value, 18, "--value"),
      marginPercent: readPercent(margin, { argument: "--margin", to: 1000 }),
    },
    patience: readPatience({ until, timeout }),
  }
}
