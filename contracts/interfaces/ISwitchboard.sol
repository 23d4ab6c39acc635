// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of contracts that verify packets
/// @notice A plug chooses one switchboard for each direction of a connection, and thereby whom it trusts.
interface ISwitchboard {
    /// @notice Returns whether the messages of a proposed packet may be executed.
    /// @param root_ Root that was proposed.
    /// @param packetId_ Packet that the root was proposed for.
    /// @param proposalCount_ Which proposal of that packet this is.
    /// @param srcChainSlug_ Slug of the packet's source chain.
    /// @param proposeTime_ When the root was proposed, as a Unix timestamp in seconds.
    function allowPacket(
        bytes32 root_,
        bytes32 packetId_,
        uint256 proposalCount_,
        uint32 srcChainSlug_,
        uint256 proposeTime_
    ) external view returns (bool);

    /// @notice Returns the fees of a message to a chain, in wei.
    /// @return switchboardFees Fee that the switchboard earns.
    /// @return verificationOverheadFees Fee that repays the executor for the gas of verification.
    function getMinFees(
        uint32 dstChainSlug_
    ) external view returns (uint128 switchboardFees, uint128 verificationOverheadFees);
}
