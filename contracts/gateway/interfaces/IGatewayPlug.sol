// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of contracts that can be connected to an app gateway
interface IGatewayPlug {
    /// @notice Connects the contract to its app gateway. It can be called once.
    /// @param appGatewayId Address of the app gateway, left-padded to 32 bytes.
    /// @param socket Socket of this chain.
    /// @param switchboard Switchboard to connect through.
    function initSocket(bytes32 appGatewayId, address socket, address switchboard) external;
}
