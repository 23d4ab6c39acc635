import type { AbiFunction } from "viem"

import { parseAbiItem } from "viem/utils"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { quote } from "../../primitives/quote.js"

/**
 * Reads a function's signature, with or without the names of its parameters and the word `function`.
 *
 * @returns a payable function, because the fee is attached to the call
 * @throws {InvalidInputError} not a signature
 * @example
 * parseSignature("add(uint32 dstChainSlug, uint256 amount)").name // "add"
 */
export function parseSignature(signature: string): AbiFunction {
  const bare = signature.trim().replace(/^function\s+/, "")
  if (/^[A-Za-z_$][\w$]*\s*\(.*\)$/s.test(bare)) {
    try {
      return parseAbiItem(`function ${bare} payable`) as AbiFunction
    } catch {
      // What the parser says speaks of its grammar. The next line speaks to the person.
    }
  }
  throw new InvalidInputError({
    argument: "signature",
    problem: `${quote(signature)} is not a function's signature`,
    fix: 'Write its name and the types of its parameters in quotes, such as "add(uint32,uint256)".',
  })
}
