// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, CallType, PromiseState} from "../GatewayTypes.sol";

/// @title The contract of the gateway chain that takes requests, and lets the off-chain watcher carry them out
/// @notice A request is what one `async` function queued. Its calls are payloads, in batches: batches run one after another,
/// the payloads of a batch side by side. Everything that the off-chain actors need is in the events.
/// @dev Payload and timeout ids are `gateway chain slug (32 bits) | this contract (160) | counter (64)`.
interface IWatcher {
    // --- what the app gateway's base and the forwarders call ---

    /// @notice Opens a request of the calling app gateway, or gives the one that is open: nested calls join it.
    function openRequest() external returns (uint40 requestCount);

    /// @notice Closes the caller's open request, holds `maxFees` of `consumeFrom`'s credits for it, and starts its first batch.
    /// @dev Closes it however often it was opened. A request without payloads vanishes. `onCompleteData` comes back in `onRequestComplete`; empty for none.
    function closeRequest(uint256 maxFees, address consumeFrom, bytes calldata onCompleteData) external;

    /// @notice Queues a call in the request that `appGateway` has open. Only a forwarder may.
    function queueCall(
        address appGateway,
        uint32 chainSlug,
        address target,
        bytes calldata callData
    ) external returns (bytes32 payloadId);

    /// @notice Queues a deployment in the caller's open request.
    /// @param contractId Goes into the payload's event, so that the deployment can be found by it.
    function queueDeploy(
        bytes32 contractId,
        uint32 chainSlug,
        bool isPlug,
        bytes calldata creationCode,
        bytes calldata initCallData
    ) external returns (bytes32 payloadId);

    /// @notice Makes a request that pays `amount` out to `receiver` on a chain. Only the fees manager may.
    /// @param account Whose credits these are: it pays the request's fees, and it alone can cancel the request.
    function requestWithdrawal(
        address account,
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount);

    /// @notice Sets how the caller's next calls are made, until its request closes.
    function setCallOptions(CallOptions calldata options) external;

    /// @notice Sets the callback of the call that the caller queued last, or of the timeout that it scheduled last.
    function setCallback(bytes4 selector, bytes calldata data) external;

    /// @notice Schedules a callback of the caller; `setCallback` says which. Nothing runs without it.
    function schedule(uint256 delayInSeconds) external returns (bytes32 timeoutId);

