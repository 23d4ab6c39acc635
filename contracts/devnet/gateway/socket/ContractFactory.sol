// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGatewayPlug} from "../../../gateway/interfaces/IGatewayPlug.sol";
import {IGatewaySocket} from "../../../gateway/interfaces/IGatewaySocket.sol";

/// @title Deploys app gateways' contracts on a chain
/// @notice For whom and under which id it deploys is asked from the socket, not taken from calldata: nobody can deploy in
/// another app gateway's name, nor take the address of another payload's deployment.
contract ContractFactory {
    IGatewaySocket public immutable socket__;
    /// @notice The switchboard that plugs are connected through.
    address public immutable switchboard;

    event ContractDeployed(bytes32 indexed payloadId, address indexed appGateway, address deployed);

    error NotSocket(address caller);
    error InitFailed(address deployed);

    constructor(IGatewaySocket socket_, address switchboard_) {
        socket__ = socket_;
        switchboard = switchboard_;
    }

    /// @notice Deploys for the payload that runs now, at the CREATE2 address whose salt is the payload's id. Then connects
    /// the contract to its app gateway if it is a plug, and then makes its first call if there is one.
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

    /// @dev A constructor's own error is what its author wants to read.
    function _bubbleRevert() private pure {
        assembly ("memory-safe") {
            let data := mload(0x40)
            returndatacopy(data, 0, returndatasize())
            revert(data, returndatasize())
        }
    }
}
