// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";

/// @title Interface of the contract that hashes messages
interface IHasher {
    /// @notice Returns the hash of every field that determines a message's effect and its sender.
    function packMessage(
        uint32 srcChainSlug_,
        address srcPlug_,
        uint32 dstChainSlug_,
        address dstPlug_,
        ISocket.MessageDetails calldata messageDetails_
    ) external pure returns (bytes32);
}
