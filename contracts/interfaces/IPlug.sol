// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title A contract that receives messages
/// @notice Implement this to be reachable from other chains. Most authors inherit {Plug} instead, which implements it
/// safely and leaves only the message itself to handle.
interface IPlug {
    /// @notice Called by the socket, once for each delivered message.
    /// @dev Who may call is the plug's own business: an implementation that does not check `msg.sender` against its
    /// socket lets anybody forge messages. If it reverts, nothing is marked as delivered and the executor may try again.
    /// @param srcChainSlug_ Chain that the message comes from. The socket has proven that the plug's sibling there sent it.
    /// @param payload_ What the sibling handed to its socket, byte for byte.
    function inbound(uint32 srcChainSlug_, bytes calldata payload_) external payable;
}
