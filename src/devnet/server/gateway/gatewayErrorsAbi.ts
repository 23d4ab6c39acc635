import { type Abi, parseAbi } from "viem"

import { asyncDeployerArtifact } from "../../artifacts/AsyncDeployer.js"
import { contractFactoryArtifact } from "../../artifacts/ContractFactory.js"
import { feesManagerArtifact } from "../../artifacts/FeesManager.js"
import { feesPlugArtifact } from "../../artifacts/FeesPlug.js"
import { gatewaySocketArtifact } from "../../artifacts/GatewaySocket.js"
import { watcherArtifact } from "../../artifacts/Watcher.js"

const contracts = [
  watcherArtifact,
  feesManagerArtifact,
  asyncDeployerArtifact,
  gatewaySocketArtifact,
  contractFactoryArtifact,
  feesPlugArtifact,
]

/** Of the bases that authors inherit. */
const errorsOfBases = [
  "error InvalidPromise()",
  "error OnlyWatcher()",
  "error WatcherNotSet()",
  "error AlreadyInitialized()",
  "error NoCreationCode(bytes32 contractId)",
  "error NotSocket()",
  "error SocketAlreadyInitialized()",
]

/** What the gateway's own contracts, and the bases that authors inherit, refuse a call with. */
export const gatewayErrorsAbi: Abi = [
  ...contracts.flatMap(({ abi }) => abi.filter(({ type }) => type === "error")),
  ...parseAbi(errorsOfBases),
]
