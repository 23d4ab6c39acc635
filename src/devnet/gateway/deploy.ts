import { type Address, type Hex, parseEther } from "viem"

import type { Accounts } from "../chain/accounts.js"
import { addressesInOrder } from "../chain/addressesInOrder.js"
import { actorBatcherArtifact } from "../artifacts/ActorBatcher.js"
import { addressResolverArtifact } from "../artifacts/AddressResolver.js"
import { asyncDeployerArtifact } from "../artifacts/AsyncDeployer.js"
import { contractFactoryArtifact } from "../artifacts/ContractFactory.js"
import { feesManagerArtifact } from "../artifacts/FeesManager.js"
import { feesPlugArtifact } from "../artifacts/FeesPlug.js"
import { feeTokenArtifact } from "../artifacts/FeeToken.js"
import { forwarderArtifact } from "../artifacts/Forwarder.js"
import { forwarderBeaconArtifact } from "../artifacts/ForwarderBeacon.js"
import { gatewaySocketArtifact } from "../artifacts/GatewaySocket.js"
import { watcherArtifact } from "../artifacts/Watcher.js"
import type { ChainIdentity, LocalChain } from "../chain/chains.js"
import { protocolContractCount, protocolContracts } from "../messaging/deploy.js"
import { deployInOrder } from "../chain/deployInOrder.js"
import { initCode } from "../chain/initCode.js"

/** The gateway's contracts on its own chain. */
export type GatewayContracts = {
  readonly addressResolver: Address
  readonly watcher: Address
  readonly feesManager: Address
  readonly asyncDeployer: Address
  /** What every forwarder runs. */
  readonly forwarder: Address
  readonly forwarderBeacon: Address
  /** Through which the gateway's watcher calls `watcher` and `feesManager`. */
  readonly actorBatcher: Address
}

/** The gateway's contracts on a chain that it serves. */
export type ServedContracts = {
  readonly gatewaySocket: Address
  readonly contractFactory: Address
  readonly feesPlug: Address
  /** What fees are paid in. Anyone can mint it. */
  readonly feeToken: Address
  /** Through which the gateway's transmitter calls `gatewaySocket`. */
  readonly actorBatcher: Address
}

/** The same on every devnet. */
export function gatewayContracts(deployer: Address): GatewayContracts {
  return addressesInOrder(deployer, gatewayOrder, firstGatewayNonce)
}

/** The same on every chain of every devnet. */
export function servedContracts(deployer: Address): ServedContracts {
  return addressesInOrder(deployer, servedOrder, protocolContractCount)
}

/** Beyond what the account deploys on any other chain, so that no address means one thing here and another there. */
const firstGatewayNonce = 1000

/** The beacon refuses an implementation that is not there yet. */
const gatewayOrder = [
  "addressResolver",
  "watcher",
  "feesManager",
  "asyncDeployer",
  "forwarder",
  "forwarderBeacon",
  "actorBatcher",
] as const satisfies readonly (keyof GatewayContracts)[]

const servedOrder = [
  "gatewaySocket",
  "contractFactory",
  "feesPlug",
  "feeToken",
  "actorBatcher",
] as const satisfies readonly (keyof ServedContracts)[]

/** What the fees manager pays out for deposits that become native tokens. */
const nativePool = parseEther("1000000")

/** Puts the gateway on its own chain, to whose contracts on the `served` chains it will send what app gateways ask for. */
export async function deployGateway(
  chain: LocalChain,
  served: readonly ChainIdentity[],
  { deployer, gatewayWatcher, gatewayTransmitter }: Accounts,
): Promise<GatewayContracts> {
  const contracts = gatewayContracts(deployer.address)
  const { addressResolver, watcher, feesManager, asyncDeployer, forwarder, forwarderBeacon, actorBatcher } = contracts
  const { gatewaySocket: socket, contractFactory, feesPlug } = servedContracts(deployer.address)
  const config = {
    chainSlug: chain.slug,
    operator: actorBatcher,
    signer: gatewayWatcher.address,
    transmitter: gatewayTransmitter.address,
    feesManager,
    asyncDeployer,
    chains: served.map(({ slug }) => ({ chainSlug: slug, contracts: { socket, contractFactory, feesPlug } })),
  }
  const initCodes: Record<keyof GatewayContracts, Hex> = {
    addressResolver: initCode(addressResolverArtifact, [watcher, feesManager, asyncDeployer]),
    watcher: initCode(watcherArtifact, [config]),
    feesManager: initCode(feesManagerArtifact, [watcher, actorBatcher]),
    asyncDeployer: initCode(asyncDeployerArtifact, [addressResolver, forwarderBeacon]),
    forwarder: initCode(forwarderArtifact, [watcher, asyncDeployer]),
    forwarderBeacon: initCode(forwarderBeaconArtifact, [forwarder, deployer.address]),
    actorBatcher: initCode(actorBatcherArtifact, [gatewayWatcher.address]),
  }
  await chain.testClient.setNonce({ address: deployer.address, nonce: firstGatewayNonce })
  await deployInOrder(chain, deployer.address, { order: gatewayOrder, initCodes, first: firstGatewayNonce })
  await chain.testClient.setBalance({ address: feesManager, value: nativePool })
  return contracts
}

/** Puts the gateway's contracts on a chain that it serves, and that has the messaging protocol already. */
export async function deployServed(
  chain: LocalChain,
  { deployer, gatewayWatcher, gatewayTransmitter }: Accounts,
): Promise<ServedContracts> {
  const contracts = servedContracts(deployer.address)
  const { gatewaySocket, feeToken } = contracts
  const { switchboard } = protocolContracts(deployer.address)
  const { feesManager } = gatewayContracts(deployer.address)
  const initCodes: Record<keyof ServedContracts, Hex> = {
    gatewaySocket: initCode(gatewaySocketArtifact, [chain.slug, gatewayWatcher.address]),
    contractFactory: initCode(contractFactoryArtifact, [gatewaySocket, switchboard]),
    feesPlug: initCode(feesPlugArtifact, [gatewaySocket, feesManager, [feeToken]]),
    feeToken: initCode(feeTokenArtifact, ["Devnet dollar", "USDX"]),
    actorBatcher: initCode(actorBatcherArtifact, [gatewayTransmitter.address]),
  }
  await deployInOrder(chain, deployer.address, { order: servedOrder, initCodes, first: protocolContractCount })
  return contracts
}
