// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {WatcherCalls} from "./WatcherCalls.sol";

/// @title Part of the watcher contract that makes delayed calls
abstract contract WatcherTimeouts is WatcherCalls {
    enum TimeoutKind {
        None,
        /// @dev A call of any target, set by anyone.
        Plain,
        /// @dev A call of the scheduler itself.
        Own,
        /// @dev A callback of the scheduler that is not set yet.
        Scheduled,
        /// @dev A callback of the scheduler.
        Promise
    }

    struct Timeout {
        bytes payload;
        TimeoutKind kind;
        bool isResolved;
        uint64 executeAt;
        address target;
    }

    uint256 private constant LONGEST_TIMEOUT = 24 hours;

    mapping(bytes32 timeoutId => Timeout) private _timeouts;

    /// @inheritdoc IWatcher
    function setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) external returns (bytes32 timeoutId) {
        _requireHarmless(target, payload);
        TimeoutKind kind = target == msg.sender ? TimeoutKind.Own : TimeoutKind.Plain;
        timeoutId = _addTimeout(target, kind, delayInSeconds);
        _timeouts[timeoutId].payload = payload;
        emit TimeoutScheduled(timeoutId, msg.sender, target, payload, block.timestamp + delayInSeconds);
    }

    /// @inheritdoc IWatcher
    /// @dev Marks the timeout before its target runs. If the target reverts, so does the mark.
    function resolveTimeout(bytes32 timeoutId) external onlyOperator {
        Timeout storage timeout = _timeouts[timeoutId];
        TimeoutKind kind = timeout.kind;
        if (kind == TimeoutKind.None || kind == TimeoutKind.Scheduled) revert UnknownTimeout(timeoutId);
        if (timeout.isResolved) revert TimeoutAlreadyResolved(timeoutId);
        if (block.timestamp < timeout.executeAt) revert TimeoutNotDue(timeoutId, timeout.executeAt);
        timeout.isResolved = true;
        emit TimeoutResolved(timeoutId);

        (address target, bytes memory payload) = (timeout.target, timeout.payload);
        if (kind == TimeoutKind.Plain) _call(target, payload);
        else if (kind == TimeoutKind.Own) _callOwn(target, payload);
        else _callPromise(target, payload);
    }

    function _schedule(uint256 delayInSeconds) internal returns (bytes32 timeoutId) {
        return _addTimeout(msg.sender, TimeoutKind.Scheduled, delayInSeconds);
    }

    /// @dev A callback receives its author's data and the return data, which is empty for a timeout.
    function _setTimeoutCallback(bytes32 timeoutId, bytes4 selector, bytes calldata data) internal {
        Timeout storage timeout = _timeouts[timeoutId];
        bytes memory payload = abi.encodeWithSelector(selector, data, "");
        timeout.kind = TimeoutKind.Promise;
        timeout.payload = payload;
        emit TimeoutScheduled(timeoutId, msg.sender, msg.sender, payload, timeout.executeAt);
    }

    function _addTimeout(address target, TimeoutKind kind, uint256 delayInSeconds) private returns (bytes32 timeoutId) {
        if (delayInSeconds > LONGEST_TIMEOUT) revert TimeoutTooLong(delayInSeconds, LONGEST_TIMEOUT);
        timeoutId = _nextId();
        Timeout storage timeout = _timeouts[timeoutId];
        timeout.target = target;
        timeout.executeAt = uint64(block.timestamp + delayInSeconds);
        timeout.kind = kind;
    }
}
