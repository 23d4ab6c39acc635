// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, CallType, PromiseState} from "../GatewayTypes.sol";

/// @title Contract of the gateway chain that accepts requests and coordinates their execution by the off-chain watcher
/// @notice A request contains the calls that one `async` function queued. Each call is a payload, and payloads are
/// grouped in batches: batches run sequentially, the payloads of a batch in parallel. The events contain everything
/// that the off-chain actors need.
/// @dev Payload and timeout ids are `gateway chain slug (32 bits) | this contract (160) | counter (64)`.
interface IWatcher {
    // --- called by the app gateway's base contract and by forwarders ---

    /// @notice Opens a request for the calling app gateway, or returns the open one, which nested calls join.
    function openRequest() external returns (uint40 requestCount);

    /// @notice Closes the caller's open request, holds `maxFees` of `consumeFrom`'s credits for it, and starts its
    /// first batch.
    /// @dev One call closes the request, however often it was opened. A request without payloads is discarded.
    /// @param maxFees Maximum fees of the request in credits.
    /// @param consumeFrom Account whose credits pay for the request.
    /// @param onCompleteData Data that `onRequestComplete` receives; may be empty.
    function closeRequest(uint256 maxFees, address consumeFrom, bytes calldata onCompleteData) external;

    /// @notice Queues a call in the open request of `appGateway`. Only a forwarder can call it.
    function queueCall(
        address appGateway,
        uint32 chainSlug,
        address target,
        bytes calldata callData
    ) external returns (bytes32 payloadId);

    /// @notice Queues a deployment in the caller's open request.
    /// @param contractId Logged in the payload's event to identify the deployment.
    /// @param chainSlug Chain to deploy to.
    /// @param isPlug Whether to connect the contract to the app gateway.
    /// @param creationCode Creation code followed by the constructor arguments.
    /// @param initCallData Calldata of a call to the contract right after its deployment; empty for none.
    function queueDeploy(
        bytes32 contractId,
        uint32 chainSlug,
        bool isPlug,
        bytes calldata creationCode,
        bytes calldata initCallData
    ) external returns (bytes32 payloadId);

    /// @notice Creates a request that pays `amount` to `receiver` on a chain. Only the fees manager can call it.
    /// @param account Owner of the credits: it pays the request's fees, and only it can cancel the request.
    function requestWithdrawal(
        address account,
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount);

    /// @notice Sets the options of the caller's next calls until its request closes.
    function setCallOptions(CallOptions calldata options) external;

    /// @notice Sets the callback of the call that the caller queued last, or of the timeout that it scheduled last.
    function setCallback(bytes4 selector, bytes calldata data) external;

    /// @notice Schedules a callback of the caller, which `setCallback` sets. Without a callback nothing runs.
    function schedule(uint256 delayInSeconds) external returns (bytes32 timeoutId);

