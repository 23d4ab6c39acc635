/** @generated from contracts/devnet/market/MarketReader.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "#src/devnet/chain/readBytecode.js"

const abi = [
  {"inputs":[{"components":[{"internalType":"address","name":"to","type":"address"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct MarketReader.View[]","name":"views","type":"tuple[]"}],"name":"readAll","outputs":[{"components":[{"internalType":"bool","name":"success","type":"bool"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct MarketReader.Result[]","name":"results","type":"tuple[]"}],"stateMutability":"view","type":"function"},
] as const

export const marketReaderArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "MarketReader", abi)
