/** @generated from contracts/gateway/samples/GatewayCounter.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "#src/devnet/chain/readBytecode.js"

const gatewayCounterAbi = [
  {"inputs":[],"name":"NotSocket","type":"error"},
  {"inputs":[],"name":"SocketAlreadyInitialized","type":"error"},
  {"anonymous":false,"inputs":[],"name":"ConnectorPlugDisconnected","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"counter","type":"uint256"}],"name":"Increased","type":"event"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"add","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"appGatewayId","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"counter","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"appGatewayId_","type":"bytes32"},{"internalType":"address","name":"socket","type":"address"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"initSocket","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"isSocketInitialized","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"overrides","outputs":[{"internalType":"bytes","name":"","type":"bytes"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"socket__","outputs":[{"internalType":"contract IGatewaySocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const
export const gatewayCounterArtifact: ContractArtifact<typeof gatewayCounterAbi> = createArtifact(import.meta.url, "GatewayCounter", gatewayCounterAbi)
