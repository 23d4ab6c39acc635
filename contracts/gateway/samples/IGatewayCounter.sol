// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Counter interface for calls through a forwarder
/// @notice No function returns a value or is a view: calls are queued, and results arrive in a callback.
interface IGatewayCounter {
    function add(uint256 amount) external;
    function counter() external;
}
