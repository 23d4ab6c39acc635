// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGatewayPlug} from "../../../gateway/interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";

/// @title Deployer of app gateways' contracts on a chain
/// @notice It takes the app gateway and the payload id from the socket, not from calldata: nobody can deploy on behalf
/// of another app gateway or occupy the address of another payload's deployment.
contract ContractFactory {
    IGatewaySocket public immutable socket__;
    /// @notice Switchboard that plugs are connected through.
    address public immutable switchboard;

    event ContractDeployed(bytes32 indexed payloadId, address indexed appGateway, address deployed);

    error NotSocket(address caller);
    error InitFailed(address deployed);

    constructor(IGatewaySocket socket_, address switchboard_) {
        socket__ = socket_;
        switchboard = switchboard_;
    }

    /// @notice Deploys a contract for the current payload with CREATE2, with the payload id as the salt. Then connects
    /// it to its app gateway if it is a plug, and makes its first call if there is one.
    function deploy(
        bytes memory creationCode,
        bool isPlug,
        bytes calldata initCallData
    ) external payable returns (address deployed) {
        if (msg.sender != address(socket__)) revert NotSocket(msg.sender);
        (bytes32 payloadId, address appGateway) = socket__.currentPayload();
        assembly ("memory-safe") {
            deployed := create2(callvalue(), add(creationCode, 0x20), mload(creationCode), payloadId)
        }
        if (deployed == address(0)) _bubbleRevert();
        if (isPlug) {
            IGatewayPlug(deployed).initSocket(bytes32(uint256(uint160(appGateway))), msg.sender, switchboard);
        }
        if (initCallData.length > 0) {
            if (deployed.code.length == 0) revert InitFailed(deployed);
            (bool success, ) = deployed.call(initCallData);
            if (!success) _bubbleRevert();
        }
        emit ContractDeployed(payloadId, appGateway, deployed);
    }

    /// @dev Reverts with the constructor's own error, which its author needs to see.
    function _bubbleRevert() private pure {
        assembly ("memory-safe") {
            let data := mload(0x40)
            returndatacopy(data, 0, returndatasize())
            revert(data, returndatasize())
        }
    }
}
