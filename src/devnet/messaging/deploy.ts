import type { Address, Hex } from "viem"
import { encodeFunctionData, parseEther, parseGwei } from "viem/utils"

import {
  capacitorFactoryArtifact,
  executionManagerArtifact,
  hasherArtifact,
  signatureVerifierArtifact,
  socketArtifact,
  transmitManagerArtifact,
} from "../artifacts/messaging.js"
import { batcherArtifact } from "../artifacts/operators.js"
import { fastSwitchboardArtifact, optimisticSwitchboardArtifact } from "../artifacts/switchboards.js"
import type { Accounts } from "../chain/accounts.js"
import type { ChainIdentity, LocalChain } from "../chain/chains.js"
import { addressesInOrder, deployInOrder, initCode } from "../chain/deployInOrder.js"
import { type DevnetPath, hasKind, switchboardOf } from "./paths.js"
import type { DevnetSwitchboardKind } from "#src/messaging/switchboardKinds.js"

export type ProtocolContracts = Readonly<Record<(typeof contractNames)[number], Address>>

/** The same on every chain, because one account deploys the same contracts in the same order. */
export function protocolContracts(deployer: Address): ProtocolContracts {
  return addressesInOrder(deployer, contractNames)
}

/** In the order of deployment. Configurations contain the first addresses, so what is added comes last. */
const contractNames = [
  "hasher",
  "capacitorFactory",
  "socket",
  "switchboard",
  "batcher",
  "executionManager",
  "transmitManager",
  "optimisticSwitchboard",
  "signatureVerifier",
] as const

/** Fees and limits as on production chains, so that code which forgets one fails here too. */
const fees = {
  execution: {
    executionFees: { perGas: parseGwei("2"), perByte: parseGwei("40"), overhead: parseGwei("100000") },
    relativeNativeTokenPrice: parseEther("1"),
    msgValueMinThreshold: 0n,
    msgValueMaxThreshold: parseEther("0.001"),
  },
  transmission: parseGwei("20000"),
  /** For each watcher. */
  switchboard: parseGwei("10000"),
  verificationOverhead: parseGwei("50000"),
}

/** Seconds after which a proposed packet counts as attested without its watchers. */
const attestationTimeout = 7200n

export type MessagingOptions = {
  /** One for every two chains. */
  readonly paths: readonly DevnetPath[]
  /** Seconds on the destination's clock that an optimistic switchboard lets a packet wait. */
  readonly optimisticTimeout: number
}

/** Deploys the messaging protocol to a chain on which its deployer has sent nothing yet, or finds that an earlier devnet has done so. */
export async function deployProtocol(
  chain: LocalChain,
  siblings: readonly ChainIdentity[],
  {
    accounts: { deployer, transmitter, executor, watchers },
    paths,
    optimisticTimeout,
  }: MessagingOptions & { readonly accounts: Accounts },
): Promise<ProtocolContracts> {
  const contracts = protocolContracts(deployer.address)
  const admin = deployer.address
  const slugs = siblings.map(({ slug }) => slug)
  if (await isDeployed(chain, contracts, slugs)) return contracts
  const pathsOf = (kind: DevnetSwitchboardKind) =>
    siblings
      .filter(({ name }) => hasKind(paths, [chain.name, name], kind))
      .map(({ slug }) => ({
        siblingChainSlug: slug,
        siblingSwitchboard: switchboardOf(contracts, kind),
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
    hasher: initCode(hasherArtifact, []),
    signatureVerifier: initCode(signatureVerifierArtifact, []),
    capacitorFactory: initCode(capacitorFactoryArtifact, []),
    socket: initCode(socketArtifact, [
      admin,
      chain.slug,
      contracts.hasher,
      contracts.capacitorFactory,
      contracts.executionManager,
      contracts.transmitManager,
    ]),
    switchboard: initCode(fastSwitchboardArtifact, [admin, contracts.socket, attestationTimeout, pathsOf("FAST")]),
    optimisticSwitchboard: initCode(optimisticSwitchboardArtifact, [
      admin,
      contracts.socket,
      BigInt(optimisticTimeout),
      pathsOf("OPTIMISTIC"),
    ]),
    batcher: initCode(batcherArtifact, [contracts.socket]),
  }

  await deployInOrder(chain, deployer.address, { contracts, initCodes })
  return contracts
}

/** Whether a node that goes on after its devnet has these contracts, between the same chains. */
async function isDeployed(
  { name, provider }: LocalChain,
  { socket, switchboard, optimisticSwitchboard, signatureVerifier }: ProtocolContracts,
  siblings: readonly number[],
): Promise<boolean> {
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => provider.request({ method, params })
  // The last that is deployed: what is there in part is not used.
  if ((await ask("eth_getCode", signatureVerifier, "latest")) === "0x") return false
  for (const slug of siblings) {
    const capacitors = await Promise.all(
      [switchboard, optimisticSwitchboard].map((board) => {
        const data = encodeFunctionData({ abi: socketArtifact.abi, functionName: "capacitors__", args: [board, slug] })
        return ask("eth_call", { to: socket, data }, "latest")
      }),
    )
    if (capacitors.some((capacitor) => BigInt(String(capacitor)) !== 0n)) continue
    throw new Error(`an earlier devnet has connected ${name} to other chains: start its node again`)
  }
  return true
}
