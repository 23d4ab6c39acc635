/** @generated from contracts/devnet/gateway/ActorBatcher.sol, contracts/devnet/messaging/Batcher.sol by `npm run generate`. */
import { type ContractArtifact, createArtifact } from "../chain/readBytecode.js"

const actorBatcherAbi = [
  {"inputs":[{"internalType":"address","name":"owner_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"index","type":"uint256"}],"name":"BatchTooLarge","type":"error"},
  {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
  {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"ReturnFailed","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"ValueMismatch","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"index","type":"uint256"},{"indexed":false,"internalType":"bytes","name":"revertData","type":"bytes"}],"name":"CallReverted","type":"event"},
  {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
  {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[{"components":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"gas","type":"uint256"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct CallBatch.Call[]","name":"calls","type":"tuple[]"}],"name":"tryAll","outputs":[{"internalType":"uint256[]","name":"gasUsed","type":"uint256[]"},{"components":[{"internalType":"uint256","name":"index","type":"uint256"},{"internalType":"bytes","name":"revertData","type":"bytes"}],"internalType":"struct CallBatch.Failure[]","name":"failures","type":"tuple[]"}],"stateMutability":"payable","type":"function"},
] as const
export const actorBatcherArtifact: ContractArtifact<typeof actorBatcherAbi> = createArtifact(import.meta.url, "ActorBatcher", actorBatcherAbi)

const batcherAbi = [
  {"inputs":[{"internalType":"contract ISocket","name":"socket_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
  {"inputs":[{"internalType":"uint256","name":"index","type":"uint256"}],"name":"BatchTooLarge","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"ReturnFailed","type":"error"},
  {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"ValueMismatch","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"index","type":"uint256"},{"indexed":false,"internalType":"bytes","name":"revertData","type":"bytes"}],"name":"CallReverted","type":"event"},
  {"inputs":[{"components":[{"internalType":"address","name":"switchboard","type":"address"},{"internalType":"bytes32","name":"packetId","type":"bytes32"},{"internalType":"uint256","name":"proposalCount","type":"uint256"},{"internalType":"bytes32","name":"root","type":"bytes32"}],"internalType":"struct Batcher.AllowanceQuery[]","name":"queries","type":"tuple[]"}],"name":"areAllowed","outputs":[{"internalType":"bool[]","name":"allowed","type":"bool[]"}],"stateMutability":"view","type":"function"},
  {"inputs":[],"name":"socket","outputs":[{"internalType":"contract ISocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"components":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"gas","type":"uint256"},{"internalType":"bytes","name":"data","type":"bytes"}],"internalType":"struct CallBatch.Call[]","name":"calls","type":"tuple[]"}],"name":"tryAll","outputs":[{"internalType":"uint256[]","name":"gasUsed","type":"uint256[]"},{"components":[{"internalType":"uint256","name":"index","type":"uint256"},{"internalType":"bytes","name":"revertData","type":"bytes"}],"internalType":"struct CallBatch.Failure[]","name":"failures","type":"tuple[]"}],"stateMutability":"payable","type":"function"},
] as const
export const batcherArtifact: ContractArtifact<typeof batcherAbi> = createArtifact(import.meta.url, "Batcher", batcherAbi)
