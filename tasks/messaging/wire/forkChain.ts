import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"

/**
 * Forks a chain in this process. Nothing that is sent to the fork reaches the chain.
 *
 * @throws {InvalidInputError} the chain has no URL, or the project has no simulated network
 */
export async function forkChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  chainId: number,
): Promise<NetworkConnection> {
  const { networks } = hre.config
  const forked = networks[chain.network]
  if (forked?.type !== "http") {
    throw new InvalidInputError({
      argument: `config.networks.${chain.network}`,
      problem: `${chain.name} has no URL that could be forked`,
      fix: "Its network is a simulated one, of which no copy is made.",
    })
  }
  const simulated = Object.keys(networks).find((name) => networks[name]?.type === "edr-simulated")
  if (simulated === undefined) {
    throw new InvalidInputError({
      argument: "config.networks",
      problem: "the project has no simulated network to fork in",
      fix: 'Add one, such as fork: { type: "edr-simulated" }.',
    })
  }
  const url = await forked.url.get()
  const override = { chainId, forking: { url }, mining: { auto: true } }
  const fork = await hre.network.create({ network: simulated, override })
  await keepAccounts(fork)
  // Calls are traced in a block of the fork: it does not know the rules of the chain's own blocks.
  await fork.provider.request({ method: "evm_mine" })
  return fork
}

/** The sender of calls that are in nobody's name, and who gets the reward of a fork's blocks. */
const inEveryCall = ["0x0000000000000000000000000000000000000000", "0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e"]

/**
 * Has a fork keep the accounts that nearly every call reads, by setting their balances to what they are. For an account that it has not
 * changed itself, it asks the chain three times in each call.
 */
async function keepAccounts({ provider }: NetworkConnection): Promise<void> {
  for (const account of inEveryCall) {
    const balance: unknown = await provider.request({ method: "eth_getBalance", params: [account, "latest"] })
    await provider.request({ method: "hardhat_setBalance", params: [account, balance] })
  }
}
