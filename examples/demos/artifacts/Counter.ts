/** @generated from contracts/plugs/Counter.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "#src/devnet/chain/readBytecode.js"

const counterAbi = [
  {"inputs":[{"internalType":"contract ISocket","name":"socket_","type":"address"},{"internalType":"address","name":"owner_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"InsufficientFees","type":"error"},
  {"inputs":[],"name":"MissingPaysFees","type":"error"},
  {"inputs":[{"internalType":"uint32","name":"srcChainSlug","type":"uint32"}],"name":"NotASibling","type":"error"},
  {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"}],"name":"NotConnected","type":"error"},
  {"inputs":[],"name":"OnlySocket","type":"error"},
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
  {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
  {"inputs":[],"name":"PaysFeesReentered","type":"error"},
  {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"RefundFailed","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint32","name":"srcChainSlug","type":"uint32"},{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"counter","type":"uint256"}],"name":"Added","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferStarted","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
  {"inputs":[],"name":"INBOUND_GAS","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"acceptOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"add","outputs":[{"internalType":"bytes32","name":"msgId","type":"bytes32"}],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"},{"internalType":"uint256[]","name":"amounts","type":"uint256[]"}],"name":"addMany","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"siblingChainSlug","type":"uint32"},{"internalType":"address","name":"siblingPlug","type":"address"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"connect","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"counter","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"srcChainSlug_","type":"uint32"},{"internalType":"bytes","name":"payload_","type":"bytes"}],"name":"inbound","outputs":[],"stateMutability":"payable","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"},{"internalType":"uint256","name":"minMsgGasLimit","type":"uint256"},{"internalType":"uint256","name":"payloadSize","type":"uint256"}],"name":"minFees","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"pendingOwner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"siblings","outputs":[{"internalType":"address","name":"plug","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"socket","outputs":[{"internalType":"contract ISocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
] as const
export const counterArtifact: ContractArtifact<typeof counterAbi> = createArtifact(import.meta.url, "Counter", counterAbi)
