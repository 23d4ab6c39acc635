/** @generated from contracts/devnet/messaging/fees/TransmitManager.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const transmitManagerArtifact = {
  abi: [
    {"inputs":[{"internalType":"address","name":"owner_","type":"address"},{"internalType":"contract ISocket","name":"socket_","type":"address"},{"internalType":"contract IExecutionManager","name":"executionManager_","type":"address"},{"internalType":"uint32","name":"chainSlug_","type":"uint32"},{"internalType":"address[]","name":"transmitters_","type":"address[]"},{"internalType":"uint32[]","name":"siblingChainSlugs_","type":"uint32[]"},{"internalType":"uint128","name":"transmissionFees_","type":"uint128"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"FailedCall","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"balance","type":"uint256"},{"internalType":"uint256","name":"needed","type":"uint256"}],"name":"InsufficientBalance","type":"error"},
    {"inputs":[],"name":"InvalidNonce","type":"error"},
    {"inputs":[{"internalType":"bytes32","name":"role","type":"bytes32"}],"name":"NoPermit","type":"error"},
    {"inputs":[],"name":"OnlyExecutionManager","type":"error"},
    {"inputs":[],"name":"OnlyNominee","type":"error"},
    {"inputs":[],"name":"OnlyOwner","type":"error"},
    {"inputs":[],"name":"UnequalArrayLengths","type":"error"},
    {"inputs":[],"name":"ZeroAddress","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"address","name":"claimer","type":"address"}],"name":"OwnerClaimed","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"address","name":"nominee","type":"address"}],"name":"OwnerNominated","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"role","type":"bytes32"},{"indexed":true,"internalType":"address","name":"grantee","type":"address"}],"name":"RoleGranted","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"role","type":"bytes32"},{"indexed":true,"internalType":"address","name":"revokee","type":"address"}],"name":"RoleRevoked","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"dstChainSlug","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"transmissionFees","type":"uint256"}],"name":"TransmissionFeesSet","type":"event"},
    {"inputs":[],"name":"chainSlug","outputs":[{"internalType":"uint32","name":"","type":"uint32"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"siblingChainSlug_","type":"uint32"},{"internalType":"bytes32","name":"digest_","type":"bytes32"},{"internalType":"bytes","name":"signature_","type":"bytes"}],"name":"checkTransmitter","outputs":[{"internalType":"address","name":"transmitter","type":"address"},{"internalType":"bool","name":"isTransmitter","type":"bool"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"claimOwner","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32[]","name":"roleNames_","type":"bytes32[]"},{"internalType":"uint32[]","name":"slugs_","type":"uint32[]"},{"internalType":"address[]","name":"grantees_","type":"address[]"}],"name":"grantBatchRole","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"role_","type":"bytes32"},{"internalType":"address","name":"grantee_","type":"address"}],"name":"grantRole","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"roleName_","type":"bytes32"},{"internalType":"uint32","name":"chainSlug_","type":"uint32"},{"internalType":"address","name":"grantee_","type":"address"}],"name":"grantRoleWithSlug","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"role_","type":"bytes32"},{"internalType":"address","name":"account_","type":"address"}],"name":"hasRole","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"roleName_","type":"bytes32"},{"internalType":"uint32","name":"chainSlug_","type":"uint32"},{"internalType":"address","name":"account_","type":"address"}],"name":"hasRoleWithSlug","outputs":[{"internalType":"bool","name":"","type":"bool"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"address","name":"signer","type":"address"}],"name":"nextNonce","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"address","name":"nominee_","type":"address"}],"name":"nominateOwner","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"nominee","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"","type":"uint32"}],"name":"receiveFees","outputs":[],"stateMutability":"payable","type":"function"},
    {"inputs":[{"internalType":"bytes32[]","name":"roleNames_","type":"bytes32[]"},{"internalType":"uint32[]","name":"slugs_","type":"uint32[]"},{"internalType":"address[]","name":"revokees_","type":"address[]"}],"name":"revokeBatchRole","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"role_","type":"bytes32"},{"internalType":"address","name":"revokee_","type":"address"}],"name":"revokeRole","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"bytes32","name":"roleName_","type":"bytes32"},{"internalType":"uint32","name":"chainSlug_","type":"uint32"},{"internalType":"address","name":"revokee_","type":"address"}],"name":"revokeRoleWithSlug","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint256","name":"nonce_","type":"uint256"},{"internalType":"uint32","name":"dstChainSlug_","type":"uint32"},{"internalType":"uint128","name":"transmissionFees_","type":"uint128"},{"internalType":"bytes","name":"signature_","type":"bytes"}],"name":"setTransmissionFees","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"socket__","outputs":[{"internalType":"contract ISocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"address","name":"account_","type":"address"}],"name":"withdrawFees","outputs":[],"stateMutability":"nonpayable","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "TransmitManager")
  },
} as const
