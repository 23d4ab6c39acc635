import { type Address, type Hex, parseEther, parseGwei } from "viem"

import { batcherArtifact } from "../artifacts/Batcher.js"
import { executionManagerArtifact } from "../artifacts/ExecutionManager.js"
import { fastSwitchboardArtifact } from "../artifacts/FastSwitchboard.js"
import { socketArtifact } from "../artifacts/Socket.js"
import { transmitManagerArtifact } from "../artifacts/TransmitManager.js"
import { socketAbi } from "../../messaging/onchain/abi.js"
import type { Accounts } from "../chain/accounts.js"
import type { ChainIdentity, LocalChain } from "../chain/chains.js"
import { addressesInOrder, deployInOrder, initCode } from "../chain/deployInOrder.js"

/** The messaging protocol's contracts on one chain. */
export type ProtocolContracts = {
  readonly executionManager: Address
  readonly transmitManager: Address
  readonly socket: Address
  readonly switchboard: Address
  readonly batcher: Address
}

export type DeployedProtocol = {
  readonly contracts: ProtocolContracts
  /** The capacitor of each path that starts here, one for each sibling chain. */
  readonly capacitors: readonly Address[]
}

/**
 * Computes the contracts' addresses. They are the same on every chain, because one account deploys the same contracts in
 * the same order.
 */
export function protocolContracts(deployer: Address): ProtocolContracts {
  return addressesInOrder(deployer, contractNames)
}

/** In the order in which they are deployed. */
const contractNames = [
  "executionManager",
  "transmitManager",
  "socket",
  "switchboard",
  "batcher",
] as const satisfies readonly (keyof ProtocolContracts)[]

/** Fees as high as on production chains, so that code which forgets to pay one fails here too. */
const fees = {
  execution: {
    executionFees: { perGas: parseGwei("2"), perByte: parseGwei("40"), overhead: parseGwei("100000") },
    relativeNativeTokenPrice: parseEther("1"),
    msgValueMinThreshold: 0n,
    msgValueMaxThreshold: parseEther("1"),
  },
  transmission: parseGwei("20000"),
  switchboard: parseGwei("10000"),
  verificationOverhead: parseGwei("50000"),
}

/** Seconds after which a proposed packet counts as attested without its watchers. */
const attestationTimeout = 7200n

/** Deploys the messaging protocol to a chain on which its deployer has sent nothing yet. */
export async function deployProtocol(
  chain: LocalChain,
  siblings: readonly ChainIdentity[],
  { deployer, transmitter, executor, watchers }: Accounts,
): Promise<DeployedProtocol> {
  const contracts = protocolContracts(deployer.address)
  const admin = deployer.address
  const slugs = siblings.map(({ slug }) => slug)
  const paths = slugs.map((siblingChainSlug) => ({
    siblingChainSlug,
    siblingSwitchboard: contracts.switchboard,
    switchboardFees: fees.switchboard,
    verificationOverheadFees: fees.verificationOverhead,
    watchers: watchers.map(({ address }) => address),
  }))
  const initCodes: Record<keyof ProtocolContracts, Hex> = {
    executionManager: initCode(executionManagerArtifact, [
      admin,
      contracts.socket,
      chain.slug,
      [executor.address],
      slugs,
      fees.execution,
    ]),
    transmitManager: initCode(transmitManagerArtifact, [
      admin,
      contracts.socket,
      contracts.executionManager,
      chain.slug,
      [transmitter.address],
      slugs,
      fees.transmission,
    ]),
    socket: initCode(socketArtifact, [chain.slug, contracts.executionManager, contracts.transmitManager]),
    switchboard: initCode(fastSwitchboardArtifact, [admin, contracts.socket, attestationTimeout, paths]),
    batcher: initCode(batcherArtifact, [contracts.socket]),
  }

  await deployInOrder(chain, deployer.address, { names: contractNames, initCodes })

  const capacitors = await Promise.all(
    slugs.map((slug) =>
      chain.publicClient.readContract({
        address: contracts.socket,
        abi: socketAbi,
        functionName: "capacitors__",
        args: [contracts.switchboard, slug],
      }),
    ),
  )
  return { contracts, capacitors }
}
