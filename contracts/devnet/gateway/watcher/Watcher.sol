// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {CallType} from "../../../gateway/GatewayTypes.sol";
import {IAppGateway} from "../../../gateway/interfaces/IAppGateway.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {WatcherConfig} from "./WatcherConfig.sol";
import {WatcherRequests} from "./WatcherRequests.sol";

/// @title The devnet's watcher contract
/// @notice The inherited parts accept requests; this one lets the off-chain actors execute them step by step. It has no
/// owner. Only its operator can advance a payload, and needs the watcher's signature for it.
contract Watcher is WatcherRequests {
    using SafeCast for uint256;

    constructor(Config memory config) WatcherConfig(config) {}

    /// @inheritdoc IWatcherOperator
    /// @dev Adds up the highest possible fees of all payloads in progress, so that together they cannot exceed the
    /// maximum.
    function finalize(bytes32 payloadId, bytes calldata proof) external onlyOperator {
        Payload storage payload = _payload(payloadId);
        if (payload.stage != Stage.Queued) revert AlreadyFinalized(payloadId);
        bytes32 digest = payload.digest;
        _requireSigned(digest, proof);
        // The transmitter is paid after a request, from the fees already charged.
        if (payload.callType != CallType.DISTRIBUTE_FEE) {
            Request storage request = _runningRequest(payload.requestCount);
            if (payload.batchCount != request.batchCount) revert BatchNotReady(payloadId);
            uint256 promised = request.promised + _dearestFee(payload);
            if (promised > request.maxFees) revert MaxFeesTooLow(promised, request.maxFees);
            request.promised = promised.toUint128();
        }
        payload.stage = Stage.Finalized;
        emit PayloadFinalized(payloadId, digest, proof);
    }

    /// @inheritdoc IWatcherOperator
    /// @dev Writes all state before the callback runs: a callback that reenters finds its payload resolved and paid.
    function resolvePayload(
        bytes32 payloadId,
        bytes4 selector,
        bytes calldata data,
        bytes calldata returnData,
        uint256 gasUsed
    ) external onlyOperator {
        Payload storage payload = _payload(payloadId);
        if (payload.stage == Stage.Resolved) revert AlreadyResolved(payloadId);
        if (payload.stage != Stage.Finalized) revert NotFinalized(payloadId);
        _requireCallback(payloadId, selector, data);
        if (payload.callType == CallType.SCHEDULE) {
            _requireDue(payloadId);
            emit TimeoutResolved(payloadId);
        }
        payload.stage = Stage.Resolved;

        uint40 requestCount = payload.requestCount;
        Request storage request = _requests[requestCount];
        if (payload.trouble != Trouble.None) _resume(requestCount, request);
        uint256 fee = _charge(request, payload, gasUsed);
        uint256 unresolved = --_unresolvedInBatch[requestCount][payload.batchCount];
        bool isBatchOver = unresolved == 0 && payload.callType != CallType.DISTRIBUTE_FEE;
        if (isBatchOver) {
            request.batchCount++;
            if (request.stage == RequestStage.Submitted) _startSchedules(requestCount, request.batchCount);
        }
        emit PayloadResolved(payloadId, requestCount, fee);

        if (_hasCallback(payloadId)) {
            _callPromise(request.owner, abi.encodeWithSelector(selector, data, returnData));
        }
        // The callback may have cancelled the request.
        if (isBatchOver && request.stage == RequestStage.Submitted && request.batchCount > request.lastBatchCount) {
            _settle(requestCount, request);
        }
    }

    /// @inheritdoc IWatcherOperator
    /// @dev A request that reverts keeps no credits of its payer. A marked payload can still be resolved after its target
    /// or app gateway is fixed; what the rest of the request may cost is then held again.
    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external onlyOperator {
        Payload storage payload = _payload(payloadId);
        if (payload.stage == Stage.Resolved) revert AlreadyResolved(payloadId);
        if (payload.stage != Stage.Finalized) revert NotFinalized(payloadId);
        Trouble trouble = isOnchain ? Trouble.OnChain : Trouble.Callback;
        if (payload.trouble == trouble) revert AlreadyReverted(payloadId);
        emit PayloadReverted(payloadId, isOnchain, revertData);

        Request storage request = _requests[payload.requestCount];
        bool isFirst = payload.trouble == Trouble.None && request.reverting++ == 0;
        payload.trouble = trouble;
        if (isFirst && request.stage == RequestStage.Submitted) _pay(payload.requestCount, request);
        if (!request.isWithdrawal) _tryHandleRevert(request.owner, payloadId);
    }

    /// @dev The last payload that reverted no longer does.
    function _resume(uint40 requestCount, Request storage request) private {
        if (--request.reverting > 0 || request.stage != RequestStage.Submitted) return;
        _hold(requestCount, request, request.maxFees - request.paid);
    }

    /// @dev A settled or cancelled request is already paid for, so later results are free, and so are those of a request
    /// that reverts: nothing is held for it.
    function _charge(Request storage request, Payload storage payload, uint256 gasUsed) private returns (uint256 fee) {
        if (request.stage != RequestStage.Submitted) return 0;
        if (request.reverting == 0) fee = _feeFor(payload, gasUsed);
        request.charged += fee.toUint128();
        request.promised -= (_dearestFee(payload) - fee).toUint128();
    }

    function _settle(uint40 requestCount, Request storage request) private {
        request.stage = RequestStage.Settled;
        emit RequestSettled(requestCount, request.charged);
        _pay(requestCount, request);
        // A withdrawal belongs to an account, which may not be an app gateway.
        if (request.isWithdrawal) return;
        _callOwn(request.owner, abi.encodeCall(IAppGateway.onRequestComplete, (requestCount, request.onCompleteData)));
    }
}
