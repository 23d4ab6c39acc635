// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Decides which packets may be believed
/// @notice A plug names one for each direction of a connection, and with it chooses whom it trusts.
interface ISwitchboard {
    /// @notice Whether messages of a proposed packet may run.
    /// @param root_ The root that was proposed.
    /// @param srcChainSlug_ Chain that the packet comes from.
    /// @param proposeTime_ When it was proposed, in seconds.
    function allowPacket(
        bytes32 root_,
        bytes32 packetId_,
        uint256 proposalCount_,
        uint32 srcChainSlug_,
        uint256 proposeTime_
    ) external view returns (bool);

    /// @notice The two fees of a message to that chain, in wei: one for the switchboard, and one that repays the
    /// executor for the gas of verification.
    function getMinFees(
        uint32 dstChainSlug_
    ) external view returns (uint128 switchboardFees, uint128 verificationOverheadFees);
}
