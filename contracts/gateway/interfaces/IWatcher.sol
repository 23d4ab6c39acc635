// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {PayloadParams, PromiseState, RequestParams} from "../GatewayTypes.sol";

/// @title The gateway chain's watcher contract, as authors of app gateways use it
/// @notice It accepts requests and coordinates their execution by the off-chain watcher. The base contracts and
/// forwarders queue calls through IRequestQueue; the functions below are for an app gateway's own code and for scripts.
interface IWatcher {
    /// @notice Returns the request that the caller has open, or its last one if none is open.
    function getCurrentRequestCount() external view returns (uint40 requestCount);

    /// @notice Returns the slug of the chain of the trigger that is being handled; zero if there is none.
    function triggerFromChainSlug() external view returns (uint32 chainSlug);

    /// @notice Returns the plug of the trigger that is being handled; zero if there is none.
    function triggerFromPlug() external view returns (address plug);

    /// @notice Accepts the triggers of a plug for the calling app gateway, or stops accepting them. All others are
    /// refused.
    /// @param isValid Whether the plug may trigger the app gateway.
    /// @param chainSlug Chain of the plug.
    /// @param plug Address of the plug on its chain.
    function setValidPlug(bool isValid, uint32 chainSlug, address plug) external;

    /// @notice Does what {setValidPlug} does, under the name that app gateways know.
    function setIsValidPlug(bool isValid, uint32 chainSlug, address plug) external;

    /// @notice Returns whether a plug may trigger an app gateway.
    function isValidPlug(address appGateway, uint32 chainSlug, address plug) external view returns (bool);

    /// @notice Schedules a call of `target` with the calldata `payload` after a delay of at most 24 hours. The caller
    /// pays the fee of a payload, in credits, at once.
    function setTimeout(
        address target,
        bytes calldata payload,
        uint256 delayInSeconds
    ) external returns (bytes32 timeoutId);

    /// @notice Schedules a call of the caller itself, with the arguments in the order of older app gateways.
    function setTimeout(uint256 delayInSeconds, bytes calldata payload) external returns (bytes32 timeoutId);

    /// @notice Cancels the payloads of the caller's request that are not finalized and releases the credits still held
    /// for it.
    function cancelRequest(uint40 requestCount) external;

    /// @notice Raises the maximum fees of the caller's request and holds the additional credits immediately, or with the
    /// others once no payload of the request reverts.
    function increaseFees(uint40 requestCount, uint256 newMaxFees) external;

    /// @notice Returns the slug of the gateway chain.
    function evmxSlug() external view returns (uint32 slug);

    /// @notice Returns a request; zeros if there is none with this number, or its `async` function has not ended.
    function getRequestParams(uint40 requestCount) external view returns (RequestParams memory);

    /// @notice Returns a payload.
    function getPayloadParams(bytes32 payloadId) external view returns (PayloadParams memory);

    /// @notice Returns the progress of a payload and its callback.
    function promiseState(bytes32 payloadId) external view returns (PromiseState);

    // --- errors ---

    /// @notice A call to another chain was made with no open request. Add the modifier `async` to the function that
    /// makes the call.
    error AsyncModifierNotSet();
    /// @notice The app gateway has not accepted triggers of this plug. Call `_setValidPlug` once the plug is deployed,
    /// or `setValidPlug` for a plug that the app gateway did not deploy.
    error InvalidPlug(address appGateway, uint32 chainSlug, address plug);
    /// @notice Only a forwarder can queue a call. Call a forwarder from `forwarderAddresses` or
    /// `getOrDeployForwarderContract`.
    error NotForwarder(address caller);
    /// @notice `then` was called without a call, deployment or `_setSchedule` immediately before. Call it right after
    /// one, once each.
    error CallbackWithoutCall();
    /// @notice The gateway does not serve a chain with this slug. Compare the slug with the configured chains.
    error UnknownChain(uint32 chainSlug);
    /// @notice Timeouts and triggers cannot call the gateway's own contracts, nor `onRequestComplete` or `handleRevert`
    /// of an app gateway. Call another function of your app gateway.
    error ForbiddenCall(address target, bytes4 selector);
    /// @notice No payload of this watcher contract has this id. Take the id from PayloadQueued.
    error UnknownPayload(bytes32 payloadId);
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
}
