/** @generated from contracts/devnet/gateway/forwarders/Forwarder.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"contract IRequestQueue","name":"watcher_","type":"address"},{"internalType":"contract AsyncDeployer","name":"deployer_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"bytes4","name":"selector","type":"bytes4"}],"name":"CalledAsView","type":"error"},
  {"stateMutability":"nonpayable","type":"fallback"},
  {"inputs":[],"name":"getChainSlug","outputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"getOnChainAddress","outputs":[{"internalType":"address","name":"onChainAddress","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes4","name":"selector","type":"bytes4"},{"internalType":"bytes","name":"data","type":"bytes"}],"name":"then","outputs":[{"internalType":"address","name":"forwarder","type":"address"}],"stateMutability":"nonpayable","type":"function"},
] as const

export const forwarderArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "Forwarder", abi)
