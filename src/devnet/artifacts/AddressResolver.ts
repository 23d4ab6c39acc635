/** @generated from contracts/devnet/gateway/AddressResolver.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"contract IWatcher","name":"watcher_","type":"address"},{"internalType":"contract IFeesManager","name":"feesManager_","type":"address"},{"internalType":"contract IAsyncDeployer","name":"asyncDeployer_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"asyncDeployer__","outputs":[{"internalType":"contract IAsyncDeployer","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"feesManager__","outputs":[{"internalType":"contract IFeesManager","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"watcher__","outputs":[{"internalType":"contract IWatcher","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const

export const addressResolverArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "AddressResolver", abi)
