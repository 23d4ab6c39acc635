// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title How plugs see their app gateway, through their socket
interface ITriggeredAppGateway {
    function onReport(address reporter, uint256 amount) external;
}
