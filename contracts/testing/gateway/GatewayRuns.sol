// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {CallType} from "../../gateway/GatewayTypes.sol";
import {vm} from "../Vm.sol";
import {GatewayActors} from "./GatewayActors.sol";
import {PayloadStage, TestCall, TestPayload} from "./TestPayload.sol";

/// @title Part of a test that decides which payloads, timeouts and triggers run, in which order, and when time passes
abstract contract GatewayRuns is GatewayActors {
    /// @dev More payloads of one run than this are an app gateway whose callbacks always queue more.
    uint256 private constant MOST_PAYLOADS = 1000;

    uint256 private _round;
    mapping(bytes32 id => uint256 round) private _failedIn;

    /// @notice A run resolved so many payloads, and more are waiting. Callbacks that always queue another never end: use
    /// `runNext`.
    error EndlessRun(uint256 resolved);

    /// @notice Runs every payload, timeout and trigger that can run, and those that they cause, in the order of their
    /// queues. Tries each that fails once.
    /// @return resolved How many payloads were resolved. The one that pays the transmitter of a request is one of them.
    function runPayloads() public returns (uint256 resolved) {
        _round++;
        bool hasMoved = true;
        while (hasMoved) {
            takeLogs();
            hasMoved = _runCalls();
            for (uint256 i = 0; i < _payloadIds.length; i++) {
                if (_failedIn[_payloadIds[i]] == _round) continue;
                if (!runPayload(_payloadIds[i])) continue;
                hasMoved = true;
                if (++resolved > MOST_PAYLOADS) revert EndlessRun(resolved);
            }
        }
    }

    /// @notice Does what `runPayloads` does, in an order of the payloads that a seed decides.
    /// @return resolved How many payloads were resolved.
    function runShuffled(uint256 seed) public returns (uint256 resolved) {
        _round++;
        bool hasMoved = true;
        while (hasMoved) {
            takeLogs();
            hasMoved = _runCalls();
            bytes32[] memory ids = pending();
            for (uint256 left = ids.length; left > 0; left--) {
                seed = uint256(keccak256(abi.encode(seed)));
                uint256 chosen = seed % left;
                bytes32 payloadId = ids[chosen];
                ids[chosen] = ids[left - 1];
                if (_failedIn[payloadId] == _round || !runPayload(payloadId)) continue;
                hasMoved = true;
                if (++resolved > MOST_PAYLOADS) revert EndlessRun(resolved);
            }
        }
    }

    /// @notice Runs the first payload that can run.
    /// @return payloadId The payload; zero if none can run.
    function runNext() public returns (bytes32 payloadId) {
        takeLogs();
        for (uint256 i = 0; i < _payloadIds.length; i++) {
            if (runPayload(_payloadIds[i])) return _payloadIds[i];
        }
    }

    /// @notice Runs one payload, from its queue through its callback, whatever was queued before it.
    /// @return Whether this call resolved it. It does not if it was resolved before, if it or its callback reverts, if
    /// the batch before it is not done, or if its schedule is not due: `whyNot` says which.
    function runPayload(bytes32 payloadId) public returns (bool) {
        return runPayloadUntil(payloadId, PayloadStage.RESOLVED);
    }

    /// @notice Brings one payload as far as a stage and no further.
    /// @return Whether this call brought it there.
    function runPayloadUntil(bytes32 payloadId, PayloadStage stage) public returns (bool) {
        TestPayload storage payload = _payload(payloadId);
        if (payload.stage >= stage) return false;
        while (payload.stage < stage) {
            PayloadStage before = payload.stage;
            if (_advance(payload)) continue;
            // What waits for another payload may run later in the same round.
            if (before != PayloadStage.QUEUED) _failedIn[payloadId] = _round;
            return false;
        }
        return true;
    }

    /// @notice Runs one timeout or hands in one trigger. Returns whether this call did.
    function runCall(bytes32 callId) public returns (bool) {
        return _run(_call(callId));
    }

    /// @notice The watcher gives a payload up, as it does after its retries: `handleRevert` of the app gateway is called.
    /// @dev The payload must have failed: on its chain, or in its callback.
    function giveUp(bytes32 payloadId) public {
        TestPayload storage payload = _payload(payloadId);
        vm.assertTrue(_hasReverted(payload), "Only a payload that reverted can be given up: call runPayloads() first.");
        watcher.markRevert(payloadId, payload.failedAt == PayloadStage.FINALIZED, payload.revertData);
        takeLogs();
    }

    /// @notice Time passes until the next schedule or timeout is due.
    /// @return Whether there was one that is not due yet.
    function passUntilDue() public returns (bool) {
        takeLogs();
        uint256 next = type(uint256).max;
        for (uint256 i = 0; i < _payloadIds.length; i++) {
            TestPayload storage payload = _payloads[_payloadIds[i]];
            if (payload.callType != CallType.SCHEDULE) continue;
            if (payload.executeAt > block.timestamp && payload.executeAt < next) next = payload.executeAt;
        }
        for (uint256 i = 0; i < _callIds.length; i++) {
            uint256 dueAt = _calls[_callIds[i]].dueAt;
            if (dueAt > block.timestamp && dueAt < next) next = dueAt;
        }
        if (next == type(uint256).max) return false;
        vm.warp(next);
        return true;
    }

    /// @notice Advances one pending payload, which a seed chooses, by one stage. For handlers of invariants.
    function advanceAny(uint256 seed) public {
        bytes32[] memory ids = pending();
        if (ids.length > 0) _advance(_payload(ids[seed % ids.length]));
    }

    /// @notice Runs one pending payload, which a seed chooses, through its callback. For handlers of invariants.
    function runAny(uint256 seed) public {
        bytes32[] memory ids = pending();
        if (ids.length > 0) runPayload(ids[seed % ids.length]);
    }

    /// @notice Runs one timeout that is due, or hands in one trigger, which a seed chooses. For handlers of invariants.
    function runAnyCall(uint256 seed) public {
        bytes32[] memory ids = pendingCalls();
        if (ids.length > 0) runCall(ids[seed % ids.length]);
    }

    /// @notice The watcher gives up one payload that reverted, which a seed chooses. For handlers of invariants.
    function giveUpAny(uint256 seed) public {
        bytes32[] memory ids = pending();
        for (uint256 i = 0; i < ids.length; i++) {
            bytes32 payloadId = ids[((seed % ids.length) + i) % ids.length];
            if (_hasReverted(_payload(payloadId))) return giveUp(payloadId);
        }
    }

    /// @notice Returns the ids of the payloads that are not resolved, in the order in which they were queued.
    function pending() public returns (bytes32[] memory ids) {
        takeLogs();
        uint256 count = 0;
        ids = new bytes32[](_payloadIds.length);
        for (uint256 i = 0; i < _payloadIds.length; i++) {
            if (_payloads[_payloadIds[i]].stage != PayloadStage.RESOLVED) ids[count++] = _payloadIds[i];
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    /// @notice Returns the ids of the timeouts that are due and of the triggers, without those that ran.
    function pendingCalls() public returns (bytes32[] memory ids) {
        takeLogs();
        uint256 count = 0;
        ids = new bytes32[](_callIds.length);
        for (uint256 i = 0; i < _callIds.length; i++) {
            TestCall storage called = _calls[_callIds[i]];
            if (!called.isDone && called.dueAt <= block.timestamp) ids[count++] = _callIds[i];
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    function _runCalls() private returns (bool hasMoved) {
        for (uint256 i = 0; i < _callIds.length; i++) {
            TestCall storage called = _calls[_callIds[i]];
            if (called.dueAt > block.timestamp || _failedIn[_callIds[i]] == _round) continue;
            if (_run(called)) hasMoved = true;
            else _failedIn[_callIds[i]] = _round;
        }
    }

    /// @dev Returns whether the payload reverted on its chain, or its callback did, when it was last tried.
    function _hasReverted(TestPayload storage payload) private view returns (bool) {
        if (!payload.hasFailed || payload.failedAt == PayloadStage.QUEUED) return false;
        return payload.callType != CallType.SCHEDULE || payload.failedAt == PayloadStage.EXECUTED;
    }
}
