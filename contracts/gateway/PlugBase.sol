// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IGatewayPlug} from "./interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "./interfaces/IGatewaySocket.sol";

/// @title Base contract for plugs of app gateways
/// @notice Use `onlySocket` on functions that only the app gateway may call. To call the app gateway, call the socket
/// as if it were the app gateway: that is a trigger, which the app gateway accepts after `_setValidPlug`.
///
/// Trust: the first caller of `initSocket` chooses the socket and the app gateway that this contract obeys. A
/// deployment through an app gateway calls it in the same transaction. After any other deployment, call it before the
/// contract holds anything of value, or connect in the constructor with `_connectSocket`, which closes `initSocket`.
abstract contract PlugBase is IGatewayPlug {
    /// @notice Contract that calls this one for its app gateway; zero until connected.
    IGatewaySocket public socket__;

    /// @notice Address of the app gateway, left-padded to 32 bytes; zero until connected.
    bytes32 public appGatewayId;

    /// @notice Options of this plug's triggers. The devnet's socket does not read them.
    bytes public overrides;

    bool private _isSocketInitialized;

    /// @notice Emitted when the plug leaves its app gateway, which can then no longer call it.
    event ConnectorPlugDisconnected();

    /// @notice The caller is not the socket. Call this function from the app gateway, on the contract's forwarder.
    error NotSocket();
    /// @notice The plug is already connected. Connect a plug once; to change its app gateway, deploy another plug.
    error SocketAlreadyInitialized();

    /// @notice Allows only the app gateway, which calls through the socket.
    modifier onlySocket() {
        if (msg.sender != address(socket__)) revert NotSocket();
        _;
    }

    /// @notice Allows one call, and none once the plug is connected. An override of `initSocket` needs it.
    modifier socketInitializer() {
        if (_isSocketInitialized) revert SocketAlreadyInitialized();
        _isSocketInitialized = true;
        _;
    }

    /// @notice Returns 1 once the plug was connected, and `initSocket` can no longer be called; 0 before.
    function isSocketInitialized() public view returns (uint256) {
        return _isSocketInitialized ? 1 : 0;
    }

    /// @inheritdoc IGatewayPlug
    function initSocket(bytes32 appGatewayId_, address socket, address switchboard) external virtual socketInitializer {
        _connectSocket(appGatewayId_, socket, switchboard);
    }

    /// @notice Connects the plug to an app gateway, or to another one than before.
    /// @param appGatewayId_ Address of the app gateway, left-padded to 32 bytes.
    /// @param socket Socket of this chain.
    /// @param switchboard Switchboard to connect through.
    function _connectSocket(bytes32 appGatewayId_, address socket, address switchboard) internal {
        _isSocketInitialized = true;
        _setSocket(socket);
        appGatewayId = appGatewayId_;
        socket__.connect(appGatewayId_, switchboard);
    }

    /// @notice Disconnects the plug from its app gateway.
    /// @dev Forgets the socket too: a socket lets any app gateway call a contract that is not connected.
    function _disconnectSocket() internal {
        socket__.disconnect();
        delete socket__;
        delete appGatewayId;
        emit ConnectorPlugDisconnected();
    }

    /// @notice Sets the socket without connecting to an app gateway. `initSocket` can still be called.
    function _setSocket(address socket) internal {
        socket__ = IGatewaySocket(socket);
    }

    /// @notice Sets the options of this plug's triggers.
    function _setOverrides(bytes memory overrides_) internal {
        overrides = overrides_;
    }
}
