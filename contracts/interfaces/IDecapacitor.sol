// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of contracts that prove on the destination that a packet contains a message
interface IDecapacitor {
    /// @notice Returns whether the packet with root `root_` contains the message.
    /// @param packedMessage_ Hash of the message.
    /// @param proof_ Proof of inclusion; empty for single-message packets.
    function verifyMessageInclusion(
        bytes32 root_,
        bytes32 packedMessage_,
        bytes calldata proof_
    ) external pure returns (bool);
}
