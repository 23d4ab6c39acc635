/** @generated from contracts/devnet/gateway/socket/GatewaySocket.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const abi = [
  {"inputs":[{"internalType":"uint32","name":"chainSlug_","type":"uint32"},{"internalType":"address","name":"watcher_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"address","name":"target","type":"address"},{"internalType":"address","name":"appGateway","type":"address"}],"name":"InvalidAppGateway","type":"error"},
  {"inputs":[],"name":"InvalidProof","type":"error"},
  {"inputs":[],"name":"LowGasLimit","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"MsgValueMismatch","type":"error"},
  {"inputs":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"}],"name":"PayloadAlreadyExecuted","type":"error"},
  {"inputs":[],"name":"PlugDisconnected","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"triggerId","type":"bytes32"},{"indexed":true,"internalType":"bytes32","name":"appGatewayId","type":"bytes32"},{"indexed":true,"internalType":"address","name":"plug","type":"address"},{"indexed":false,"internalType":"bytes","name":"payload","type":"bytes"}],"name":"AppGatewayCallRequested","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":false,"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"indexed":false,"internalType":"bool","name":"exceededMaxCopy","type":"bool"},{"indexed":false,"internalType":"bytes","name":"returnData","type":"bytes"}],"name":"ExecutionSuccess","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"indexed":false,"internalType":"bytes","name":"returnData","type":"bytes"},{"indexed":false,"internalType":"uint256","name":"gasUsed","type":"uint256"}],"name":"PayloadExecuted","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"plug","type":"address"},{"indexed":true,"internalType":"bytes32","name":"appGatewayId","type":"bytes32"},{"indexed":false,"internalType":"address","name":"switchboard","type":"address"}],"name":"PlugConnected","type":"event"},
  {"stateMutability":"nonpayable","type":"fallback"},
  {"inputs":[],"name":"chainSlug","outputs":[{"internalType":"uint32","name":"","type":"uint32"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"appGatewayId","type":"bytes32"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"connect","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"currentPayload","outputs":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"internalType":"address","name":"appGateway","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"internalType":"address","name":"appGateway","type":"address"},{"internalType":"address","name":"target","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"gasLimit","type":"uint256"},{"internalType":"bytes","name":"callData","type":"bytes"}],"internalType":"struct ExecuteParams","name":"params","type":"tuple"}],"name":"digestOf","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"disconnect","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"},{"internalType":"address","name":"appGateway","type":"address"},{"internalType":"address","name":"target","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"gasLimit","type":"uint256"},{"internalType":"bytes","name":"callData","type":"bytes"}],"internalType":"struct ExecuteParams","name":"params","type":"tuple"},{"internalType":"bytes","name":"proof","type":"bytes"}],"name":"execute","outputs":[{"internalType":"bytes","name":"returnData","type":"bytes"}],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"address","name":"plug","type":"address"}],"name":"getPlugConfig","outputs":[{"internalType":"bytes32","name":"appGatewayId","type":"bytes32"},{"internalType":"address","name":"switchboard","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"}],"name":"payloadExecuted","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"watcher","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
] as const

export const gatewaySocketArtifact: ContractArtifact<typeof abi> = createArtifact(import.meta.url, "GatewaySocket", abi)
