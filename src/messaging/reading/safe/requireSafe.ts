import type { Address, Hex } from "viem"

import type { ChainView } from "../ChainView.js"
import { readSafe } from "./readSafe.js"
import { throwExplained } from "#src/onchain/callErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

type RequireSafeParameters = {
  readonly address: Address
  readonly chain: string
  /** Hashes of the code of other Safes than the known ones. */
  readonly safeCode: readonly Hex[] | undefined
  /** What to do for an account that is no Safe. */
  readonly otherwise?: string
}

/**
 * Refuses to write a file of Safe for an account that is not known as a Safe by its code, or that nobody has set up.
 *
 * @throws {InvalidInputError} it is none
 * @throws {NodeFailedError} it was not read
 */
export async function requireSafe(
  view: Pick<ChainView, "client" | "socket">,
  { address, chain, safeCode, otherwise }: RequireSafeParameters,
): Promise<void> {
  const reading = readSafe({ ...view, answers: new Map() }, address, safeCode)
  const safe = await reading.catch(throwExplained({ address, functionName: "getOwners", chain }))
  if ("kind" in safe && safe.threshold > 0) return
  const own =
    "If it is a Safe of your own build, whose code you know, add the hash of that code to plugs.trust.safeCode."
  throw new InvalidInputError({
    argument: "--safe",
    problem: `${address} on ${chain} is not known as a Safe: ${"why" in safe ? safe.why : "it has no threshold, so anybody can set it up"}`,
    fix: [own, otherwise].join(" ").trim(),
  })
}
