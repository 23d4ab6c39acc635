// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title The queue in which messages to one chain become packets
interface ICapacitor {
    /// @notice A message joined a packet. Logged before the socket's MessageOutbound, in the same transaction.
    event MessageAdded(bytes32 packedMessage, uint64 packetCount, bytes32 newRootHash);

    /// @notice Queues a message. Only the socket may call.
    function addPackedMessage(bytes32 packedMessage_) external;

    /// @notice Closes the next packet. Only the socket may call.
    function sealPacket(uint256 batchSize_) external returns (bytes32 root, uint64 packetCount);

    /// @notice What the next seal will close; the root is zero while nothing waits.
    function getNextPacketToBeSealed() external view returns (bytes32 root, uint64 packetCount);
}
