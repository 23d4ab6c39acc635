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

    /// @notice Returns the root of a packet; zero if the packet has no message yet.
    function getRootByCount(uint64 packetCount_) external view returns (bytes32 root);

    /// @notice Returns the count of the last full packet; also zero when there is none.
    function getLastFilledPacket() external view returns (uint256 packetCount);

    /// @notice Returns the maximum number of messages in a packet.
    function getMaxPacketLength() external view returns (uint256);
}
