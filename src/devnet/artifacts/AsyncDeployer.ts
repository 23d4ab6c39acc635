/** @generated from contracts/devnet/gateway/forwarders/AsyncDeployer.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"address","name":"addressResolver_","type":"address"},{"internalType":"address","name":"forwarderBeacon_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"Create2EmptyBytecode","type":"error"},
  {"inputs":[],"name":"FailedDeployment","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"balance","type":"uint256"},{"internalType":"uint256","name":"needed","type":"uint256"}],"name":"InsufficientBalance","type":"error"},
  {"inputs":[],"name":"ZeroOnChainAddress","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint32","name":"chainSlug","type":"uint32"},{"indexed":true,"internalType":"address","name":"onChainAddress","type":"address"},{"indexed":false,"internalType":"address","name":"forwarder","type":"address"}],"name":"ForwarderDeployed","type":"event"},
  {"inputs":[],"name":"addressResolver__","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"forwarderBeacon","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"onChainAddress","type":"address"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"getForwarderAddress","outputs":[{"internalType":"address","name":"forwarder","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"onChainAddress","type":"address"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"getOrDeployForwarderContract","outputs":[{"internalType":"address","name":"forwarder","type":"address"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"isForwarder","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"forwarder","type":"address"}],"name":"originOf","outputs":[{"internalType":"address","name":"onChainAddress","type":"address"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"stateMutability":"view","type":"function"},
] as const

export const asyncDeployerArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "AsyncDeployer", abi)
