// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {Ids} from "../Ids.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";
import {SwitchboardTrips} from "./SwitchboardTrips.sol";

/// @title Switchboard that trusts its watchers
/// @notice Allows a packet once every watcher of its path has attested it, or once the timeout has passed and nothing
/// was tripped. Signatures are recovered, so anyone can submit them.
contract FastSwitchboard is ISwitchboard, SwitchboardPaths, SwitchboardTrips {
    /// @notice Seconds after which a proposed packet is allowed without attestations.
    uint256 public immutable timeoutInSeconds;

    /// @notice Whether a watcher has attested a digest.
    mapping(address watcher => mapping(bytes32 digest => bool)) public isAttested;
    /// @notice Number of watchers that attested a root.
    mapping(bytes32 root => uint256) public attestations;

    /// @dev Attestations count per root: a watcher that attests the root of a second proposal must not count twice.
    mapping(address watcher => mapping(bytes32 root => bool)) private _vouchesFor;

    event ProposalAttested(
        bytes32 packetId,
        uint256 proposalCount,
        bytes32 root,
        address watcher,
        uint256 attestationsCount
    );

    error AlreadyAttested();

    constructor(
        address admin,
        ISocket socket_,
        uint256 timeoutInSeconds_,
        Path[] memory paths
    ) SwitchboardPaths(admin, socket_, paths) {
        timeoutInSeconds = timeoutInSeconds_;
        _grantRole(TRIP_ROLE, admin);
        _grantRole(UN_TRIP_ROLE, admin);
    }

    /// @notice Records that a watcher verified a proposed root against the root sealed on the source chain.
    function attest(bytes32 packetId_, uint256 proposalCount_, bytes32 root_, bytes calldata signature_) external {
        bytes32 proposed = socket.packetIdRoots(packetId_, proposalCount_, address(this));
        if (proposed == bytes32(0)) revert ISocket.InvalidPacketId();
        if (proposed != root_) revert ISocket.InvalidRoot();

        bytes32 digest = keccak256(abi.encode(address(this), socket.chainSlug(), packetId_, proposalCount_, root_));
        address watcher = ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(digest), signature_);
        if (!isWatcher[Ids.chainSlugOf(packetId_)][watcher]) revert WatcherNotFound();
        if (_vouchesFor[watcher][root_]) revert AlreadyAttested();

        _vouchesFor[watcher][root_] = true;
        isAttested[watcher][digest] = true;
        emit ProposalAttested(packetId_, proposalCount_, root_, watcher, ++attestations[root_]);
    }

    /// @inheritdoc ISwitchboard
    function allowPacket(
        bytes32 root_,
        bytes32 packetId_,
        uint256 proposalCount_,
        uint32 srcChainSlug_,
        uint256 proposeTime_
    ) external view returns (bool) {
        if (isGlobalTipped || isPathTripped[srcChainSlug_] || isProposalTripped[packetId_][proposalCount_]) {
            return false;
        }
        uint256 watchers = totalWatchers[srcChainSlug_];
        // On a path without watchers, no number of attestations is enough.
        if (watchers > 0 && attestations[root_] >= watchers) return true;
        return block.timestamp - proposeTime_ > timeoutInSeconds;
    }
}
