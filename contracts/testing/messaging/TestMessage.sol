// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @dev How far a message has come, in the words of the messaging API.
enum Stage {
    RECEIVED,
    SEALED,
    PROPOSED,
    ATTESTED,
    EXECUTION_SUCCESS
}

/// @dev A message that a plug sent.
/// @param minMsgGasLimit Gas that `inbound` is given: exactly what the sender asked for.
/// @param executionFee Wei that the executor earns.
/// @param executionParams What the message delivers beside its payload: zero, or a native value.
/// @param root Root of the message's packet; the packed message itself.
/// @param switchboard Switchboard that the packet was proposed to; zero before.
/// @param proposalCount Which proposal of the packet this is.
/// @param proposedAt When it was proposed, in Unix seconds.
/// @param attempts How often it was executed, whether or not `inbound` reverted.
/// @param revertData What the last attempt reverted with.
struct TestMessage {
    bytes32 msgId;
    uint32 srcChainSlug;
    uint32 dstChainSlug;
    address srcPlug;
    address dstPlug;
    uint256 minMsgGasLimit;
    uint256 executionFee;
    bytes32 executionParams;
    bytes payload;
    bytes32 packetId;
    bytes32 root;
    address switchboard;
    uint256 proposalCount;
    uint256 proposedAt;
    uint256 attempts;
    bytes revertData;
    Stage stage;
}
