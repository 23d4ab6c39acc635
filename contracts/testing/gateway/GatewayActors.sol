// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, CallType} from "../../gateway/GatewayTypes.sol";
import {ExecuteParams, IGatewaySocket} from "../../gateway/interfaces/IGatewaySocket.sol";
import {IDevnetWatcher} from "../devnet/IDevnetGateway.sol";
import {vm, Vm} from "../Vm.sol";
import {GatewayDeployer} from "./GatewayDeployer.sol";
import {PayloadStage, TestCall, TestPayload} from "./TestPayload.sol";

/// @title Part of a test that acts as the watcher, with its real signature, and as the executors of the chains
/// @notice It finds payloads, timeouts and triggers in the recorded logs: a test that wants them too takes them from
/// `takeLogs`.
abstract contract GatewayActors is GatewayDeployer {
    /// @dev The fields of PayloadQueued that are not indexed.
    // solhint-disable-next-line gas-struct-packing
    struct Queued {
        uint40 batchCount;
        CallType callType;
        uint32 chainSlug;
        address target;
        bytes callData;
        CallOptions options;
        bytes32 contractId;
    }

    bytes32[] internal _payloadIds;
    mapping(bytes32 payloadId => TestPayload) internal _payloads;
    bytes32[] internal _callIds;
    mapping(bytes32 callId => TestCall) internal _calls;

    /// @notice No payload of this test has the id. Take it from `payloads` or `lastPayload`.
    error UnknownPayload(bytes32 payloadId);
    /// @notice No timeout or trigger of this test has the id. Take it from `calls` or `lastCall`.
    error UnknownCall(bytes32 callId);

    /// @notice Notes what was queued since the last look, and returns the logs since then.
    function takeLogs() public returns (Vm.Log[] memory logs) {
        logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics.length < 2) continue;
            if (logs[i].emitter == address(watcher)) _noteWatcherLog(logs[i]);
            else if (logs[i].topics[0] == IGatewaySocket.AppGatewayCallRequested.selector) _noteTrigger(logs[i]);
        }
    }

    /// @dev Advances a payload by one stage. Returns false if it has to stay where it is, and keeps why.
    function _advance(TestPayload storage payload) internal returns (bool advanced) {
        PayloadStage stage = payload.stage;
        if (stage == PayloadStage.RESOLVED) return false;
        bytes memory reason;
        if (stage == PayloadStage.QUEUED) (advanced, reason) = _finalize(payload);
        if (stage == PayloadStage.FINALIZED) (advanced, reason) = _execute(payload);
        if (stage == PayloadStage.EXECUTED) (advanced, reason) = _resolve(payload);
        if (advanced) payload.stage = PayloadStage(uint8(stage) + 1);
        payload.hasFailed = !advanced;
        payload.failedAt = stage;
        payload.revertData = reason;
        takeLogs();
    }

    /// @dev Runs a timeout or hands in a trigger. Returns whether it succeeded.
    function _run(TestCall storage called) internal returns (bool success) {
        if (called.isDone) return false;
        bytes memory call = abi.encodeCall(IDevnetWatcher.resolveTimeout, (called.callId));
        if (called.dueAt == 0) {
            call = abi.encodeCall(
                IDevnetWatcher.callAppGateway,
                (called.callId, called.target, called.chainSlug, called.plug, called.callData)
            );
        }
        (success, called.revertData) = address(watcher).call(call);
        if (success) called.revertData = "";
        called.hasFailed = !success;
        called.isDone = success;
        takeLogs();
    }

    function _payload(bytes32 payloadId) internal returns (TestPayload storage payload) {
        payload = _payloads[payloadId];
        if (payload.appGateway == address(0)) takeLogs();
        if (payload.appGateway == address(0)) revert UnknownPayload(payloadId);
    }

    function _call(bytes32 callId) internal returns (TestCall storage called) {
        called = _calls[callId];
        if (called.target == address(0)) takeLogs();
        if (called.target == address(0)) revert UnknownCall(callId);
    }

    function _finalize(TestPayload storage payload) private returns (bool, bytes memory) {
        bytes memory call = abi.encodeCall(IDevnetWatcher.finalize, (payload.payloadId, _proof(payload.payloadId)));
        return _try(address(watcher), 0, call);
    }

    /// @dev A read is a call that changes nothing; a schedule is executed by the time that passes.
    function _execute(TestPayload storage payload) private returns (bool success, bytes memory reason) {
        if (payload.callType == CallType.SCHEDULE) return (block.timestamp >= payload.executeAt, "");
        if (payload.callType == CallType.READ) {
            (success, reason) = payload.target.staticcall(payload.callData);
            if (success) (payload.returnData, reason) = (reason, bytes(""));
            return (success, reason);
        }
        uint256 value = payload.options.value;
        vm.deal(address(this), address(this).balance + value);
        ExecuteParams memory params = ExecuteParams(
            payload.payloadId,
            payload.appGateway,
            payload.target,
            value,
            payload.options.gasLimit,
            payload.callData
        );
        bytes memory call = abi.encodeCall(IGatewaySocket.execute, (params, _proof(payload.payloadId)));
        address socket = address(chainOf(payload.chainSlug).socket);
        vm.chainId(payload.chainSlug);
        uint256 left = gasleft();
        (success, reason) = socket.call{value: value}(call);
        payload.gasUsed = left - gasleft();
        vm.chainId(GATEWAY_SLUG);
        if (success) (payload.returnData, reason) = (abi.decode(reason, (bytes)), bytes(""));
    }

    function _resolve(TestPayload storage payload) private returns (bool, bytes memory) {
        bytes memory call = abi.encodeCall(
            IDevnetWatcher.resolvePayload,
            (payload.payloadId, payload.callbackSelector, payload.callbackData, payload.returnData, payload.gasUsed)
        );
        return _try(address(watcher), 0, call);
    }

    function _try(address to, uint256 value, bytes memory call) private returns (bool success, bytes memory reason) {
        (success, reason) = to.call{value: value}(call);
        if (success) reason = "";
    }

    function _proof(bytes32 payloadId) private view returns (bytes memory) {
        bytes32 digest = watcher.digestOf(payloadId);
        bytes32 prefixed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(WATCHER_SIGNER_KEY, prefixed);
        return abi.encodePacked(r, s, v);
    }

    function _noteWatcherLog(Vm.Log memory log) private {
        bytes32 topic = log.topics[0];
        bytes32 id = log.topics[1];
        if (topic == IDevnetWatcher.PayloadQueued.selector) _notePayload(log);
        if (topic == IDevnetWatcher.CallbackSet.selector) {
            (_payloads[id].callbackSelector, _payloads[id].callbackData) = abi.decode(log.data, (bytes4, bytes));
        }
        if (topic == IDevnetWatcher.ScheduleStarted.selector) {
            _payloads[id].executeAt = abi.decode(log.data, (uint256));
        }
        if (topic == IDevnetWatcher.TimeoutScheduled.selector) {
            TestCall storage called = _calls[id];
            (called.callData, called.dueAt) = abi.decode(log.data, (bytes, uint256));
            _noteCall(called, id, address(uint160(uint256(log.topics[3]))));
        }
    }

    /// @dev Logs of calls that reverted are recorded too. A payload is real if the watcher has its digest, and the last
    /// log of an id is the real one.
    function _notePayload(Vm.Log memory log) private {
        bytes32 id = log.topics[1];
        TestPayload storage payload = _payloads[id];
        (bool isKnown, ) = address(watcher).staticcall(abi.encodeCall(IDevnetWatcher.digestOf, (id)));
        if (!isKnown) return;
        if (payload.appGateway == address(0)) _payloadIds.push(id);
        // A struct is encoded like an event's arguments, preceded by its offset.
        Queued memory queued = abi.decode(bytes.concat(bytes32(uint256(32)), log.data), (Queued));
        payload.payloadId = id;
        payload.requestCount = uint40(uint256(log.topics[2]));
        payload.appGateway = address(uint160(uint256(log.topics[3])));
        payload.batchCount = queued.batchCount;
        payload.callType = queued.callType;
        payload.chainSlug = queued.chainSlug;
        payload.target = queued.target;
        payload.callData = queued.callData;
        payload.options = queued.options;
        (payload.callbackSelector, payload.callbackData) = (bytes4(0), bytes(""));
    }

    function _noteTrigger(Vm.Log memory log) private {
        uint32 slug = _slugOfSocket(log.emitter);
        if (slug == 0) return;
        TestCall storage called = _calls[log.topics[1]];
        called.chainSlug = slug;
        called.plug = address(uint160(uint256(log.topics[3])));
        called.callData = abi.decode(log.data, (bytes));
        _noteCall(called, log.topics[1], address(uint160(uint256(log.topics[2]))));
    }

    function _noteCall(TestCall storage called, bytes32 id, address target) private {
        if (called.target == address(0)) _callIds.push(id);
        called.callId = id;
        called.target = target;
    }
}
