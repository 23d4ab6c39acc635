import type { Address } from "viem"

import { parseAddress } from "../../../src/primitives/address.js"
import { readList } from "../../../src/plugin/arguments/readArguments.js"

/**
 * Reads the addresses of `--allow-target`.
 *
 * @throws {InvalidInputError} one of them is no address
 */
export function readAllowedTargets(text: string | undefined): readonly Address[] {
  return (text === undefined ? [] : readList(text, "--allow-target")).map((address) =>
    parseAddress(address, "--allow-target"),
  )
}
