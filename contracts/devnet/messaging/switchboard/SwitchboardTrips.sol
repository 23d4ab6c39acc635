// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TRIP_ROLE, UN_TRIP_ROLE, WATCHER_ROLE} from "../access/Roles.sol";
import {Ids} from "../Ids.sol";
import {SwitchboardBase} from "./SwitchboardBase.sol";

/// @title Emergency stop of a switchboard
/// @notice Stopping is easy and local, resuming is not: a single watcher can trip the path that it watches, but only
/// holders of a role can trip everything or undo a trip. A tripped proposal stays tripped; the packet must be proposed
/// again. All of it is done by signature, which anybody may submit.
/// @dev The signed digests are hashes of the `abi.encode` of the action's name, hashed, this switchboard, the slugs, the
/// signer's next nonce and what is tripped.
abstract contract SwitchboardTrips is SwitchboardBase {
    bytes32 private constant TRIP_GLOBAL = keccak256("TRIP_GLOBAL");
    bytes32 private constant TRIP_PATH = keccak256("TRIP_PATH");
    bytes32 private constant TRIP_PROPOSAL = keccak256("TRIP_PROPOSAL");
    bytes32 private constant UN_TRIP_GLOBAL = keccak256("UN_TRIP_GLOBAL");
    bytes32 private constant UN_TRIP_PATH = keccak256("UN_TRIP_PATH");

    /// @notice Whether packets of every chain are blocked.
    bool public isGlobalTipped;
    /// @notice Whether packets of a chain are blocked.
    mapping(uint32 srcChainSlug => bool) public isPathTripped;
    /// @notice Whether a proposal of a packet is blocked.
    mapping(bytes32 packetId => mapping(uint256 proposalCount => bool)) public isProposalTripped;

    /// @notice Emitted when all packets are blocked or allowed again.
    event GlobalTripChanged(bool isGlobalTipped);
    /// @notice Emitted when packets of a chain are blocked or allowed again.
    event PathTripChanged(uint32 srcChainSlug, bool isPathTripped);
    /// @notice Emitted when a proposal of a packet is blocked for good.
    event ProposalTripped(bytes32 packetId, uint256 proposalCount);

    /// @notice Blocks packets of every chain.
    /// @param signature_ Signature of a holder of the trip role.
    function tripGlobal(uint256 nonce_, bytes calldata signature_) external {
        _useSignature(_globalDigest(TRIP_GLOBAL, nonce_, true), TRIP_ROLE, nonce_, signature_);
        _setGlobalTrip(true);
    }

    /// @notice Blocks packets of one chain.
    /// @param signature_ Signature of a watcher of that chain.
    function tripPath(uint256 nonce_, uint32 srcChainSlug_, bytes calldata signature_) external {
        bytes32 digest = _pathDigest(TRIP_PATH, srcChainSlug_, nonce_, true);
        _useSignature(digest, _roleOf(WATCHER_ROLE, srcChainSlug_), nonce_, signature_);
        _setPathTrip(srcChainSlug_, true);
    }

    /// @notice Blocks one proposal of a packet for good, as the response to a root that was never sealed.
    /// @param signature_ Signature of a watcher of the packet's chain.
    function tripProposal(
        uint256 nonce_,
        bytes32 packetId_,
        uint256 proposalCount_,
        bytes calldata signature_
    ) external {
        uint32 srcChainSlug = Ids.chainSlugOf(packetId_);
        bytes32 digest = keccak256(
            abi.encode(TRIP_PROPOSAL, address(this), srcChainSlug, chainSlug, nonce_, packetId_, proposalCount_)
        );
        _useSignature(digest, _roleOf(WATCHER_ROLE, srcChainSlug), nonce_, signature_);
        isProposalTripped[packetId_][proposalCount_] = true;
        emit ProposalTripped(packetId_, proposalCount_);
    }

    /// @notice Allows packets again. Tripped paths and proposals stay tripped.
    /// @param signature_ Signature of a holder of the untrip role.
    function unTrip(uint256 nonce_, bytes calldata signature_) external {
        _useSignature(_globalDigest(UN_TRIP_GLOBAL, nonce_, false), UN_TRIP_ROLE, nonce_, signature_);
        _setGlobalTrip(false);
    }

    /// @notice Allows packets of one chain again. Tripped proposals stay tripped.
    /// @param signature_ Signature of a holder of the untrip role.
    function unTripPath(uint256 nonce_, uint32 srcChainSlug_, bytes calldata signature_) external {
        bytes32 digest = _pathDigest(UN_TRIP_PATH, srcChainSlug_, nonce_, false);
        _useSignature(digest, UN_TRIP_ROLE, nonce_, signature_);
        _setPathTrip(srcChainSlug_, false);
    }

    function _isTripped(uint32 srcChainSlug, bytes32 packetId, uint256 proposalCount) internal view returns (bool) {
        return isGlobalTipped || isPathTripped[srcChainSlug] || isProposalTripped[packetId][proposalCount];
    }

    function _setGlobalTrip(bool isTripped) private {
        isGlobalTipped = isTripped;
        emit GlobalTripChanged(isTripped);
    }

    function _setPathTrip(uint32 srcChainSlug, bool isTripped) private {
        isPathTripped[srcChainSlug] = isTripped;
        emit PathTripChanged(srcChainSlug, isTripped);
    }

    function _globalDigest(bytes32 action, uint256 nonce, bool isTripped) private view returns (bytes32) {
        return keccak256(abi.encode(action, address(this), chainSlug, nonce, isTripped));
    }

    function _pathDigest(
        bytes32 action,
        uint32 srcChainSlug,
        uint256 nonce,
        bool isTripped
    ) private view returns (bytes32) {
        return keccak256(abi.encode(action, address(this), srcChainSlug, chainSlug, nonce, isTripped));
    }
}
