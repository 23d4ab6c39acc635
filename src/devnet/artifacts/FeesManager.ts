/** @generated from contracts/devnet/gateway/fees/FeesManager.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const feesManagerArtifact = {
  abi: [
    {"inputs":[{"internalType":"contract IWatcherOperator","name":"watcher_","type":"address"},{"internalType":"address","name":"operator_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[{"internalType":"bytes32","name":"depositId","type":"bytes32"}],"name":"DepositAlreadyCredited","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"available","type":"uint256"}],"name":"InsufficientCredits","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"address","name":"appGateway","type":"address"}],"name":"NotApproved","type":"error"},
    {"inputs":[{"internalType":"address","name":"caller","type":"address"}],"name":"NotWatcher","type":"error"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"},{"internalType":"address","name":"token","type":"address"},{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"available","type":"uint256"}],"name":"PoolTooSmall","type":"error"},
    {"inputs":[],"name":"ZeroReceiver","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"depositId","type":"bytes32"},{"indexed":true,"internalType":"uint32","name":"chainSlug","type":"uint32"},{"indexed":true,"internalType":"address","name":"receiver","type":"address"},{"indexed":false,"internalType":"address","name":"token","type":"address"},{"indexed":false,"internalType":"uint256","name":"creditAmount","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"nativeAmount","type":"uint256"}],"name":"CreditsDeposited","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint40","name":"requestCount","type":"uint40"},{"indexed":true,"internalType":"address","name":"account","type":"address"},{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"}],"name":"CreditsReturned","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"from","type":"address"},{"indexed":true,"internalType":"address","name":"to","type":"address"},{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"}],"name":"CreditsTransferred","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"uint40","name":"requestCount","type":"uint40"},{"indexed":true,"internalType":"address","name":"account","type":"address"},{"indexed":false,"internalType":"uint32","name":"chainSlug","type":"uint32"},{"indexed":false,"internalType":"address","name":"token","type":"address"},{"indexed":false,"internalType":"uint256","name":"amount","type":"uint256"},{"indexed":false,"internalType":"address","name":"receiver","type":"address"}],"name":"CreditsWithdrawn","type":"event"},
    {"inputs":[{"components":[{"internalType":"address","name":"appGateway","type":"address"},{"internalType":"bool","name":"approval","type":"bool"}],"internalType":"struct AppGatewayApproval[]","name":"approvals","type":"tuple[]"}],"name":"approveAppGateways","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"depositId","type":"bytes32"},{"internalType":"uint32","name":"chainSlug","type":"uint32"},{"internalType":"address","name":"token","type":"address"},{"internalType":"address","name":"receiver","type":"address"},{"internalType":"uint256","name":"creditAmount","type":"uint256"},{"internalType":"uint256","name":"nativeAmount","type":"uint256"}],"name":"creditDeposit","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"getAvailableCredits","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint40","name":"requestCount","type":"uint40"},{"internalType":"address","name":"appGateway","type":"address"},{"internalType":"address","name":"consumeFrom","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"hold","outputs":[{"internalType":"uint32","name":"feePoolChain","type":"uint32"},{"internalType":"address","name":"feePoolToken","type":"address"}],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"},{"internalType":"address","name":"appGateway","type":"address"}],"name":"isApproved","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"operator","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"},{"internalType":"address","name":"token","type":"address"}],"name":"poolBalance","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint40","name":"requestCount","type":"uint40"}],"name":"release","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint40","name":"requestCount","type":"uint40"},{"internalType":"uint256","name":"fee","type":"uint256"}],"name":"settle","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"totalDeposited","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"totalHeld","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"totalSpent","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"totalWithdrawn","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"address","name":"from","type":"address"},{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"transferCredits","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"watcher__","outputs":[{"internalType":"contract IWatcherOperator","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"},{"internalType":"address","name":"token","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"},{"internalType":"uint256","name":"maxFees","type":"uint256"},{"internalType":"address","name":"receiver","type":"address"}],"name":"withdrawCredits","outputs":[{"internalType":"uint40","name":"requestCount","type":"uint40"}],"stateMutability":"nonpayable","type":"function"},
    {"stateMutability":"payable","type":"receive"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "FeesManager")
  },
} as const
