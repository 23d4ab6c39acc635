import type { LocalChain } from "../../devnet/chain/chains.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import type { OpenWorld } from "../OpenWorld.js"
import { WorldNotStartedError } from "../worldErrors.js"
import type { ContractOnChain } from "./WorldContract.js"

/** A test uses a contract that the world has gone back from. */
export class ContractGoneError extends PlugsError {
  readonly code = "CONTRACT_GONE"
  /** @param instead the name of the contract that has its address now */
  constructor({ contractName, chainName, address }: ContractOnChain, instead: string | undefined) {
    super(`${contractName} is not on ${chainName} any more: the world has gone back to before it was deployed.`, {
      facts: { address, "there now": instead ?? "no contract" },
      next: "Take contracts from the fixture in each test: const { alpha, beta } = await world.loadFixture(greeters). What a test deploys lasts until the next loadFixture or snapshot is restored.",
    })
    this.name = "ContractGoneError"
  }
}

/**
 * Checks that a contract of a test can be called.
 *
 * @throws {ContractGoneError} the world has gone back to before it was deployed
 * @throws {WorldNotStartedError} the world was stopped
 */
export async function checkContract(
  { isOpen, registry }: OpenWorld,
  { publicClient }: LocalChain,
  contract: ContractOnChain,
): Promise<void> {
  if (!isOpen()) throw new WorldNotStartedError()
  const { contractName, chainName, address } = contract
  const registered = registry.all().filter((other) => other.chain === chainName && other.address === address)
  if (registered.some(({ name }) => name === contractName)) return
  const instead = registered.at(-1)?.name
  // One that the test has deployed by itself, and got with getContractAt, can be older than what the world knows.
  if (instead === undefined && (await publicClient.getCode({ address })) !== undefined) return
  throw new ContractGoneError(contract, instead)
}
