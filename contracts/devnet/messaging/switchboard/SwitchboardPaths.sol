// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {GOVERNANCE_ROLE, TRIP_ROLE, UN_TRIP_ROLE} from "../access/Roles.sol";
import {Ids} from "../Ids.sol";
import {SwitchboardFees} from "./SwitchboardFees.sol";
import {SwitchboardTrips} from "./SwitchboardTrips.sol";

/// @title Part of a switchboard that opens paths to other chains
abstract contract SwitchboardPaths is SwitchboardFees, SwitchboardTrips {
    /// @notice A path that is open from the start.
    /// @param siblingSwitchboard This switchboard's counterpart on the other chain.
    /// @param switchboardFees Fee of a message to that chain for one watcher, in wei of this chain.
    /// @param verificationOverheadFees Fee that repays the executor there for the gas of verification.
    /// @param watchers Accounts that watch packets from that chain.
    struct Path {
        uint32 siblingChainSlug;
        address siblingSwitchboard;
        uint128 switchboardFees;
        uint128 verificationOverheadFees;
        address[] watchers;
    }

    uint256 private constant MAX_PACKET_LENGTH = 1;
    uint256 private constant SINGLE_MESSAGE_CAPACITOR = 1;

    /// @notice Count of a chain's first packet that is allowed. Older packets were verified by another switchboard.
    mapping(uint32 siblingChainSlug => uint256) public initialPacketCount;

    /// @param paths Paths to open, which saves the devnet a transaction for each. The owner gets the roles to trip and
    /// untrip.
    constructor(address owner_, Path[] memory paths) {
        _grantRole(TRIP_ROLE, owner_);
        _grantRole(UN_TRIP_ROLE, owner_);
        for (uint256 i = 0; i < paths.length; i++) {
            Path memory path = paths[i];
            uint32 slug = path.siblingChainSlug;
            _register(slug, MAX_PACKET_LENGTH, SINGLE_MESSAGE_CAPACITOR, 0, path.siblingSwitchboard);
            for (uint256 j = 0; j < path.watchers.length; j++) _addWatcher(slug, path.watchers[j]);
            _setFees(slug, path.switchboardFees, path.verificationOverheadFees);
        }
    }

    /// @notice Opens a path to another chain. Grant the roles of that chain and set its fees afterwards.
    /// @param maxPacketLength_ Maximum number of messages in a packet.
    /// @param capacitorType_ Must be 1: single-message packets.
    /// @param initialPacketCount_ Count of that chain's first packet that is allowed.
    function registerSiblingSlug(
        uint32 siblingChainSlug_,
        uint256 maxPacketLength_,
        uint256 capacitorType_,
        uint256 initialPacketCount_,
        address siblingSwitchboard_
    ) external onlyRole(GOVERNANCE_ROLE) {
        _register(siblingChainSlug_, maxPacketLength_, capacitorType_, initialPacketCount_, siblingSwitchboard_);
    }

    /// @notice Names this switchboard's counterpart on another chain anew.
    function updateSibling(uint32 siblingChainSlug_, address siblingSwitchboard_) external onlyRole(GOVERNANCE_ROLE) {
        socket__.useSiblingSwitchboard(siblingChainSlug_, siblingSwitchboard_);
    }

    /// @inheritdoc ISwitchboard
    function allowPacket(
        bytes32 root_,
        bytes32 packetId_,
        uint256 proposalCount_,
        uint32 srcChainSlug_,
        uint256 proposeTime_
    ) external view returns (bool) {
        if (_isTripped(srcChainSlug_, packetId_, proposalCount_)) return false;
        if (Ids.counterOf(packetId_) < initialPacketCount[srcChainSlug_]) return false;
        return _isVerified(root_, proposeTime_);
    }

    function _addWatcher(uint32 srcChainSlug, address watcher) internal virtual;

    /// @dev Returns whether this kind of switchboard believes a root that was proposed at a time.
    function _isVerified(bytes32 root, uint256 proposeTime) internal view virtual returns (bool);

    function _register(
        uint32 siblingChainSlug,
        uint256 maxPacketLength,
        uint256 capacitorType,
        uint256 initialCount,
        address siblingSwitchboard
    ) private {
        initialPacketCount[siblingChainSlug] = initialCount;
        socket__.registerSwitchboardForSibling(siblingChainSlug, maxPacketLength, capacitorType, siblingSwitchboard);
    }
}
