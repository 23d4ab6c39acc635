// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IGatewayPlug} from "../gateway/interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "../gateway/interfaces/IGatewaySocket.sol";

/// @title A contract on a chain that does what a test says
contract GatewayTarget is IGatewayPlug {
    uint256 public number;
    uint256 public sets;
    uint256 public gasGiven;
    IGatewaySocket public socket__;

    bool private _refuses;
    address private _reactionTo;
    bytes private _reaction;

    error InABadState(uint256 number);

    receive() external payable {}

    function initSocket(bytes32 appGatewayId, address socket, address switchboard) external {
        socket__ = IGatewaySocket(socket);
        socket__.connect(appGatewayId, switchboard);
    }

    function set(uint256 number_) external payable {
        if (_refuses) revert InABadState(number_);
        number = number_;
        sets++;
        gasGiven = gasleft();
        address to = _reactionTo;
        if (to == address(0)) return;
        _reactionTo = address(0);
        (bool success, bytes memory revertData) = to.call(_reaction);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(revertData, 0x20), mload(revertData))
        }
    }

    function refuse(bool isRefused) external {
        _refuses = isRefused;
    }

    /// @notice Says what to do inside the next `set`.
    function reactWith(address to, bytes calldata data) external {
        (_reactionTo, _reaction) = (to, data);
    }

    function callAppGateway(bytes calldata payload) external returns (bytes memory) {
        (bool success, bytes memory data) = address(socket__).call(payload);
        if (success) return data;
        assembly ("memory-safe") {
            revert(add(data, 0x20), mload(data))
        }
    }

    function longAnswer(uint256 length) external pure returns (bytes memory) {
        return new bytes(length);
    }
}
