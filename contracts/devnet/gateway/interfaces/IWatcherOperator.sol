// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallOptions, CallType} from "../../../gateway/GatewayTypes.sol";

/// @title The watcher contract, as the off-chain actors and the fees manager use it
/// @notice The events contain everything that the actors need.
interface IWatcherOperator {
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

    /// @notice Records that a payload or its callback reverts and is no longer retried, pays what its request has used,
    /// releases the other credits, and calls the app gateway's `handleRevert`.
    function markRevert(bytes32 payloadId, bool isOnchain, bytes calldata revertData) external;

    /// @notice Runs a timeout that is due.
    function resolveTimeout(bytes32 timeoutId) external;

    /// @notice Calls `appGateway` for a trigger of one of its plugs, for the fee of a payload. Each trigger is handled
    /// once, and only from a plug that the app gateway has accepted.
    function callAppGateway(
        bytes32 triggerId,
        address appGateway,
        uint32 chainSlug,
        address plug,
        bytes calldata payload
    ) external;

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
    /// @notice Emitted when a batch with a schedule begins: the payload is done once the chain reaches `executeAt`, in
    /// Unix seconds.
    event ScheduleStarted(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 executeAt);
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
    /// `executeAt`, in Unix seconds.
    event TimeoutScheduled(
        bytes32 indexed timeoutId,
        address indexed scheduler,
        address indexed target,
        bytes payload,
        uint256 executeAt
    );
    /// @notice Emitted when a timeout ran and its call did not revert, and when a schedule was resolved.
    event TimeoutResolved(bytes32 indexed timeoutId);
    /// @notice Emitted when a plug's trigger was passed to its app gateway.
    event TriggerHandled(bytes32 indexed triggerId, address indexed appGateway);

    // --- errors ---

    /// @notice Only the watcher's own account can call this function. App gateways and users do not need it.
    error NotWatcher(address caller);
    /// @notice Only the fees manager can call this function. To withdraw credits, call `withdrawCredits` on the fees
    /// manager.
    error NotFeesManager(address caller);
    /// @notice No timeout has this id. Take the id from TimeoutScheduled.
    error UnknownTimeout(bytes32 timeoutId);
    /// @notice The submitted callback differs from the one that CallbackSet logged for this payload. Pass the logged
    /// callback.
    error InvalidCallback(bytes32 payloadId);
    /// @notice The payload is already marked as reverting in this way. No action is needed.
    error AlreadyReverted(bytes32 payloadId);
    /// @notice The payload is not finalized. Finalize it before submitting its result.
    error NotFinalized(bytes32 payloadId);
    /// @notice The payload is already finalized. No action is needed.
    error AlreadyFinalized(bytes32 payloadId);
    /// @notice The payload is already resolved. No action is needed.
    error AlreadyResolved(bytes32 payloadId);
    /// @notice The batch before this payload's batch is not complete. Wait until it is.
    error BatchNotReady(bytes32 payloadId);
    /// @notice The timeout or schedule is not due. Wait until the gateway chain's time reaches `executeAt`.
    error TimeoutNotDue(bytes32 timeoutId, uint256 executeAt);
    /// @notice The timeout already ran. Each timeout runs once.
    error TimeoutAlreadyResolved(bytes32 timeoutId);
    /// @notice The trigger was already handled. Each trigger is handled once.
    error TriggerAlreadyHandled(bytes32 triggerId);
    /// @notice The signature is not the watcher's over this payload's digest. Sign the digest that `digestOf` returns.
    error InvalidProof();
}
