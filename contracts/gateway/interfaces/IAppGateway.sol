// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title What the watcher calls on an app gateway
interface IAppGateway {
    /// @notice Every payload of a request is resolved.
    /// @param onCompleteData What was given when the request was closed.
    function onRequestComplete(uint40 requestCount, bytes calldata onCompleteData) external;

    /// @notice A payload, or its callback, reverts and is no longer tried.
    function handleRevert(bytes32 payloadId) external;
}
