import type { Abi } from "viem"
import { parseAbi } from "viem/utils"

import { asyncDeployerArtifact } from "../../artifacts/AsyncDeployer.js"
import { contractFactoryArtifact } from "../../artifacts/ContractFactory.js"
import { feesManagerArtifact } from "../../artifacts/FeesManager.js"
import { feesPlugArtifact } from "../../artifacts/FeesPlug.js"
import { forwarderArtifact } from "../../artifacts/Forwarder.js"
import { gatewaySocketArtifact } from "../../artifacts/GatewaySocket.js"
import { watcherArtifact } from "../../artifacts/Watcher.js"

const contracts = [
  watcherArtifact,
  feesManagerArtifact,
  asyncDeployerArtifact,
  forwarderArtifact,
  gatewaySocketArtifact,
  contractFactoryArtifact,
  feesPlugArtifact,
]

/** Errors of the base contracts that app gateways and their contracts inherit. */
const errorsOfBases = [
  "error InvalidPromise()",
  "error OnlyWatcher()",
  "error WatcherNotSet()",
  "error AppGatewayAlreadyInitialized()",
  "error InvalidAddressResolver(address addressResolver)",
  "error NoCreationCode(bytes32 contractId)",
  "error PlugNotDeployed(bytes32 contractId, uint32 chainSlug)",
  "error NotSocket()",
  "error SocketAlreadyInitialized()",
]

/** The errors of the gateway's own contracts, and of the base contracts that app gateways and their contracts inherit. */
export const gatewayErrorsAbi: Abi = [
  ...contracts.flatMap(({ abi }) => abi.filter(({ type }) => type === "error")),
  ...parseAbi(errorsOfBases),
]
