import { type Address, type Client, domainSeparator, parseAbi } from "viem"
import { readContract } from "viem/actions"

import { isContractFailure } from "../../../onchain/callErrors.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"

const abi = parseAbi([
  "function VERSION() view returns (string)",
  "function nonce() view returns (uint256)",
  "function getThreshold() view returns (uint256)",
  "function getOwners() view returns (address[])",
  "function domainSeparator() view returns (bytes32)",
])

/**
 * Refuses to write a file of Safe for an account that does not answer as a Safe: with a threshold that its owners reach, and with the hash of its own
 * address and chain that its version signs.
 *
 * @throws {InvalidInputError} it is none
 */
export async function requireSafe(
  client: Client,
  { address, chain, chainId }: { readonly address: Address; readonly chain: string; readonly chainId: number },
): Promise<void> {
  const ask = { address, abi } as const
  try {
    const [version, , threshold, owners, domain] = await Promise.all([
      readContract(client, { ...ask, functionName: "VERSION" }),
      readContract(client, { ...ask, functionName: "nonce" }),
      readContract(client, { ...ask, functionName: "getThreshold" }),
      readContract(client, { ...ask, functionName: "getOwners" }),
      readContract(client, { ...ask, functionName: "domainSeparator" }),
    ])
    const isReached = threshold >= 1n && threshold <= BigInt(new Set(owners).size)
    const isOld = Number.parseFloat(version) < 1.3
    if (
      isReached &&
      domain === domainSeparator({ domain: { ...(isOld ? {} : { chainId }), verifyingContract: address } })
    )
      return
  } catch (error) {
    if (!isContractFailure(error)) throw error
  }
  throw new InvalidInputError({
    argument: "--safe",
    problem: `${address} on ${chain} does not answer as a Safe`,
    fix: "For a TimelockController, name with --timelock who proposes to it. For any other account, use --calldata.",
  })
}
