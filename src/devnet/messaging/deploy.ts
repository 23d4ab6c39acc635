import { type Address, type Hex, parseEther, parseGwei } from "viem"

import { addressesInOrder } from "../chain/addressesInOrder.js"
import { batcherArtifact } from "../artifacts/Batcher.js"
import { executionManagerArtifact } from "../artifacts/ExecutionManager.js"
import { fastSwitchboardArtifact } from "../artifacts/FastSwitchboard.js"
import { socketArtifact } from "../artifacts/Socket.js"
import { transmitManagerArtifact } from "../artifacts/TransmitManager.js"
import { socketAbi } from "../../messaging/onchain/abi.js"
import type { Accounts } from "../chain/accounts.js"
import type { ChainIdentity, LocalChain } from "../chain/chains.js"
import { deployInOrder } from "../chain/deployInOrder.js"
import { initCode } from "../chain/initCode.js"

/** The protocol's contracts on one chain. */
export type ProtocolContracts = {
  readonly executionManager: Address
  readonly transmitManager: Address
  readonly socket: Address
  readonly switchboard: Address
  readonly batcher: Address
}

export type Deployment = {
  readonly contracts: ProtocolContracts
  /** The queue of each path that starts here, one a sibling chain. */
  readonly capacitors: readonly Address[]
}

/** The same on every chain, because the same account deploys the same contracts in the same order. */
export function protocolContracts(deployer: Address): ProtocolContracts {
  return addressesInOrder(deployer, deploymentOrder)
}

const deploymentOrder = [
  "executionManager",
  "transmitManager",
  "socket",
  "switchboard",
  "batcher",
] as const satisfies readonly (keyof ProtocolContracts)[]

/** What the same account deploys next on a chain comes after these. */
export const protocolContractCount: number = deploymentOrder.length

/** Fees of the order that production asks, so that code which forgets one notices. */
const fees = {
  execution: {
    perGas: parseGwei("2"),
    perByte: parseGwei("40"),
    overhead: parseGwei("100000"),
    relativeNativePrice: parseEther("1"),
    maxMsgValue: parseEther("1"),
  },
  transmission: parseGwei("20000"),
  switchboard: parseGwei("10000"),
  verificationOverhead: parseGwei("50000"),
}

/** Seconds after which a proposed packet may be believed without its watchers. */
const attestationTimeout = 7200n

/** Puts the protocol on a chain whose deployer has not sent anything yet. */
export async function deployProtocol(
  chain: LocalChain,
  siblings: readonly ChainIdentity[],
  { deployer, transmitter, executor, watchers }: Accounts,
): Promise<Deployment> {
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
    executionManager: initCode(executionManagerArtifact, [admin, [executor.address], slugs, fees.execution]),
    transmitManager: initCode(transmitManagerArtifact, [admin, [transmitter.address], slugs, fees.transmission]),
    socket: initCode(socketArtifact, [chain.slug, contracts.executionManager, contracts.transmitManager]),
    switchboard: initCode(fastSwitchboardArtifact, [admin, contracts.socket, attestationTimeout, paths]),
    batcher: initCode(batcherArtifact, [contracts.socket]),
  }

  await deployInOrder(chain, deployer.address, { order: deploymentOrder, initCodes })

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
