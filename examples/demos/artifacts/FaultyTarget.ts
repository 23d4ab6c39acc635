/** @generated from contracts/gateway/samples/FaultyTarget.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "#src/devnet/chain/readBytecode.js"

const faultyTargetAbi = [
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[],"name":"NotSocket","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"OutOfOrder","type":"error"},
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
  {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
  {"inputs":[],"name":"SocketAlreadyInitialized","type":"error"},
  {"anonymous":false,"inputs":[],"name":"ConnectorPlugDisconnected","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
  {"inputs":[],"name":"appGatewayId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"appGatewayId_","type":"bytes32"},{"internalType":"address","name":"socket","type":"address"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"initSocket","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"isBroken","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"isSocketInitialized","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"overrides","outputs":[{"internalType":"bytes","name":"","type":"bytes"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"bool","name":"broken","type":"bool"}],"name":"setBroken","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"socket__","outputs":[{"internalType":"contract IGatewaySocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"work","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"workDone","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
] as const
export const faultyTargetArtifact: ContractArtifact<typeof faultyTargetAbi> = createArtifact(import.meta.url, "FaultyTarget", faultyTargetAbi)
