// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of the queue that turns messages to one chain into packets
interface ICapacitor {
    /// @notice Emitted when a message is added to a packet, before the socket's MessageOutbound in the same
    /// transaction.
    event MessageAdded(bytes32 packedMessage, uint64 packetCount, bytes32 newRootHash);

    /// @notice Queues a message. Only the socket can call it.
    function addPackedMessage(bytes32 packedMessage_) external;

    /// @notice Seals the next packet. Only the socket can call it.
    function sealPacket(uint256 batchSize_) external returns (bytes32 root, uint64 packetCount);

    /// @notice Returns the packet that the next seal closes; the root is zero when no packet is pending.
    function getNextPacketToBeSealed() external view returns (bytes32 root, uint64 packetCount);
}