    /// @notice Schedules a call of `target` with the calldata `payload` after a delay of at most 24 hours.
    function setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) external returns (bytes32 timeoutId);

    /// @notice Cancels the payloads of the caller's request that are not finalized and releases the credits still held
    /// for it.
    function cancelRequest(uint40 requestCount) external;

    /// @notice Raises the maximum fees of the caller's request and holds the additional credits immediately.
    function increaseFees(uint40 requestCount, uint256 newMaxFees) external;

    /// @notice Returns the open request of `appGateway`, or its last one if none is open.
    function currentRequestOf(address appGateway) external view returns (uint40 requestCount);

    /// @notice Returns whether `appGateway` has an open request, that is, whether one of its `async` functions is
    /// running.
    function isAsync(address appGateway) external view returns (bool);

    /// @notice Returns true only while the watcher runs a callback that `appGateway` set.
    function isPromiseOf(address appGateway) external view returns (bool);

    /// @notice Returns true only while the watcher calls `appGateway` for a trigger of one of its plugs, for a timeout
    /// that it set itself, or with `onRequestComplete` or `handleRevert`, which neither triggers nor timeouts can call.
    function isCallOf(address appGateway) external view returns (bool);

    /// @notice Returns the origin of the trigger that is being handled; zeros if there is none.
    function currentTrigger() external view returns (uint32 chainSlug, address plug);

    /// @notice Returns the progress of a payload and its callback.
    function promiseState(bytes32 payloadId) external view returns (PromiseState);

    // --- called by the off-chain actors ---

    /// @notice Finalizes a payload with the watcher's signature. Reverts with MaxFeesTooLow if the payload's highest
    /// possible fee would exceed the request's maximum fees.
    /// @param payloadId The payload.
    /// @param proof The watcher's signature over `digestOf(payloadId)`, for the socket of the payload's chain.
    function finalize(bytes32 payloadId, bytes calldata proof) external;

    /// @notice Submits the return data of a payload, runs its callback, charges its fee, and advances the request.
    /// @dev If the callback reverts, it reverts with the callback's error, and the call can be retried. The contract
    /// stores only a hash of the callback, which makes queueing cheaper; the watcher reads the callback from
    /// CallbackSet.
    /// @param payloadId The payload.
    /// @param selector Selector of its callback; zero if it has none.
    /// @param data Data of its callback; empty if it has none.
    /// @param returnData What the call returned.
    /// @param gasUsed Gas that the call used on its chain; zero for a read.
    function resolvePayload(
        bytes32 payloadId,
        bytes4 selector,
        bytes calldata data,
        bytes calldata returnData,
        uint256 gasUsed
    ) external;

    /// @notice Records that a payload or its callback reverts and is no longer retried, and calls the app gateway's
    /// `handleRevert`.
    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external;

    /// @notice Runs a timeout that is due.
    function resolveTimeout(bytes32 timeoutId) external;

    /// @notice Calls `appGateway` for a trigger of one of its plugs. Each trigger is handled once.
    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 chainSlug,
        address plug,
        bytes calldata payload
    ) external;

    /// @notice Returns the digest of a payload, which the watcher signs and the socket of the payload's chain verifies.
    /// @dev Computed as in IGatewaySocket.digestOf. The digest of a read has the zero address as its socket, so no
    /// socket can execute it as a write.
    function digestOf(bytes32 payloadId) external view returns (bytes32);

    // --- events ---

    /// @notice Emitted when a call, read or deployment is added to a request. `target` and `callData` are the call that
    /// the chain's socket makes. `contractId` is zero except for a deployment.
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
    /// @notice Emitted when `then` sets the callback of a payload: the app gateway's function `selector` is called with
    /// `data` and with what the payload returned.
    event CallbackSet(bytes32 indexed payloadId, bytes4 selector, bytes data);
    /// @notice Emitted when an `async` function ends and its payloads are submitted as one request. `maxFees` credits
    /// of `consumeFrom` are held, and the transmitter is paid from the named fee pool.
    event RequestSubmitted(
        uint40 indexed requestCount,
        address indexed appGateway,
        address consumeFrom,
        uint256 maxFees,
        uint32 feePoolChain,
        address feePoolToken
    );
    /// @notice Emitted when the watcher finalizes a payload. It can now run on its chain and can no longer be
    /// cancelled.
    event PayloadFinalized(bytes32 indexed payloadId, bytes32 digest, bytes proof);
    /// @notice Emitted when a payload is resolved: its result is known, its callback ran, and `fee` credits were
    /// charged.
    event PayloadResolved(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 fee);
    /// @notice Emitted when a payload is no longer retried. `isOnchain` is true if its target reverts, false if its
    /// callback does; `revertData` is the revert data. After the cause is fixed, the payload can still be resolved.
    event PayloadReverted(bytes32 indexed payloadId, bool isOnchain, bytes revertData);
    /// @notice Emitted when a request's maximum fees are raised; a request that ran out of fees continues. A request
    /// whose maximum was zero gets its fee pool with this event.
    event MaxFeesIncreased(uint40 indexed requestCount, uint256 maxFees, uint32 feePoolChain, address feePoolToken);
    /// @notice Emitted when a request is cancelled. If fees were charged, the payload that pays the transmitter is
    /// queued in the same transaction and is immediately ready.
    event RequestCancelled(uint40 indexed requestCount);
    /// @notice Emitted when every payload that the app gateway queued is resolved. `fee` credits were charged, and the
    /// payload that pays the transmitter is queued.
    event RequestSettled(uint40 indexed requestCount, uint256 fee);
    /// @notice Emitted when a timeout is set: `target` is called with the calldata `payload` once the chain reaches
    /// `executeAt`, in Unix seconds. For a scheduled callback, it is emitted when `then` sets the callback.
    event TimeoutScheduled(
        bytes32 indexed timeoutId,
        address indexed scheduler,
        address indexed target,
        bytes payload,
        uint256 executeAt
    );
    /// @notice Emitted when a timeout ran and its call did not revert.
    event TimeoutResolved(bytes32 indexed timeoutId);
    /// @notice Emitted when a plug's trigger was passed to its app gateway.
    event TriggerHandled(bytes32 indexed triggerId, address indexed appGateway);

    // --- errors ---

    /// @notice A call to another chain was made with no open request. Add the modifier `async` to the function that
    /// makes the call.
    error AsyncModifierNotSet();
    /// @notice Only a forwarder can queue a call. Call a forwarder from `forwarderAddresses` or
    /// `getOrDeployForwarderContract`.
    error NotForwarder(address caller);
    /// @notice Only the watcher's own account can call this function. App gateways and users do not need it.
    error NotWatcher(address caller);
    /// @notice Only the fees manager can call this function. To withdraw credits, call `withdrawCredits` on the fees
    /// manager.
    error NotFeesManager(address caller);
    /// @notice `then` was called without a call, deployment or `_setSchedule` immediately before. Call it right after
    /// one, once each.
    error CallbackWithoutCall();
    /// @notice The gateway does not serve a chain with this slug. Compare the slug with the configured chains.
    error UnknownChain(uint32 chainSlug);
    /// @notice No timeout has this id, or its callback was never set. Call `then` right after `_setSchedule`.
    error UnknownTimeout(bytes32 timeoutId);
    /// @notice The submitted callback differs from the one that CallbackSet logged for this payload. Pass the logged
    /// callback.
    error InvalidCallback(bytes32 payloadId);
    /// @notice The payload is already marked as reverting in this way. No action is needed.
    error AlreadyReverted(bytes32 payloadId);
    /// @notice Timeouts and triggers cannot call the gateway's own contracts, nor `onRequestComplete` or `handleRevert`
    /// of an app gateway. Call another function of your app gateway.
    error ForbiddenCall(address target, bytes4 selector);
    /// @notice No payload of this watcher contract has this id. Take the id from PayloadQueued.
    error UnknownPayload(bytes32 payloadId);
    /// @notice The payload is not finalized. Finalize it before submitting its result.
    error NotFinalized(bytes32 payloadId);
    /// @notice The payload is already finalized. No action is needed.
    error AlreadyFinalized(bytes32 payloadId);
    /// @notice The payload is already resolved. No action is needed.
    error AlreadyResolved(bytes32 payloadId);
    /// @notice The batch before this payload's batch is not complete. Wait until it is.
    error BatchNotReady(bytes32 payloadId);
    /// @notice The request may cost `required` credits, but its maximum is `maxFees`. Call `_increaseFees` with at
    /// least `required`. A new maximum must exceed the old one.
    error MaxFeesTooLow(uint256 required, uint256 maxFees);
    /// @notice Only the app gateway or account that owns the request can cancel it or raise its fees.
    error NotRequestOwner(uint40 requestCount, address caller);
    /// @notice The request does not exist, or its `async` function has not ended. Wait until RequestSubmitted is
    /// emitted.
    error RequestNotSubmitted(uint40 requestCount);
    /// @notice The request is complete or cancelled and can no longer be changed.
    error RequestOver(uint40 requestCount);
    /// @notice The delay exceeds `longest`, in seconds. Use a shorter one, and schedule again when it has passed.
    error TimeoutTooLong(uint256 delayInSeconds, uint256 longest);
    /// @notice The timeout is not due. Wait until the gateway chain's time reaches `executeAt`.
    error TimeoutNotDue(bytes32 timeoutId, uint256 executeAt);
    /// @notice The timeout already ran. Each timeout runs once.
    error TimeoutAlreadyResolved(bytes32 timeoutId);
    /// @notice The trigger was already handled. Each trigger is handled once.
    error TriggerAlreadyHandled(bytes32 triggerId);
    /// @notice The signature is not the watcher's over this payload's digest. Sign the digest that `digestOf` returns.
    error InvalidProof();
}
