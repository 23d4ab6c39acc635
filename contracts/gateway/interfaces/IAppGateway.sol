// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Functions that the watcher calls on an app gateway
interface IAppGateway {
    /// @notice Called when every payload of a request is resolved.
    /// @param requestCount The request.
    /// @param onCompleteData Data that was passed when the request was closed.
    function onRequestComplete(uint40 requestCount, bytes calldata onCompleteData) external;

    /// @notice Called when a payload or its callback reverts and is no longer retried.
    function handleRevert(bytes32 payloadId) external;
}
