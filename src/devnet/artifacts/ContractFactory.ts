/** @generated from contracts/devnet/gateway/socket/ContractFactory.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"contract IGatewaySocket","name":"socket_","type":"address"},{"internalType":"address","name":"switchboard_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"address","name":"deployed","type":"address"}],"name":"InitFailed","type":"error"},
  {"inputs":[{"internalType":"address","name":"caller","type":"address"}],"name":"NotSocket","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"indexed":true,"internalType":"address","name":"appGateway","type":"address"},{"indexed":false,"internalType":"address","name":"deployed","type":"address"}],"name":"ContractDeployed","type":"event"},
  {"inputs":[{"internalType":"bytes","name":"creationCode","type":"bytes"},{"internalType":"bool","name":"isPlug","type":"bool"},{"internalType":"bytes","name":"initCallData","type":"bytes"}],"name":"deploy","outputs":[{"internalType":"address","name":"deployed","type":"address"}],"stateMutability":"payable","type":"function"},
  {"inputs":[],"name":"socket__","outputs":[{"internalType":"contract IGatewaySocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"switchboard","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const

export const contractFactoryArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "ContractFactory", abi)
