import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"

import { readWired } from "../connection/openKnownContracts.js"
import type { FoundContract } from "../contracts/ContractBook.js"
import { findDoubt } from "../contracts/findDoubt.js"
import type { TaskIo } from "./openProcess.js"
import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { askYes } from "#src/terminal/askYes.js"

type Target = {
  readonly contract: Pick<FoundContract, "claim">
  readonly client: Client | undefined
  /** The name of its argument in errors. */
  readonly argument: string
  /** Who sends. */
  readonly account: Address | undefined
  /** Whether no question is asked. */
  readonly yes: boolean
}

/**
 * Has the chain confirm a contract that only a file of Ignition names, or a person who sees its address and why the chain does not. What the
 * command or the configuration names needs nobody's word.
 *
 * @throws {InvalidInputError} the chain does not, and nobody is asked
 * @throws {AbortedError} the answer is no
 */
export async function requireConfirmed(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  { contract: { claim }, client, argument, account, yes }: Target,
  io: Pick<TaskIo, "terminal" | "input" | "signal">,
): Promise<void> {
  if (claim === undefined) return
  const { owners } = await readWired(hre)
  const { artifacts } = hre
  const unread = "its chain could not be read"
  const doubt =
    client === undefined ? unread : await findDoubt(claim, { client, artifacts, accounts: [...owners, account] })
  if (doubt === undefined) return
  const says = `only ${claim.writtenIn} says that ${claim.name} is ${claim.address} on ${claim.chain.name}, and the chain does not confirm it: ${doubt}`
  if (yes || io.input.isTTY !== true) {
    throw new InvalidInputError({
      argument,
      problem: says,
      fix: `Give the address, or name it in plugs.contracts.${claim.name}.${claim.chain.name}. At a terminal you are asked about it.`,
    })
  }
  if (!(await askYes(`${says.replace(/^o/, "O")}. Use it?`, io))) throw new AbortedError()
}
