// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {WatcherCalls} from "./WatcherCalls.sol";

/// @title Part of the watcher contract that makes delayed calls
/// @notice Anyone can set a timeout, which belongs to no request: the caller pays for it when it is set.
abstract contract WatcherTimeouts is WatcherCalls {
    struct Timeout {
        bytes payload;
        bool isResolved;
        /// @dev Whether the target set the timeout itself.
        bool isOwn;
        uint64 executeAt;
        address target;
    }

    mapping(bytes32 timeoutId => Timeout) private _timeouts;

    /// @inheritdoc IWatcher
    function setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) external returns (bytes32 timeoutId) {
        return _setTimeout(target, payload, delayInSeconds);
    }

    /// @inheritdoc IWatcher
    function setTimeout(uint256 delayInSeconds, bytes calldata payload) external returns (bytes32 timeoutId) {
        return _setTimeout(msg.sender, payload, delayInSeconds);
    }

    /// @inheritdoc IWatcherOperator
    /// @dev Marks the timeout before its target runs. If the target reverts, so does the mark.
    function resolveTimeout(bytes32 timeoutId) external onlyOperator {
        Timeout storage timeout = _timeouts[timeoutId];
        if (timeout.executeAt == 0) revert UnknownTimeout(timeoutId);
        if (timeout.isResolved) revert TimeoutAlreadyResolved(timeoutId);
        if (block.timestamp < timeout.executeAt) revert TimeoutNotDue(timeoutId, timeout.executeAt);
        timeout.isResolved = true;
        emit TimeoutResolved(timeoutId);
        if (timeout.isOwn) _callOwn(timeout.target, timeout.payload);
        else _call(timeout.target, timeout.payload);
    }

    function _setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) private returns (bytes32 timeoutId) {
        _requireHarmless(target, payload);
        _requireShort(delayInSeconds);
        _chargePayloadFee(msg.sender);
        timeoutId = _nextId();
        uint256 executeAt = block.timestamp + delayInSeconds;
        _timeouts[timeoutId] = Timeout(payload, false, target == msg.sender, uint64(executeAt), target);
        emit TimeoutScheduled(timeoutId, msg.sender, target, payload, executeAt);
    }
}
