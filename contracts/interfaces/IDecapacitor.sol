// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Proves on the destination that a message is in a packet
interface IDecapacitor {
    function verifyMessageInclusion(
        bytes32 root_,
        bytes32 packedMessage_,
        bytes calldata proof_
    ) external pure returns (bool);
}
