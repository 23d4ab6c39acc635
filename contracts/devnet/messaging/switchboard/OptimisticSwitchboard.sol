// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {WATCHER_ROLE} from "../access/Roles.sol";
import {SwitchboardBase} from "./SwitchboardBase.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";

/// @title Switchboard that trusts unless somebody objects
/// @notice Allows a packet once the timeout since its proposal has passed and nothing was tripped. Nobody attests;
/// watchers trip what is wrong.
contract OptimisticSwitchboard is SwitchboardPaths {
    /// @param timeoutInSeconds_ Seconds that watchers have to trip a wrong proposal.
    constructor(
        address owner_,
        ISocket socket_,
        uint256 timeoutInSeconds_,
        Path[] memory paths
    ) SwitchboardBase(owner_, socket_, timeoutInSeconds_) SwitchboardPaths(owner_, paths) {}

    function _addWatcher(uint32 srcChainSlug, address watcher) internal override {
        _grantRole(_roleOf(WATCHER_ROLE, srcChainSlug), watcher);
    }

    function _isVerified(bytes32, uint256 proposeTime) internal view override returns (bool) {
        return _hasTimedOut(proposeTime);
    }

    /// @dev Watchers are not counted here, so the fee is for all of them.
    function _paidWatchers(uint32) internal pure override returns (uint256) {
        return 1;
    }
}
