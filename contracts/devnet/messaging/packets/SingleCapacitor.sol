// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICapacitor} from "../../../interfaces/ICapacitor.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";

/// @title Capacitor of single-message packets
/// @notice A packet's root is the packed message itself, so inclusion needs no proof and no message waits for others.
contract SingleCapacitor is ICapacitor {
    /// @notice The only account that can add messages and seal packets.
    address public immutable socket;

    uint64 private _nextPacketCount;
    uint64 private _nextSealCount;
    /// @inheritdoc ICapacitor
    mapping(uint64 packetCount => bytes32 root) public getRootByCount;

    /// @notice The caller is not the capacitor's socket. Send and seal through the socket.
    error OnlySocket();

    modifier onlySocket() {
        if (msg.sender != socket) revert OnlySocket();
        _;
    }

    constructor(address socket_) {
        socket = socket_;
    }

    /// @inheritdoc ICapacitor
    function addPackedMessage(bytes32 packedMessage_) external onlySocket {
        uint64 packetCount = _nextPacketCount++;
        getRootByCount[packetCount] = packedMessage_;
        emit MessageAdded(packedMessage_, packetCount, packedMessage_);
    }

    /// @inheritdoc ICapacitor
    /// @dev Any batch size is accepted, because it has no meaning for single-message packets.
    function sealPacket(uint256) external onlySocket returns (bytes32 root, uint64 packetCount) {
        (root, packetCount) = getNextPacketToBeSealed();
        if (root == bytes32(0)) revert ISocket.NoPendingPacket();
        _nextSealCount = packetCount + 1;
    }

    /// @inheritdoc ICapacitor
    function getLastFilledPacket() external view returns (uint256 packetCount) {
        return _nextPacketCount == 0 ? 0 : _nextPacketCount - 1;
    }

    /// @inheritdoc ICapacitor
    function getMaxPacketLength() external pure returns (uint256) {
        return 1;
    }

    /// @inheritdoc ICapacitor
    function getNextPacketToBeSealed() public view returns (bytes32 root, uint64 packetCount) {
        packetCount = _nextSealCount;
        root = getRootByCount[packetCount];
    }
}
