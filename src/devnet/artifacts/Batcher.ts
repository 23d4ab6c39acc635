/** @generated from contracts/devnet/messaging/Batcher.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/deploying/readBytecode.js"

export const batcherArtifact = {
  abi: [
    {"inputs":[{"internalType":"contract ISocket","name":"socket_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[{"internalType":"bytes32","name":"msgId","type":"bytes32"}],"name":"BatchTooLarge","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"ReturnFailed","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"ValueMismatch","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"bytes32","name":"msgId","type":"bytes32"},{"indexed":false,"internalType":"bool","name":"success","type":"bool"},{"indexed":false,"internalType":"bytes","name":"revertData","type":"bytes"}],"name":"ExecutionTried","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint256","name":"index","type":"uint256"},{"indexed":false,"internalType":"bytes","name":"revertData","type":"bytes"}],"name":"StepRefused","type":"event"},
    {"inputs":[{"components":[{"internalType":"address","name":"switchboard","type":"address"},{"internalType":"bytes32","name":"packetId","type":"bytes32"},{"internalType":"uint256","name":"proposalCount","type":"uint256"},{"internalType":"bytes32","name":"root","type":"bytes32"}],"internalType":"struct Batcher.AllowanceQuery[]","name":"queries","type":"tuple[]"}],"name":"areAllowed","outputs":[{"internalType":"bool[]","name":"allowed","type":"bool[]"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"components":[{"internalType":"contract FastSwitchboard","name":"switchboard","type":"address"},{"internalType":"bytes32","name":"packetId","type":"bytes32"},{"internalType":"uint256","name":"proposalCount","type":"uint256"},{"internalType":"bytes32","name":"root","type":"bytes32"},{"internalType":"bytes","name":"signature","type":"bytes"}],"internalType":"struct Batcher.AttestStep[]","name":"steps","type":"tuple[]"}],"name":"attestBatch","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"components":[{"components":[{"internalType":"bytes32","name":"packetId","type":"bytes32"},{"internalType":"uint256","name":"proposalCount","type":"uint256"},{"internalType":"uint256","name":"executionGasLimit","type":"uint256"},{"internalType":"bytes","name":"decapacitorProof","type":"bytes"},{"internalType":"bytes","name":"signature","type":"bytes"}],"internalType":"struct ISocket.ExecutionDetails","name":"executionDetails","type":"tuple"},{"components":[{"internalType":"bytes32","name":"msgId","type":"bytes32"},{"internalType":"uint256","name":"executionFee","type":"uint256"},{"internalType":"uint256","name":"minMsgGasLimit","type":"uint256"},{"internalType":"bytes32","name":"executionParams","type":"bytes32"},{"internalType":"bytes","name":"payload","type":"bytes"}],"internalType":"struct ISocket.MessageDetails","name":"messageDetails","type":"tuple"},{"internalType":"uint256","name":"value","type":"uint256"},{"internalType":"uint256","name":"gasLimit","type":"uint256"}],"internalType":"struct Batcher.ExecuteStep[]","name":"steps","type":"tuple[]"}],"name":"executeBatch","outputs":[{"components":[{"internalType":"bool","name":"success","type":"bool"},{"internalType":"bytes","name":"revertData","type":"bytes"}],"internalType":"struct Batcher.Outcome[]","name":"outcomes","type":"tuple[]"}],"stateMutability":"payable","type":"function"},
    {"inputs":[{"components":[{"internalType":"bytes32","name":"packetId","type":"bytes32"},{"internalType":"bytes32","name":"root","type":"bytes32"},{"internalType":"address","name":"switchboard","type":"address"},{"internalType":"bytes","name":"signature","type":"bytes"}],"internalType":"struct Batcher.ProposeStep[]","name":"steps","type":"tuple[]"}],"name":"proposeBatch","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"components":[{"internalType":"uint256","name":"batchSize","type":"uint256"},{"internalType":"address","name":"capacitor","type":"address"},{"internalType":"bytes","name":"signature","type":"bytes"}],"internalType":"struct Batcher.SealStep[]","name":"steps","type":"tuple[]"}],"name":"sealBatch","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"socket","outputs":[{"internalType":"contract ISocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "Batcher")
  },
} as const
