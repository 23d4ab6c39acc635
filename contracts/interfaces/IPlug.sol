// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of contracts that receive messages
/// @notice Implement it to receive messages from other chains, or inherit {Plug}, which authenticates the socket and
/// the sender and leaves only the message to handle.
interface IPlug {
    /// @notice Handles a message. The socket calls it once for each delivered message.
    /// @dev Implementations must check that `msg.sender` is their socket; otherwise anyone can forge messages. If it
    /// reverts, the message is not marked as delivered and the executor can retry it.
    /// @param srcChainSlug_ Slug of the source chain. The socket has verified that the plug's sibling on that chain
    /// sent the message.
    /// @param payload_ Payload that the sibling passed to its socket, unchanged.
    function inbound(uint32 srcChainSlug_, bytes calldata payload_) external payable;
}
