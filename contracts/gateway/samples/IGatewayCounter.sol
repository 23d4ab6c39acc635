// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title How an app gateway sees its counters, through their forwarders
/// @notice Nothing returns a value here, and nothing is a view: a call is queued, and its result comes to a callback.
interface IGatewayCounter {
    function add(uint256 amount) external;
    function counter() external;
}
