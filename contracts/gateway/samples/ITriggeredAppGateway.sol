// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title App gateway interface for calls of plugs through their socket
interface ITriggeredAppGateway {
    function onReport(address reporter, uint256 amount) external;
}
