/** @generated from contracts/plugs/PingPong.sol by `npm run generate`. */
import type { Hex } from "viem"

import { readBytecode } from "../chain/readBytecode.js"

export const pingPongArtifact = {
  abi: [
    {"inputs":[{"internalType":"contract ISocket","name":"socket_","type":"address"},{"internalType":"address","name":"owner_","type":"address"}],"stateMutability":"nonpayable","type":"constructor"},
    {"inputs":[],"name":"FailedCall","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"balance","type":"uint256"},{"internalType":"uint256","name":"needed","type":"uint256"}],"name":"InsufficientBalance","type":"error"},
    {"inputs":[{"internalType":"uint256","name":"required","type":"uint256"},{"internalType":"uint256","name":"provided","type":"uint256"}],"name":"InsufficientFees","type":"error"},
    {"inputs":[],"name":"MissingPaysFees","type":"error"},
    {"inputs":[{"internalType":"uint32","name":"srcChainSlug","type":"uint32"}],"name":"NotASibling","type":"error"},
    {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"}],"name":"NotConnected","type":"error"},
    {"inputs":[],"name":"OnlySocket","type":"error"},
    {"inputs":[{"internalType":"address","name":"owner","type":"address"}],"name":"OwnableInvalidOwner","type":"error"},
    {"inputs":[{"internalType":"address","name":"account","type":"address"}],"name":"OwnableUnauthorizedAccount","type":"error"},
    {"inputs":[],"name":"PaysFeesReentered","type":"error"},
    {"inputs":[{"internalType":"address","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"RefundFailed","type":"error"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint32","name":"dstChainSlug","type":"uint32"},{"indexed":false,"internalType":"uint256","name":"required","type":"uint256"},{"indexed":false,"internalType":"uint256","name":"available","type":"uint256"}],"name":"AnswerRefused","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferStarted","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":true,"internalType":"address","name":"previousOwner","type":"address"},{"indexed":true,"internalType":"address","name":"newOwner","type":"address"}],"name":"OwnershipTransferred","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint32","name":"srcChainSlug","type":"uint32"},{"indexed":false,"internalType":"uint256","name":"pings","type":"uint256"}],"name":"Pinged","type":"event"},
    {"anonymous":false,"inputs":[{"indexed":false,"internalType":"uint32","name":"srcChainSlug","type":"uint32"},{"indexed":false,"internalType":"uint256","name":"pongs","type":"uint256"}],"name":"Ponged","type":"event"},
    {"inputs":[],"name":"PING_GAS","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"PONG_GAS","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"acceptOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"siblingChainSlug","type":"uint32"},{"internalType":"address","name":"siblingPlug","type":"address"},{"internalType":"address","name":"switchboard","type":"address"}],"name":"connect","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"srcChainSlug_","type":"uint32"},{"internalType":"bytes","name":"payload_","type":"bytes"}],"name":"inbound","outputs":[],"stateMutability":"payable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"},{"internalType":"uint256","name":"minMsgGasLimit","type":"uint256"},{"internalType":"uint256","name":"payloadSize","type":"uint256"}],"name":"minFees","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"owner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"pendingOwner","outputs":[{"internalType":"address","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"dstChainSlug","type":"uint32"}],"name":"ping","outputs":[{"internalType":"bytes32","name":"msgId","type":"bytes32"}],"stateMutability":"payable","type":"function"},
    {"inputs":[],"name":"pings","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"pongs","outputs":[{"internalType":"uint256","name":"","type":"uint256"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"renounceOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"uint32","name":"chainSlug","type":"uint32"}],"name":"siblings","outputs":[{"internalType":"address","name":"plug","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[],"name":"socket","outputs":[{"internalType":"contract ISocket","name":"","type":"address"}],"stateMutability":"view","type":"function"},
    {"inputs":[{"internalType":"address","name":"newOwner","type":"address"}],"name":"transferOwnership","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"inputs":[{"internalType":"address payable","name":"to","type":"address"},{"internalType":"uint256","name":"amount","type":"uint256"}],"name":"withdraw","outputs":[],"stateMutability":"nonpayable","type":"function"},
    {"stateMutability":"payable","type":"receive"},
  ],
  get bytecode(): Hex {
    return readBytecode(new URL("./bytecode.json", import.meta.url), "PingPong")
  },
} as const
