import type { AbiFunction } from "viem"

import { parseAbiItem } from "viem/utils"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { inQuotes } from "../../primitives/text.js"

/**
 * Parses the signature of a function, with or without parameter names and the word `function`.
 *
 * @returns a payable function, because the fee is attached to its call
 * @throws {InvalidInputError} the text is not a function signature
 * @example
 * parseSignature("add(uint32 dstChainSlug, uint256 amount)").name // "add"
 */
export function parseSignature(signature: string): AbiFunction {
  const bare = signature.trim().replace(/^function\s+/, "")
  if (/^[A-Za-z_$][\w$]*\s*\(.*\)$/s.test(bare)) {
    try {
      return parseAbiItem(`function ${bare} payable`) as AbiFunction
    } catch {
      // The parser's error is about its grammar. The error below is clearer.
    }
  }
  throw new InvalidInputError({
    argument: "signature",
    problem: `${inQuotes(signature)} is not a function signature`,
    fix: 'Use the name and the parameter types in quotes, as in "add(uint32,uint256)".',
  })
}
