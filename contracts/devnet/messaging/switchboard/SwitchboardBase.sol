// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {Owned} from "../access/Owned.sol";
import {SignerNonces} from "../access/SignerNonces.sol";

/// @title Part of a switchboard that knows its socket
abstract contract SwitchboardBase is ISwitchboard, SignerNonces {
    /// @notice Socket whose packets this switchboard verifies.
    ISocket public immutable socket;
    /// @notice Seconds after its proposal when a packet is allowed although nobody attested it.
    uint256 public immutable timeoutInSeconds;

    uint32 internal immutable _chainSlug;

    constructor(address owner_, ISocket socket_, uint256 timeoutInSeconds_) Owned(owner_) {
        socket = socket_;
        timeoutInSeconds = timeoutInSeconds_;
        _chainSlug = socket_.chainSlug();
    }

    function _hasTimedOut(uint256 proposeTime) internal view returns (bool) {
        return block.timestamp - proposeTime > timeoutInSeconds;
    }
}
