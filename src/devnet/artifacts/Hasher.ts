/** @generated from contracts/devnet/messaging/Hasher.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"uint32","name":"srcChainSlug_","type":"uint32"},{"internalType":"address","name":"srcPlug_","type":"address"},{"internalType":"uint32","name":"dstChainSlug_","type":"uint32"},{"internalType":"address","name":"dstPlug_","type":"address"},{"components":[{"internalType":"bytes32","name":"msgId","type":"bytes32"},{"internalType":"uint256","name":"executionFee","type":"uint256"},{"internalType":"uint256","name":"minMsgGasLimit","type":"uint256"},{"internalType":"bytes32","name":"executionParams","type":"bytes32"},{"internalType":"bytes","name":"payload","type":"bytes"}],"internalType":"struct ISocket.MessageDetails","name":"messageDetails_","type":"tuple"}],"name":"packMessage","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"pure","type":"function"},
] as const

export const hasherArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "Hasher", abi)
