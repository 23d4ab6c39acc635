/** @generated from contracts/gateway/samples/ReminderAppGateway.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const reminderAppGatewayArtifact = {
  abi: [
    {"inputs":[{"internalType":"address","name":"addressResolver","type":"address"},{"internalType":"address","name":"owner","type":"address"},{"internalType":"uint256","name":"fees","type":"uint256"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"AppGatewayAlreadyInitialized","type":"error"},
    {"inputs":[],"name":"AsyncModifierNotSet","type":"error"},
    {"inputs":[],"name":"CallbackWithoutCall","type":"error"},
    {"inputs":[{"internalType":"bytes4","name":"selector","type":"bytes4"}],"name":"CalledAsView","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"available","type":"uint256"}],"name":"InsufficientCredits","type":"error"},
    {"inputs":[{"internalType":"address","name":"addressResolver","type":"address"}],"name":"InvalidAddressResolver","type":"error"},
    {"inputs":[],"name":"InvalidPromise","type":"error"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"}],"name":"NoCreationCode","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"address","name":"appGateway","type":"address"}],"name":"NotApproved","type":"error"},
    {"inputs":[],"name":"OnlyWatcher","type":"error"},
    {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"PlugNotDeployed","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"delayInSeconds","type":"uint256"},{"internalType":"uint256","name":"longest","type":"uint256"}],"name":"TimeoutTooLong","type":"error"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"UnknownChain","type":"error"},
    {"inputs":[],"name":"WatcherNotSet","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"string","name":"text","type":"string"},{"indexed":false,"internalType":"uint256","name":"time","type":"uint256"}],"name":"Reminded","type":"event"},
    {"inputs":[],"name":"addressResolver__","outputs":[{"internalType":"contract IAddressResolver","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"asyncDeployer__","outputs":[{"internalType":"contract IAsyncDeployer","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"}],"name":"creationCodeWithArgs","outputs":[{"internalType":"bytes","name":"","type":"bytes"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"feesManager__","outputs":[{"internalType":"contract IFeesManager","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"forwarderAddresses","outputs":[{"internalType":"address","name":"forwarder","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"getOnChainAddress","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"getOverrideParams","outputs":[{"components":[{"internalType":"enum Read","name":"read","type":"uint8"},{"internalType":"enum Parallel","name":"parallel","type":"uint8"},{"internalType":"enum WriteFinality","name":"writeFinality","type":"uint8"},{"internalType":"uint256","name":"gasLimit","type":"uint256"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"readAtBlockNumber","type":"uint256"},{"internalType":"uint256","name":"maxFees","type":"uint256"},{"internalType":"address","name":"consumeFrom","type":"address"},{"internalType":"bytes32","name":"sbType","type":"bytes32"}],"internalType":"struct OverrideParams","name":"","type":"tuple"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"}],"name":"handleRevert","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"initializeOnChain","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"maxFees","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint40","name":"","type":"uint40"},{"internalType":"bytes","name":"onCompleteData","type":"bytes"}],"name":"onRequestComplete","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"internalType":"bytes","name":"","type":"bytes"}],"name":"onSchedule","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"string","name":"text","type":"string"}],"name":"onTimeout","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"string","name":"text","type":"string"},{"internalType":"uint256","name":"delayInSeconds","type":"uint256"}],"name":"remind","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"string","name":"text","type":"string"},{"internalType":"uint256","name":"delayInSeconds","type":"uint256"}],"name":"remindByTimeout","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"reminders","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"sbType","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"internalType":"bytes","name":"returnData","type":"bytes"}],"name":"setAddress","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"watcherPrecompile__","outputs":[{"internalType":"contract IWatcher","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"watcher__","outputs":[{"internalType":"contract IWatcher","name":"watcher","type":"address"}],"stateMutability":"view","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "ReminderAppGateway")
  },
} as const
