import type { Address, Hex } from "viem"
import { numberToHex, parseEther } from "viem/utils"

import {
  addressResolverArtifact,
  asyncDeployerArtifact,
  contractFactoryArtifact,
  feesManagerArtifact,
  feesPlugArtifact,
  feeTokenArtifact,
  forwarderArtifact,
  forwarderBeaconArtifact,
  gatewaySocketArtifact,
  watcherArtifact,
} from "../artifacts/gateway.js"
import { actorBatcherArtifact } from "../artifacts/operators.js"
import type { Accounts } from "../chain/accounts.js"
import type { ChainIdentity, LocalChain } from "../chain/chains.js"
import { addressesInOrder, deployInOrder, initCode } from "../chain/deployInOrder.js"

export type GatewayContracts = {
  readonly addressResolver: Address
  readonly watcher: Address
  readonly feesManager: Address
  readonly asyncDeployer: Address
  /** The implementation of every forwarder. */
  readonly forwarder: Address
  readonly forwarderBeacon: Address
  /** Makes the calls of the gateway's watcher to `watcher` and `feesManager`. */
  readonly actorBatcher: Address
}

export type ServedContracts = {
  readonly gatewaySocket: Address
  readonly contractFactory: Address
  readonly feesPlug: Address
  /** The token that fees are paid in. Anyone can mint it. */
  readonly feeToken: Address
  /** Pays fees as `feeToken` does, with 6 decimals instead of 18. Anyone can mint it. */
  readonly sixDecimalFeeToken: Address
  /** Makes the calls of the gateway's transmitter to `gatewaySocket`. */
  readonly actorBatcher: Address
}

/** Computes the addresses on the gateway chain. They are the same on every devnet. */
export function gatewayContracts(deployer: Address): GatewayContracts {
  return addressesInOrder(deployer, gatewayContractNames, firstGatewayNonce)
}

/** Computes the addresses on a chain that the gateway serves. They are the same on every chain of every devnet. */
export function servedContracts(deployer: Address): ServedContracts {
  return addressesInOrder(deployer, servedContractNames, firstServedNonce)
}

/** Above every nonce that the account uses on another chain, so that no address is one contract here and another there. */
const firstGatewayNonce = 1000

/** Above the nonces of the messaging protocol, which the same account deploys first and which may grow. */
const firstServedNonce = 100

/** In the order in which they are deployed. The beacon needs its implementation, so the forwarder comes first. */
const gatewayContractNames = [
  "addressResolver",
  "watcher",
  "feesManager",
  "asyncDeployer",
  "forwarder",
  "forwarderBeacon",
  "actorBatcher",
] as const satisfies readonly (keyof GatewayContracts)[]

/** In the order in which they are deployed. */
const servedContractNames = [
  "gatewaySocket",
  "contractFactory",
  "feesPlug",
  "feeToken",
  "actorBatcher",
  "sixDecimalFeeToken",
] as const satisfies readonly (keyof ServedContracts)[]

/** Native tokens of the fees manager, which pays them out for deposits. */
const nativePool = numberToHex(parseEther("1000000"))

export type DeployedGateway = {
  readonly home: GatewayContracts
  readonly onServed: ServedContracts
  readonly accounts: Accounts
}

/** Deploys the gateway to its own chain. It will send the payloads of app gateways to its contracts on the `served` chains. */
export async function deployGateway(
  chain: LocalChain,
  served: readonly ChainIdentity[],
  { home, onServed, accounts: { deployer, gatewayWatcher, gatewayTransmitter } }: DeployedGateway,
): Promise<void> {
  const { addressResolver, watcher, feesManager, asyncDeployer, forwarder, forwarderBeacon, actorBatcher } = home
  const { gatewaySocket: socket, contractFactory, feesPlug } = onServed
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
    feesManager: initCode(feesManagerArtifact, [watcher, actorBatcher, chain.slug]),
    asyncDeployer: initCode(asyncDeployerArtifact, [addressResolver, forwarderBeacon]),
    forwarder: initCode(forwarderArtifact, [watcher, asyncDeployer]),
    forwarderBeacon: initCode(forwarderBeaconArtifact, [forwarder, deployer.address]),
    actorBatcher: initCode(actorBatcherArtifact, [gatewayWatcher.address]),
  }
  await deployInOrder(chain, deployer.address, { contracts: home, initCodes, first: firstGatewayNonce })
  await chain.provider.request({ method: "hardhat_setBalance", params: [feesManager, nativePool] })
}

/** Deploys the gateway's contracts to a chain that it serves, which has the messaging protocol already. */
export async function deployServed(
  chain: LocalChain,
  switchboard: Address,
  { home, onServed, accounts: { deployer, gatewayWatcher, gatewayTransmitter } }: DeployedGateway,
): Promise<void> {
  const { gatewaySocket, feeToken, sixDecimalFeeToken } = onServed
  const { feesManager } = home
  const initCodes: Record<keyof ServedContracts, Hex> = {
    gatewaySocket: initCode(gatewaySocketArtifact, [chain.slug, gatewayWatcher.address]),
    contractFactory: initCode(contractFactoryArtifact, [gatewaySocket, switchboard]),
    feesPlug: initCode(feesPlugArtifact, [gatewaySocket, feesManager, [feeToken, sixDecimalFeeToken]]),
    feeToken: initCode(feeTokenArtifact, ["Devnet dollar", "USDX", 18]),
    sixDecimalFeeToken: initCode(feeTokenArtifact, ["Devnet dollar of 6 decimals", "USD6", 6]),
    actorBatcher: initCode(actorBatcherArtifact, [gatewayTransmitter.address]),
  }
  await deployInOrder(chain, deployer.address, { contracts: onServed, initCodes, first: firstServedNonce })
}
