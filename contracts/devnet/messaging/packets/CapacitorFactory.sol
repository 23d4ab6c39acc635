// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ICapacitorFactory} from "../interfaces/ICapacitorFactory.sol";
import {SingleCapacitor} from "./SingleCapacitor.sol";
import {SingleDecapacitor} from "./SingleDecapacitor.sol";

/// @title Factory of single-message capacitors
contract CapacitorFactory is ICapacitorFactory {
    uint256 private constant SINGLE_MESSAGE_CAPACITOR = 1;
    uint256 private constant MAX_PACKET_LENGTH = 10;

    /// @dev Stateless, so one instance serves every path.
    address private immutable _decapacitor = address(new SingleDecapacitor());

    /// @notice A packet of this length is not supported. Ask for at most 10 messages.
    error PacketLengthNotAllowed();

    /// @inheritdoc ICapacitorFactory
    function deploy(
        uint256 capacitorType_,
        uint32,
        uint256 maxPacketLength_
    ) external returns (address capacitor, address decapacitor) {
        if (maxPacketLength_ > MAX_PACKET_LENGTH) revert PacketLengthNotAllowed();
        if (capacitorType_ != SINGLE_MESSAGE_CAPACITOR) revert ISocket.InvalidCapacitorType();
        return (address(new SingleCapacitor(msg.sender)), _decapacitor);
    }
}
