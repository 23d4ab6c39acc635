// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IGatewayPlug} from "./interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "./interfaces/IGatewaySocket.sol";

/// @title The base of a contract that an app gateway acts through on a chain
/// @notice Guard with `onlySocket` what only the app gateway may do. To reach the app gateway, call the socket as if it were
/// the app gateway itself: that is a trigger.
///
/// Trust: whoever calls `initSocket` first decides which socket and app gateway are obeyed. A deployment through an app gateway
/// does so in the same transaction. After any other deployment, call it before the contract is worth taking over.
abstract contract PlugBase is IGatewayPlug {
    /// @notice What calls this contract for its app gateway; zero until they are connected.
    IGatewaySocket public socket__;

    /// @notice The app gateway's address, padded on the left; zero until they are connected.
    bytes32 public appGatewayId;

    /// @notice Only the app gateway may do this, through the socket. Call it from the app gateway, on its forwarder.
    error NotSocket();
    /// @notice The plug is connected already. A plug is connected once; deploy another to change its app gateway.
    error SocketAlreadyInitialized();

    modifier onlySocket() {
        if (msg.sender != address(socket__)) revert NotSocket();
        _;
    }

    /// @inheritdoc IGatewayPlug
    function initSocket(bytes32 appGatewayId_, address socket, address switchboard) public virtual {
        if (address(socket__) != address(0)) revert SocketAlreadyInitialized();
        socket__ = IGatewaySocket(socket);
        appGatewayId = appGatewayId_;
        socket__.connect(appGatewayId_, switchboard);
    }
}