    /// @notice Has `target` called with `payload` after a delay of 24 hours at most.
    function setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) external returns (bytes32 timeoutId);

    /// @notice Takes back what of the caller's request is not finalized yet, and frees the credits it still holds.
    function cancelRequest(uint40 requestCount) external;

    /// @notice Lets the caller's request cost more. More credits are held for it at once.
    function increaseFees(uint40 requestCount, uint256 newMaxFees) external;

    /// @notice The request that `appGateway` has open; the one it had open last otherwise.
    function currentRequestOf(address appGateway) external view returns (uint40 requestCount);

    /// @notice Whether `appGateway` is inside an `async` function now.
    function isAsync(address appGateway) external view returns (bool);

    /// @notice True only while the watcher runs a callback that `appGateway` asked for.
    function isPromiseOf(address appGateway) external view returns (bool);

    /// @notice True only while the watcher calls `appGateway` for a trigger of one of its plugs, for a timeout that it set itself,
    /// or with `onRequestComplete` or `handleRevert`, which neither triggers nor timeouts can reach.
    function isCallOf(address appGateway) external view returns (bool);

    /// @notice Where the trigger that is being handled came from; zeros otherwise.
    function currentTrigger() external view returns (uint32 chainSlug, address plug);

    function promiseState(bytes32 payloadId) external view returns (PromiseState);

    // --- what the off-chain actors call ---

    /// @notice Signs a payload off. Reverts with MaxFeesTooLow when its dearest outcome would pass the request's maximum.
    /// @param proof The watcher's signature over `digestOf(payloadId)`, for the socket of the payload's chain.
    function finalize(bytes32 payloadId, bytes calldata proof) external;

    /// @notice Hands in what a payload returned, runs its callback, charges its fee, and goes on with the request.
    /// @dev Reverts with the callback's own error when that reverts, so that it can be tried again. Only a hash of the callback
    /// is kept here, which is cheaper for whoever queues; the watcher has the rest from CallbackSet. Zeros for no callback.
    /// @param gasUsed What the call took on its chain; zero for a read.
    function resolvePayload(
        bytes32 payloadId,
        bytes4 selector,
        bytes calldata data,
        bytes calldata returnData,
        uint256 gasUsed
    ) external;

    /// @notice Says that a payload, or its callback, reverts and is no longer tried. Calls the app gateway's `handleRevert`.
    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external;

    function resolveTimeout(bytes32 timeoutId) external;

    /// @notice Calls `appGateway` for a trigger of one of its plugs, once.
    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 chainSlug,
        address plug,
        bytes calldata payload
    ) external;

    /// @notice What the watcher signs of a payload, and the socket of the payload's chain checks.
    /// @dev As in IGatewaySocket.digestOf; a read's names the zero address as its socket, so that no socket ever runs it as a write.
    function digestOf(bytes32 payloadId) external view returns (bytes32);

    // --- events ---

    /// @notice A call, a read or a deployment joined a request. `target` and `callData` are what the chain's socket
    /// is asked to call. `contractId` is zero but for a deployment.
    event PayloadQueued(
        bytes32 indexed payloadId,
        uint40 indexed requestCount,
        address indexed appGateway,
        uint40 batchCount,
        CallType callType,
        uint32 chainSlug,
        address target,
        bytes callData,
        CallOptions options,
        bytes32 contractId
    );
    /// @notice `then` set the callback of a payload: the function `selector` of the app gateway is called with `data`
    /// and what the payload returned.
    event CallbackSet(bytes32 indexed payloadId, bytes4 selector, bytes data);
    /// @notice An `async` function ended, and its payloads go out as one request. `maxFees` credits of `consumeFrom`
    /// are held; the transmitter is paid from the fee pool named here.
    event RequestSubmitted(
        uint40 indexed requestCount,
        address indexed appGateway,
        address consumeFrom,
        uint256 maxFees,
        uint32 feePoolChain,
        address feePoolToken
    );
    /// @notice The watcher signed a payload off. From now on it can run on its chain and cannot be cancelled.
    event PayloadFinalized(bytes32 indexed payloadId, bytes32 digest, bytes proof);
    /// @notice A payload's result is known here, its callback ran, and `fee` credits were charged for it.
    event PayloadResolved(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 fee);
    /// @notice A payload is no longer tried. `isOnchain` tells whether its target reverts or its callback;
    /// `revertData` says why. Mend that, and it can still be resolved.
    event PayloadReverted(bytes32 indexed payloadId, bool isOnchain, bytes revertData);
    /// @notice A request may cost more now, and goes on if it ran out of fees. A request that could cost nothing
    /// before has its fee pool only now.
    event MaxFeesIncreased(uint40 indexed requestCount, uint256 maxFees, uint32 feePoolChain, address feePoolToken);
    /// @notice A request was taken back. When something was charged, the payload that pays the transmitter is queued
    /// in the same transaction, and it is ready at once.
    event RequestCancelled(uint40 indexed requestCount);
    /// @notice Every payload that the author queued is resolved, and `fee` was charged. The payload that pays the
    /// transmitter is queued.
    event RequestSettled(uint40 indexed requestCount, uint256 fee);
    /// @notice `target` is called with `payload` as it stands here, once `executeAt` has come. A scheduled callback
    /// is logged when `then` says which.
    event TimeoutScheduled(
        bytes32 indexed timeoutId,
        address indexed scheduler,
        address indexed target,
        bytes payload,
        uint256 executeAt
    );
    /// @notice A timeout ran, and the call that it makes did not revert.
    event TimeoutResolved(bytes32 indexed timeoutId);
    /// @notice A plug's trigger was handed to its app gateway.
    event TriggerHandled(bytes32 indexed triggerId, address indexed appGateway);

    // --- errors ---

    /// @notice A call that goes to another chain was made with no request open. Put the modifier `async` on the
    /// function that makes it.
    error AsyncModifierNotSet();
    /// @notice Only a forwarder may queue a call. Call the forwarder in `forwarderAddresses`, or one of
    /// `getOrDeployForwarderContract`.
    error NotForwarder(address caller);
    /// @notice Only the watcher's own account may do this. App gateways and users need not.
    error NotWatcher(address caller);
    /// @notice Only the fees manager may do this. To withdraw credits, call its `withdrawCredits`.
    error NotFeesManager(address caller);
    /// @notice `then` has nothing to wait for. Call it right after a call, a deployment or `_setSchedule`, once for
    /// each.
    error NoCallToAnswer();
    /// @notice The gateway does not serve a chain with this slug. Check the slug against the chains that are
    /// configured.
    error UnknownChain(uint32 chainSlug);
    /// @notice No timeout has this id, or it was scheduled and `then` never said what to call.
    error UnknownTimeout(bytes32 timeoutId);
    /// @notice The callback that was handed in is not the one that CallbackSet logged for this payload.
    error InvalidCallback(bytes32 payloadId);
    /// @notice The payload is marked as reverting in this way already.
    error AlreadyReverted(bytes32 payloadId);
    /// @notice A timeout or a trigger may not call the gateway's own contracts, nor `onRequestComplete` or
    /// `handleRevert` of an app gateway. Call a function of your own instead.
    error ForbiddenCall(address target, bytes4 selector);
    /// @notice No payload has this id here. Take the id from PayloadQueued of this watcher contract.
    error UnknownPayload(bytes32 payloadId);
    /// @notice The payload is not signed off yet. Finalize it before its result is handed in.
    error NotFinalized(bytes32 payloadId);
    /// @notice The payload was signed off before.
    error AlreadyFinalized(bytes32 payloadId);
    /// @notice The payload's result was handed in before.
    error AlreadyResolved(bytes32 payloadId);
    /// @notice The batch of this payload has to wait for the batch before it.
    error BatchNotReady(bytes32 payloadId);
    /// @notice The fees do not suffice: the request may cost `required` credits, but no more than `maxFees` are
    /// allowed. Call `_increaseFees` with at least `required`. When raising, the new maximum has to be above the old
    /// one.
    error MaxFeesTooLow(uint256 required, uint256 maxFees);
    /// @notice Only the app gateway or account whose request it is may cancel it or raise its fees.
    error NotRequestOwner(uint40 requestCount, address caller);
    /// @notice The request does not exist, or its `async` function has not ended yet.
    error RequestNotSubmitted(uint40 requestCount);
    /// @notice The request is complete or cancelled, so it can no longer be changed.
    error RequestOver(uint40 requestCount);
    /// @notice The delay is longer than `longest`. Choose a shorter one, and schedule again when it is over.
    error TimeoutTooLong(uint256 delayInSeconds, uint256 longest);
    /// @notice The time of this timeout has not come. Wait until the gateway chain reaches `executeAt`.
    error TimeoutNotDue(bytes32 timeoutId, uint256 executeAt);
    /// @notice The timeout ran before. Each runs once.
    error TimeoutAlreadyResolved(bytes32 timeoutId);
    /// @notice The trigger was handed over before. Each is handed over once.
    error TriggerAlreadyHandled(bytes32 triggerId);
    /// @notice The signature is not the watcher's over the digest of this payload. Sign what `digestOf` gives.
    error InvalidProof();
}
