/** @generated from contracts/gateway/samples/CounterAppGateway.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const counterAppGatewayArtifact = {
  abi: [
    {"inputs":[{"internalType":"address","name":"addressResolver","type":"address"},{"internalType":"address","name":"owner","type":"address"},{"internalType":"uint256","name":"fees","type":"uint256"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"AppGatewayAlreadyInitialized","type":"error"},
    {"inputs":[],"name":"AsyncModifierNotSet","type":"error"},
    {"inputs":[],"name":"CallbackWithoutCall","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"available","type":"uint256"}],"name":"InsufficientCredits","type":"error"},
    {"inputs":[],"name":"InvalidPromise","type":"error"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"}],"name":"NoCreationCode","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"address","name":"appGateway","type":"address"}],"name":"NotApproved","type":"error"},
    {"inputs":[],"name":"OnlyWatcher","type":"error"},
    {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"delayInSeconds","type":"uint256"},{"internalType":"uint256","name":"longest","type":"uint256"}],"name":"TimeoutTooLong","type":"error"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"UnknownChain","type":"error"},
    {"inputs":[],"name":"WatcherNotSet","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint32","name":"chainSlug","type":"uint32"},{"indexed":false,"internalType":"uint256","name":"value","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"sum","type":"uint256"}],"name":"CounterRead","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
    {"inputs":[{"internalType":"uint32[]","name":"chainSlugs","type":"uint32[]"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"add","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"addressResolver__","outputs":[{"internalType":"contract IAddressResolver","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"asyncDeployer__","outputs":[{"internalType":"contract IAsyncDeployer","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"counter","outputs":[{"internalType":"bytes32","name":"","type":"bytes32"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"}],"name":"creationCodeWithArgs","outputs":[{"internalType":"bytes","name":"","type":"bytes"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32[]","name":"chainSlugs","type":"uint32[]"}],"name":"deployContracts","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"feesManager__","outputs":[{"internalType":"contract IFeesManager","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"forwarderAddresses","outputs":[{"internalType":"address","name":"forwarder","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"contractId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"getOnChainAddress","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"payloadId","type":"bytes32"}],"name":"handleRevert","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"initializeOnChain","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"lastRead","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"maxFees","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint40","name":"","type":"uint40"},{"internalType":"bytes","name":"onCompleteData","type":"bytes"}],"name":"onRequestComplete","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32[]","name":"chainSlugs","type":"uint32[]"}],"name":"readCounters","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"internalType":"bytes","name":"returnData","type":"bytes"}],"name":"setAddress","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"sum","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes","name":"data","type":"bytes"},{"internalType":"bytes","name":"returnData","type":"bytes"}],"name":"sumUp","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"watcherPrecompile__","outputs":[{"internalType":"contract IWatcher","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"watcher__","outputs":[{"internalType":"contract IWatcher","name":"watcher","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"},{"internalType":"address","name":"token","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"},{"internalType":"address","name":"receiver","type":"address"}],"name":"withdrawCredits","outputs":[],"stateMutability":"nonpayable","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "CounterAppGateway")
  },
} as const
