/** @generated from contracts/devnet/messaging/packets/CapacitorFactory.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[],"name":"InvalidCapacitorType","type":"error"},
  {"inputs":[],"name":"PacketLengthNotAllowed","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"capacitorType_","type":"uint256"},{"internalType":"uint32","name":"","type":"uint32"},{"internalType":"uint256","name":"maxPacketLength_","type":"uint256"}],"name":"deploy","outputs":[{"internalType":"address","name":"capacitor","type":"address"},{"internalType":"address","name":"decapacitor","type":"address"}],"stateMutability":"nonpayable","type":"function"},
] as const

export const capacitorFactoryArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "CapacitorFactory", abi)
