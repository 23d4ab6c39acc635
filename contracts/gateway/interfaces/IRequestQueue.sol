// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions} from "../GatewayTypes.sol";

/// @title The watcher contract, as the base contracts of app gateways and forwarders use it
/// @notice A request contains the calls that one `async` function queued. Each call is a payload, and payloads are
/// grouped in batches: batches run sequentially, the payloads of a batch in parallel. The errors are those of IWatcher.
/// @dev Payload and timeout ids are `gateway chain slug (32 bits) | this contract (160) | counter (64)`.
interface IRequestQueue {
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

    /// @notice Queues a pause in the caller's open request: the payload is done `delayInSeconds` after its batch begins,
    /// and its callback then runs. Payloads of later batches wait for it.
    /// @param delayInSeconds Seconds to wait, at most 24 hours.
    function schedule(uint256 delayInSeconds) external returns (bytes32 payloadId);

    /// @notice Sets the options of the caller's next calls until its request closes.
    function setCallOptions(CallOptions calldata options) external;

    /// @notice Sets the callback of the call, deployment or schedule that the caller queued last.
    function setCallback(bytes4 selector, bytes calldata data) external;

    /// @notice Sets the callback of a call that `appGateway` queued in its open request. Only a forwarder can call it.
    function setCallbackOf(address appGateway, bytes32 payloadId, bytes4 selector, bytes calldata data) external;

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
}
