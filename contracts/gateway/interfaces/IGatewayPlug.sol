// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title What a contract of an app gateway on a chain gives, so that the two can be connected
interface IGatewayPlug {
    /// @notice Connects the contract to its app gateway. Works once.
    function initSocket(bytes32 appGatewayId, address socket, address switchboard) external;
}
