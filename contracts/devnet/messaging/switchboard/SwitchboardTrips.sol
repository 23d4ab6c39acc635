// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {Ids} from "../Ids.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";

/// @title Emergency stop of a switchboard
/// @notice Stopping is easy and local, resuming is not: a single watcher can trip the path that it watches, but only
/// holders of a role can trip everything or undo a trip. A tripped proposal stays tripped; the packet must be proposed
/// again.
/// @dev Every signature includes this switchboard, its chain and the signer's next nonce, so no signature can be
/// replayed.
abstract contract SwitchboardTrips is SwitchboardPaths {
    bytes32 public constant TRIP_ROLE = keccak256("TRIP_ROLE");
    bytes32 public constant UN_TRIP_ROLE = keccak256("UN_TRIP_ROLE");

    bytes32 public constant TRIP_GLOBAL = keccak256("TRIP_GLOBAL");
    bytes32 public constant TRIP_PATH = keccak256("TRIP_PATH");
    bytes32 public constant TRIP_PROPOSAL = keccak256("TRIP_PROPOSAL");
    bytes32 public constant UN_TRIP_GLOBAL = keccak256("UN_TRIP_GLOBAL");
    bytes32 public constant UN_TRIP_PATH = keccak256("UN_TRIP_PATH");

    bool public isGlobalTipped;
    mapping(uint32 srcChainSlug => bool) public isPathTripped;
    mapping(bytes32 packetId => mapping(uint256 proposalCount => bool)) public isProposalTripped;
    mapping(address signer => uint256) public nextNonce;

    event GlobalTripChanged(bool isGlobalTipped);
    event PathTripChanged(uint32 srcChainSlug, bool isPathTripped);
    event ProposalTripped(bytes32 packetId, uint256 proposalCount);

    error InvalidNonce();

    /// @notice Blocks packets of every chain.
    function tripGlobal(uint256 nonce_, bytes calldata signature_) external {
        _checkRole(TRIP_ROLE, _useSignature(TRIP_GLOBAL, "", nonce_, signature_));
        isGlobalTipped = true;
        emit GlobalTripChanged(true);
    }

    /// @notice Blocks packets of one chain.
    function tripPath(uint256 nonce_, uint32 srcChainSlug_, bytes calldata signature_) external {
        address signer = _useSignature(TRIP_PATH, abi.encode(srcChainSlug_), nonce_, signature_);
        if (!isWatcher[srcChainSlug_][signer]) revert WatcherNotFound();
        isPathTripped[srcChainSlug_] = true;
        emit PathTripChanged(srcChainSlug_, true);
    }

    /// @notice Blocks one proposal of a packet, as the response to a root that was never sealed.
    function tripProposal(
        uint256 nonce_,
        bytes32 packetId_,
        uint256 proposalCount_,
        bytes calldata signature_
    ) external {
        address signer = _useSignature(TRIP_PROPOSAL, abi.encode(packetId_, proposalCount_), nonce_, signature_);
        if (!isWatcher[Ids.chainSlugOf(packetId_)][signer]) revert WatcherNotFound();
        isProposalTripped[packetId_][proposalCount_] = true;
        emit ProposalTripped(packetId_, proposalCount_);
    }

    /// @notice Allows packets again.
    function unTripGlobal(uint256 nonce_, bytes calldata signature_) external {
        _checkRole(UN_TRIP_ROLE, _useSignature(UN_TRIP_GLOBAL, "", nonce_, signature_));
        isGlobalTipped = false;
        emit GlobalTripChanged(false);
    }

    /// @notice Allows packets of one chain again.
    function unTripPath(uint256 nonce_, uint32 srcChainSlug_, bytes calldata signature_) external {
        _checkRole(UN_TRIP_ROLE, _useSignature(UN_TRIP_PATH, abi.encode(srcChainSlug_), nonce_, signature_));
        isPathTripped[srcChainSlug_] = false;
        emit PathTripChanged(srcChainSlug_, false);
    }

    /// @notice Returns the digest that is signed to trip or untrip.
    /// @param action One of the constants above.
    /// @param subject ABI-encoded slug, ABI-encoded packet id and proposal count, or empty.
    function tripDigest(bytes32 action, bytes memory subject, uint256 nonce) public view returns (bytes32) {
        return keccak256(abi.encode(action, address(this), socket.chainSlug(), nonce, subject));
    }

    function _useSignature(
        bytes32 action,
        bytes memory subject,
        uint256 nonce,
        bytes calldata signature
    ) private returns (address signer) {
        bytes32 digest = MessageHashUtils.toEthSignedMessageHash(tripDigest(action, subject, nonce));
        signer = ECDSA.recover(digest, signature);
        if (nonce != nextNonce[signer]++) revert InvalidNonce();
    }
}
