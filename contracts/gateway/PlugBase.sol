// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IGatewayPlug} from "./interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "./interfaces/IGatewaySocket.sol";

/// @title Base contract for plugs of app gateways
/// @notice Use `onlySocket` on functions that only the app gateway may call. To call the app gateway, call the socket
/// as if it were the app gateway: that is a trigger.
///
/// Trust: the first caller of `initSocket` chooses the socket and the app gateway that this contract obeys. A
/// deployment through an app gateway calls it in the same transaction. After any other deployment, call it before the
/// contract holds anything of value.
abstract contract PlugBase is IGatewayPlug {
    /// @notice Contract that calls this one for its app gateway; zero until connected.
    IGatewaySocket public socket__;

    /// @notice Address of the app gateway, left-padded to 32 bytes; zero until connected.
    bytes32 public appGatewayId;

    /// @notice The caller is not the socket. Call this function from the app gateway, on the contract's forwarder.
    error NotSocket();
    /// @notice The plug is already connected. Connect a plug once; to change its app gateway, deploy another plug.
    error SocketAlreadyInitialized();

    /// @notice Allows only the app gateway, which calls through the socket.
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
