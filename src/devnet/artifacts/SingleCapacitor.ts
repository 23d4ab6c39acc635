/** @generated from contracts/devnet/messaging/packets/SingleCapacitor.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const singleCapacitorArtifact = {
  abi: [
    {"inputs":[{"internalType":"address","name":"socket_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"NoPendingPacket","type":"error"},
    {"inputs":[],"name":"OnlySocket","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"bytes32","name":"packedMessage","type":"bytes32"},{"indexed":false,"internalType":"uint64","name":"packetCount","type":"uint64"},{"indexed":false,"internalType":"bytes32","name":"newRootHash","type":"bytes32"}],"name":"MessageAdded","type":"event"},
    {"inputs":[{"internalType":"bytes32","name":"packedMessage_","type":"bytes32"}],"name":"addPackedMessage","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"getLastFilledPacket","outputs":[{"internalType":"uint256","name":"packetCount","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"getMaxPacketLength","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"pure","type":"function"},
    {"inputs":[],"name":"getNextPacketToBeSealed","outputs":[{"internalType":"bytes32","name":"root","type":"bytes32"},{"internalType":"uint64","name":"packetCount","type":"uint64"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint64","name":"packetCount","type":"uint64"}],"name":"getRootByCount","outputs":[{"internalType":"bytes32","name":"root","type":"bytes32"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint256","name":"","type":"uint256"}],"name":"sealPacket","outputs":[{"internalType":"bytes32","name":"root","type":"bytes32"},{"internalType":"uint64","name":"packetCount","type":"uint64"}],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[],"name":"socket","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "SingleCapacitor")
  },
} as const
