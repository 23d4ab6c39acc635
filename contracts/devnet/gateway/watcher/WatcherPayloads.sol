// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {CallOptions, CallType, PayloadParams, PromiseState} from "../../../gateway/GatewayTypes.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {WatcherConfig} from "./WatcherConfig.sol";

/// @title Part of the watcher contract that stores payloads
/// @notice A payload's content is in its event. Storage has only its digest, the inputs of its fee, and its stage.
abstract contract WatcherPayloads is WatcherConfig {
    using SafeCast for uint256;

    enum Stage {
        Queued,
        Finalized,
        Resolved
    }

    enum Trouble {
        None,
        OnChain,
        Callback
    }

    /// @dev Everything but the digest fits in one slot.
    struct Payload {
        bytes32 digest;
        CallType callType;
        Stage stage;
        Trouble trouble;
        uint40 requestCount;
        uint32 batchCount;
        uint64 gasLimit;
        uint96 value;
    }

    /// @dev A call that has no id yet.
    struct Draft {
        CallType callType;
        uint32 chainSlug;
        address target;
        bytes callData;
        CallOptions options;
        bytes32 contractId;
    }

    /// @notice Fee per unit of gas, in credits. Reads and schedules use no gas.
    uint256 public constant FEE_PER_GAS = 2e8;

    uint256 private constant DEFAULT_GAS_LIMIT = 500_000;
    /// @dev Storing the largest contract costs almost five million gas.
    uint256 private constant DEFAULT_DEPLOY_GAS_LIMIT = 8_000_000;

    mapping(bytes32 payloadId => Payload) internal _payloads;
    mapping(bytes32 payloadId => bytes32) private _callbackHashes;
    /// @dev Number of unresolved payloads in a batch.
    mapping(uint40 requestCount => mapping(uint40 batchCount => uint256)) internal _unresolvedInBatch;

    /// @inheritdoc IWatcherOperator
    function digestOf(bytes32 payloadId) external view returns (bytes32) {
        return _payload(payloadId).digest;
    }

    /// @inheritdoc IWatcher
    function getPayloadParams(bytes32 payloadId) external view returns (PayloadParams memory) {
        Payload storage payload = _payload(payloadId);
        return
            PayloadParams({
                payloadId: payloadId,
                requestCount: payload.requestCount,
                batchCount: payload.batchCount,
                callType: payload.callType,
                gasLimit: payload.gasLimit,
                value: payload.value,
                digest: payload.digest,
                state: promiseState(payloadId)
            });
    }

    /// @inheritdoc IWatcher
    function promiseState(bytes32 payloadId) public view returns (PromiseState) {
        Payload storage payload = _payload(payloadId);
        if (payload.stage == Stage.Resolved) return PromiseState.RESOLVED;
        if (payload.trouble == Trouble.OnChain) return PromiseState.ONCHAIN_REVERTING;
        if (payload.trouble == Trouble.Callback) return PromiseState.CALLBACK_REVERTING;
        if (_callbackHashes[payloadId] == bytes32(0)) return PromiseState.WAITING_FOR_CALLBACK_SELECTOR;
        return PromiseState.WAITING_FOR_CALLBACK_EXECUTION;
    }

    function _queuePayload(
        uint40 requestCount,
        uint32 batchCount,
        address appGateway,
        Draft memory draft
    ) internal returns (bytes32 payloadId) {
        CallOptions memory options = draft.options;
        address socket = address(0);
        if (draft.callType != CallType.SCHEDULE) socket = _chain(draft.chainSlug).socket;
        if (_makesNoTransaction(draft.callType)) {
            // It uses no gas and sends no value. Its digest names no socket, so the watcher's signature cannot execute
            // it as a write.
            options.gasLimit = 0;
            options.value = 0;
            socket = address(0);
        } else if (options.gasLimit == 0) {
            options.gasLimit = draft.callType == CallType.DEPLOY ? DEFAULT_DEPLOY_GAS_LIMIT : DEFAULT_GAS_LIMIT;
        }
        payloadId = _nextId();
        Payload storage payload = _payloads[payloadId];
        payload.digest = _digest(socket, payloadId, appGateway, draft);
        payload.requestCount = requestCount;
        payload.batchCount = batchCount;
        payload.callType = draft.callType;
        payload.gasLimit = options.gasLimit.toUint64();
        payload.value = options.value.toUint96();
        _unresolvedInBatch[requestCount][batchCount]++;
        emit PayloadQueued(
            payloadId,
            requestCount,
            appGateway,
            batchCount,
            draft.callType,
            draft.chainSlug,
            draft.target,
            draft.callData,
            options,
            draft.contractId
        );
    }

    function _setPayloadCallback(bytes32 payloadId, bytes4 selector, bytes calldata data) internal {
        _callbackHashes[payloadId] = _hashCallback(selector, data);
        emit CallbackSet(payloadId, selector, data);
    }

    function _requireCallback(bytes32 payloadId, bytes4 selector, bytes calldata data) internal view {
        bool isNone = selector == bytes4(0) && data.length == 0;
        bytes32 given = isNone ? bytes32(0) : _hashCallback(selector, data);
        if (given != _callbackHashes[payloadId]) revert InvalidCallback(payloadId);
    }

    function _hasCallback(bytes32 payloadId) internal view returns (bool) {
        return _callbackHashes[payloadId] != bytes32(0);
    }

    function _payload(bytes32 payloadId) internal view returns (Payload storage payload) {
        payload = _payloads[payloadId];
        if (payload.digest == bytes32(0)) revert UnknownPayload(payloadId);
    }

    /// @dev Returns the highest possible fee of a payload.
    function _dearestFee(Payload storage payload) internal view returns (uint256) {
        return _feeFor(payload, payload.gasLimit);
    }

    /// @dev Gas above the limit is not charged, whatever is reported.
    function _feeFor(Payload storage payload, uint256 gasUsed) internal view returns (uint256) {
        if (payload.callType == CallType.DISTRIBUTE_FEE) return 0;
        if (_makesNoTransaction(payload.callType)) return PAYLOAD_FEE;
        if (gasUsed > payload.gasLimit) gasUsed = payload.gasLimit;
        return PAYLOAD_FEE + gasUsed * FEE_PER_GAS + payload.value;
    }

    function _makesNoTransaction(CallType callType) private pure returns (bool) {
        return callType == CallType.READ || callType == CallType.SCHEDULE;
    }

    function _digest(
        address socket,
        bytes32 payloadId,
        address appGateway,
        Draft memory draft
    ) private pure returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    socket,
                    draft.chainSlug,
                    payloadId,
                    appGateway,
                    draft.target,
                    draft.options.value,
                    draft.options.gasLimit,
                    keccak256(draft.callData)
                )
            );
    }

    /// @dev Never zero, because zero means no callback.
    function _hashCallback(bytes4 selector, bytes calldata data) private pure returns (bytes32) {
        return keccak256(abi.encode(selector, data));
    }
}
