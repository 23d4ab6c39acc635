// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {Owned} from "../access/Owned.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";

/// @title Part of a switchboard that knows its socket
abstract contract SwitchboardBase is ISwitchboard, SignedUpdates {
    /// @notice Socket whose packets this switchboard verifies.
    ISocket public immutable socket__;
    /// @notice Slug of this chain.
    uint32 public immutable chainSlug;
    /// @notice Seconds after which a proposed packet is allowed although nobody attested it.
    uint256 public immutable timeoutInSeconds;

    constructor(address owner_, ISocket socket_, uint256 timeoutInSeconds_) Owned(owner_) {
        socket__ = socket_;
        chainSlug = socket_.chainSlug();
        timeoutInSeconds = timeoutInSeconds_;
    }

    function _hasTimedOut(uint256 proposeTime) internal view returns (bool) {
        return block.timestamp - proposeTime > timeoutInSeconds;
    }
}
