// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {CallOptions, CallType, Parallel, Read, WriteFinality} from "../../../gateway/GatewayTypes.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {ContractFactory} from "../socket/ContractFactory.sol";
import {WatcherSchedules} from "./WatcherSchedules.sol";
import {WatcherTimeouts} from "./WatcherTimeouts.sol";

/// @title Part of the watcher contract in which app gateways and forwarders queue calls
/// @notice An app gateway has at most one open request, between `openRequest` and `closeRequest`.
abstract contract WatcherQueue is WatcherSchedules, WatcherTimeouts {
    using SafeCast for uint256;

    /// @dev Fits in one slot, because every call writes it.
    /// @param isUnanswered Whether the last payload can still be given a callback.
    struct Session {
        bool isUnanswered;
        bool isOpen;
        uint40 requestCount;
        uint32 batchCount;
        uint32 payloadCount;
    }

    /// @dev CallOptions packed into one slot.
    struct PackedOptions {
        Read read;
        Parallel parallel;
        WriteFinality writeFinality;
        uint64 gasLimit;
        uint96 value;
        uint64 readAtBlockNumber;
    }

    mapping(address appGateway => Session) internal _sessions;
    mapping(address appGateway => bytes32 id) private _lastId;
    mapping(address appGateway => PackedOptions) internal _options;

    /// @inheritdoc IRequestQueue
    function queueCall(
        address appGateway,
        uint32 slug,
        address target,
        bytes calldata callData
    ) external returns (bytes32 payloadId) {
        if (!asyncDeployer__.isForwarder(msg.sender)) revert NotForwarder(msg.sender);
        CallOptions memory options = _optionsOf(appGateway);
        CallType callType = options.read == Read.ON ? CallType.READ : CallType.WRITE;
        return _queueInSession(appGateway, Draft(callType, slug, target, callData, options, bytes32(0)));
    }

    /// @inheritdoc IRequestQueue
    function queueDeploy(
        bytes32 contractId,
        uint32 slug,
        bool isPlug,
        bytes calldata creationCode,
        bytes calldata initCallData
    ) external returns (bytes32 payloadId) {
        bytes memory callData = abi.encodeCall(ContractFactory.deploy, (creationCode, isPlug, initCallData));
        CallOptions memory options = _optionsOf(msg.sender);
        // A deployment cannot be a read.
        options.read = Read.OFF;
        address target = _chain(slug).contractFactory;
        return _queueInSession(msg.sender, Draft(CallType.DEPLOY, slug, target, callData, options, contractId));
    }

    /// @inheritdoc IRequestQueue
    function setCallOptions(CallOptions calldata options) external {
        if (!_sessions[msg.sender].isOpen) revert AsyncModifierNotSet();
        _options[msg.sender] = PackedOptions(
            options.read,
            options.parallel,
            options.writeFinality,
            options.gasLimit.toUint64(),
            options.value.toUint96(),
            options.readAtBlockNumber.toUint64()
        );
    }

    /// @inheritdoc IRequestQueue
    function setCallback(bytes4 selector, bytes calldata data) external {
        Session storage session = _sessions[msg.sender];
        if (!session.isUnanswered) revert CallbackWithoutCall();
        session.isUnanswered = false;
        _setPayloadCallback(_lastId[msg.sender], selector, data);
    }

    /// @inheritdoc IRequestQueue
    function setCallbackOf(address appGateway, bytes32 payloadId, bytes4 selector, bytes calldata data) external {
        if (!asyncDeployer__.isForwarder(msg.sender)) revert NotForwarder(msg.sender);
        Session storage session = _sessions[appGateway];
        bool isInSession = session.isOpen && _payloads[payloadId].requestCount == session.requestCount;
        if (!isInSession || _hasCallback(payloadId)) revert CallbackWithoutCall();
        if (payloadId == _lastId[appGateway]) session.isUnanswered = false;
        _setPayloadCallback(payloadId, selector, data);
    }

    /// @inheritdoc IRequestQueue
    function schedule(uint256 delayInSeconds) external returns (bytes32 payloadId) {
        _requireShort(delayInSeconds);
        CallOptions memory options = _optionsOf(msg.sender);
        bytes memory callData = abi.encode(delayInSeconds);
        Draft memory draft = Draft(CallType.SCHEDULE, chainSlug, msg.sender, callData, options, bytes32(0));
        payloadId = _queueInSession(msg.sender, draft);
        _addSchedule(payloadId, delayInSeconds);
    }

    /// @inheritdoc IWatcher
    function getCurrentRequestCount() external view returns (uint40 requestCount) {
        return _sessions[msg.sender].requestCount;
    }

    /// @inheritdoc IRequestQueue
    function currentRequestOf(address appGateway) external view returns (uint40 requestCount) {
        return _sessions[appGateway].requestCount;
    }

    /// @inheritdoc IRequestQueue
    function isAsync(address appGateway) external view returns (bool) {
        return _sessions[appGateway].isOpen;
    }

    /// @dev A parallel call shares the batch of the call before it. A sequential call begins a batch.
    function _queueInSession(address appGateway, Draft memory draft) private returns (bytes32 payloadId) {
        Session memory session = _sessions[appGateway];
        if (!session.isOpen) revert AsyncModifierNotSet();
        if (session.payloadCount > 0 && draft.options.parallel == Parallel.OFF) session.batchCount++;
        session.payloadCount++;
        session.isUnanswered = true;
        _sessions[appGateway] = session;

        payloadId = _queuePayload(session.requestCount, session.batchCount, appGateway, draft);
        _lastId[appGateway] = payloadId;
    }

    function _optionsOf(address appGateway) private view returns (CallOptions memory) {
        PackedOptions memory packed = _options[appGateway];
        return
            CallOptions(
                packed.read,
                packed.parallel,
                packed.writeFinality,
                packed.gasLimit,
                packed.value,
                packed.readAtBlockNumber
            );
    }
}
