// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WatcherPayloads} from "./WatcherPayloads.sol";

/// @title Part of the watcher contract that times schedules
/// @notice A schedule is a payload that is done when its delay has passed. The delay begins with the payload's batch.
abstract contract WatcherSchedules is WatcherPayloads {
    struct Schedule {
        bytes32 payloadId;
        uint256 delayInSeconds;
    }

    mapping(uint40 requestCount => mapping(uint40 batchCount => Schedule[])) private _schedules;
    mapping(bytes32 payloadId => uint256 time) private _executeAt;

    function _addSchedule(bytes32 payloadId, uint256 delayInSeconds) internal {
        Payload storage payload = _payloads[payloadId];
        _schedules[payload.requestCount][payload.batchCount].push(Schedule(payloadId, delayInSeconds));
    }

    /// @dev Called when a batch begins.
    function _startSchedules(uint40 requestCount, uint40 batchCount) internal {
        Schedule[] storage schedules = _schedules[requestCount][batchCount];
        for (uint256 i = 0; i < schedules.length; i++) {
            bytes32 payloadId = schedules[i].payloadId;
            uint256 executeAt = block.timestamp + schedules[i].delayInSeconds;
            _executeAt[payloadId] = executeAt;
            emit ScheduleStarted(payloadId, requestCount, executeAt);
        }
    }

    function _requireDue(bytes32 payloadId) internal view {
        uint256 executeAt = _executeAt[payloadId];
        if (block.timestamp < executeAt) revert TimeoutNotDue(payloadId, executeAt);
    }
}
