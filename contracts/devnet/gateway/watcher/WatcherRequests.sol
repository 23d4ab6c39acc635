// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {CallOptions, CallType, RequestParams} from "../../../gateway/GatewayTypes.sol";
import {IFeesPlug} from "../../../gateway/interfaces/IFeesPlug.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {WatcherQueue} from "./WatcherQueue.sol";

/// @title Part of the watcher contract that stores requests
abstract contract WatcherRequests is WatcherQueue {
    using SafeCast for uint256;

    enum RequestStage {
        None,
        Submitted,
        Settled,
        Cancelled
    }

    /// @param owner The app gateway, or the account that withdraws.
    /// @param batchCount The current batch.
    /// @param reverting Number of unresolved payloads that are marked as reverted. While there are any, no credits are
    /// held for the request.
    /// @param promised Fees charged plus the highest possible fees of payloads in progress.
    /// @param paid Fees charged that the transmitter has received.
    struct Request {
        address owner;
        RequestStage stage;
        bool isWithdrawal;
        uint32 batchCount;
        uint32 lastBatchCount;
        uint16 reverting;
        address consumeFrom;
        uint32 feePoolChain;
        uint128 maxFees;
        uint128 charged;
        uint128 promised;
        uint128 paid;
        address feePoolToken;
        bytes onCompleteData;
    }

    uint40 private _requestCount;
    mapping(uint40 requestCount => Request) internal _requests;
    /// @dev The only payload of a withdrawal.
    mapping(uint40 requestCount => bytes32 payloadId) private _withdrawals;

    /// @inheritdoc IRequestQueue
    function openRequest() external returns (uint40 requestCount) {
        Session storage session = _sessions[msg.sender];
        if (session.isOpen) return session.requestCount;
        requestCount = ++_requestCount;
        _sessions[msg.sender] = Session(false, true, requestCount, 0, 0);
    }

    /// @inheritdoc IRequestQueue
    function closeRequest(uint256 maxFees, address consumeFrom, bytes calldata onCompleteData) external {
        Session memory session = _sessions[msg.sender];
        if (!session.isOpen) revert AsyncModifierNotSet();
        _sessions[msg.sender] = Session(false, false, session.requestCount, 0, 0);
        delete _options[msg.sender];
        if (session.payloadCount == 0) return;

        Request storage request = _requests[session.requestCount];
        request.lastBatchCount = session.batchCount;
        if (onCompleteData.length > 0) request.onCompleteData = onCompleteData;
        address payer = consumeFrom == address(0) ? msg.sender : consumeFrom;
        _submit(session.requestCount, msg.sender, payer, maxFees);
    }

    /// @inheritdoc IWatcherOperator
    function requestWithdrawal(
        address account,
        uint32 slug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external onlyFeesManager returns (uint40 requestCount) {
        requestCount = ++_requestCount;
        bytes memory callData = abi.encodeCall(IFeesPlug.withdrawFees, (token, receiver, amount));
        _requests[requestCount].isWithdrawal = true;
        _withdrawals[requestCount] = _queueForFeesPlug(requestCount, 0, CallType.WITHDRAW, slug, callData);
        _submit(requestCount, account, account, maxFees);
    }

    /// @inheritdoc IWatcher
    function cancelRequest(uint40 requestCount) external {
        Request storage request = _ownRequest(requestCount);
        request.stage = RequestStage.Cancelled;
        emit RequestCancelled(requestCount);
        _pay(requestCount, request);
        // A finalized withdrawal may be paid at any moment, so its amount is not returned.
        if (request.isWithdrawal && _payloads[_withdrawals[requestCount]].stage == Stage.Queued) {
            feesManager__.release(requestCount);
        }
    }

    /// @inheritdoc IWatcher
    function increaseFees(uint40 requestCount, uint256 newMaxFees) external {
        Request storage request = _ownRequest(requestCount);
        uint256 maxFees = request.maxFees;
        if (newMaxFees <= maxFees) revert MaxFeesTooLow(maxFees, newMaxFees);
        request.maxFees = newMaxFees.toUint128();
        if (request.reverting == 0) _hold(requestCount, request, newMaxFees - maxFees);
        emit MaxFeesIncreased(requestCount, newMaxFees, request.feePoolChain, request.feePoolToken);
    }

    /// @inheritdoc IWatcher
    function getRequestParams(uint40 requestCount) external view returns (RequestParams memory) {
        Request storage request = _requests[requestCount];
        return
            RequestParams({
                appGateway: request.owner,
                consumeFrom: request.consumeFrom,
                maxFees: request.maxFees,
                fees: request.charged,
                currentBatch: request.batchCount,
                isCancelled: request.stage == RequestStage.Cancelled,
                isExecuted: request.stage == RequestStage.Settled,
                onCompleteData: request.onCompleteData
            });
    }

    /// @dev Spends the charged fees, releases the rest, and queues the transmitter's payment
    /// unless it comes from wrapped credits.
    function _pay(uint40 requestCount, Request storage request) internal {
        uint256 fee = request.charged - request.paid;
        request.paid = request.charged;
        feesManager__.settle(requestCount, fee, transmitter);
        uint32 slug = request.feePoolChain;
        // The fees manager has paid what comes from wrapped credits.
        if (fee == 0 || slug == chainSlug) return;
        uint32 batchCount = request.lastBatchCount + 1;
        bytes memory callData = abi.encodeCall(IFeesPlug.distributeFee, (request.feePoolToken, transmitter, fee));
        _queueForFeesPlug(requestCount, batchCount, CallType.DISTRIBUTE_FEE, slug, callData);
    }

    /// @dev Reverts with the actual cause, in whatever order an app gateway and the actors call.
    function _runningRequest(uint40 requestCount) internal view returns (Request storage request) {
        request = _requests[requestCount];
        if (request.stage == RequestStage.None) revert RequestNotSubmitted(requestCount);
        if (request.stage != RequestStage.Submitted) revert RequestOver(requestCount);
    }

    function _ownRequest(uint40 requestCount) private view returns (Request storage request) {
        request = _requests[requestCount];
        if (request.stage != RequestStage.None && request.owner != msg.sender) {
            revert NotRequestOwner(requestCount, msg.sender);
        }
        return _runningRequest(requestCount);
    }

    function _submit(uint40 requestCount, address owner, address consumeFrom, uint256 maxFees) private {
        Request storage request = _requests[requestCount];
        request.owner = owner;
        request.consumeFrom = consumeFrom;
        request.stage = RequestStage.Submitted;
        request.maxFees = maxFees.toUint128();
        _hold(requestCount, request, maxFees);
        emit RequestSubmitted(requestCount, owner, consumeFrom, maxFees, request.feePoolChain, request.feePoolToken);
        _startSchedules(requestCount, 0);
    }

    function _hold(uint40 requestCount, Request storage request, uint256 amount) internal {
        (request.feePoolChain, request.feePoolToken) = feesManager__.hold(
            requestCount,
            request.owner,
            request.consumeFrom,
            amount
        );
    }

    /// @dev A chain's fees plug belongs to the fees manager as a plug belongs to its app gateway.
    function _queueForFeesPlug(
        uint40 requestCount,
        uint32 batchCount,
        CallType callType,
        uint32 slug,
        bytes memory callData
    ) private returns (bytes32 payloadId) {
        CallOptions memory options;
        address target = _chain(slug).feesPlug;
        Draft memory draft = Draft(callType, slug, target, callData, options, bytes32(0));
        return _queuePayload(requestCount, batchCount, address(feesManager__), draft);
    }
}
