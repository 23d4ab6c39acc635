// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {WATCHER_ROLE} from "../access/Roles.sol";
import {Signatures} from "../access/Signatures.sol";
import {Ids} from "../Ids.sol";
import {SwitchboardBase} from "./SwitchboardBase.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";

/// @title Switchboard that trusts its watchers
/// @notice Allows a packet once every watcher of its path has attested its root, or once the timeout has passed and
/// nothing was tripped. Signatures are recovered, so anyone can submit them.
contract FastSwitchboard is SwitchboardPaths {
    /// @notice Number of accounts that watch packets from a chain.
    mapping(uint32 srcChainSlug => uint256) public totalWatchers;
    /// @notice Whether a watcher has attested a root.
    mapping(address watcher => mapping(bytes32 root => bool)) public isAttested;
    /// @notice Number of watchers that attested a root.
    mapping(bytes32 root => uint256) public attestations;
    /// @notice Whether all watchers of its chain have attested a root. It stays so, whoever becomes a watcher later.
    mapping(bytes32 root => bool) public isRootValid;

    /// @notice Emitted when a watcher attests a proposal.
    event ProposalAttested(
        bytes32 packetId,
        uint256 proposalCount,
        bytes32 root,
        address watcher,
        uint256 attestationsCount
    );

    /// @notice The watcher has attested this root before. Attest each root once.
    error AlreadyAttested();
    /// @notice The signer does not watch that chain, or signed other data. Grant it with `grantWatcherRole`.
    error WatcherNotFound();
    /// @notice The account watches that chain already. Grant each watcher once.
    error WatcherFound();
    /// @notice Watchers are counted, so their role is not granted like others. Use `grantWatcherRole` and
    /// `revokeWatcherRole`.
    error InvalidRole();

    /// @param timeoutInSeconds_ Seconds after which a packet is allowed without attestations; zero for never.
    constructor(
        address owner_,
        ISocket socket_,
        uint256 timeoutInSeconds_,
        Path[] memory paths
    ) SwitchboardBase(owner_, socket_, timeoutInSeconds_) SwitchboardPaths(owner_, paths) {}

    /// @notice Records that a watcher verified a proposed root against the root sealed on the source chain.
    /// @dev A watcher that attests the root of a second proposal would count twice, so roots are attested, not
    /// proposals. Who becomes or ceases to be a watcher later does not change what this call decides.
    /// @param signature_ The watcher's signature over the hash of `abi.encode(this switchboard, slug of this chain,
    /// packetId_, proposalCount_, root_)`.
    function attest(bytes32 packetId_, uint256 proposalCount_, bytes32 root_, bytes calldata signature_) external {
        bytes32 proposed = socket__.packetIdRoots(packetId_, proposalCount_, address(this));
        if (proposed == bytes32(0) || proposed != root_) revert ISocket.InvalidRoot();

        bytes32 digest = keccak256(abi.encode(address(this), chainSlug, packetId_, proposalCount_, root_));
        address watcher = Signatures.signerOf(digest, signature_);
        uint32 srcChainSlug = Ids.chainSlugOf(packetId_);
        if (isAttested[watcher][root_]) revert AlreadyAttested();
        if (!_isWatcher(srcChainSlug, watcher)) revert WatcherNotFound();

        isAttested[watcher][root_] = true;
        uint256 count = ++attestations[root_];
        emit ProposalAttested(packetId_, proposalCount_, root_, watcher, count);
        if (count >= totalWatchers[srcChainSlug]) isRootValid[root_] = true;
    }

    /// @notice Adds a watcher of a chain. Roots that are not valid yet need its attestation too.
    function grantWatcherRole(uint32 srcChainSlug_, address watcher_) external onlyOwner {
        _addWatcher(srcChainSlug_, watcher_);
    }

    /// @notice Removes a watcher of a chain. Roots that wait for this watcher only become valid with another
    /// attestation, not by this call.
    function revokeWatcherRole(uint32 srcChainSlug_, address watcher_) external onlyOwner {
        if (!_isWatcher(srcChainSlug_, watcher_)) revert WatcherNotFound();
        totalWatchers[srcChainSlug_]--;
        _revokeRole(_roleOf(WATCHER_ROLE, srcChainSlug_), watcher_);
    }

    function _addWatcher(uint32 srcChainSlug, address watcher) internal override {
        if (_isWatcher(srcChainSlug, watcher)) revert WatcherFound();
        totalWatchers[srcChainSlug]++;
        _grantRole(_roleOf(WATCHER_ROLE, srcChainSlug), watcher);
    }

    function _requireGrantable(bytes32 roleName) internal pure override {
        if (roleName == WATCHER_ROLE) revert InvalidRole();
    }

    function _isVerified(bytes32 root, uint256 proposeTime) internal view override returns (bool) {
        return isRootValid[root] || (timeoutInSeconds > 0 && _hasTimedOut(proposeTime));
    }

    function _paidWatchers(uint32 dstChainSlug) internal view override returns (uint256) {
        return totalWatchers[dstChainSlug];
    }

    function _isWatcher(uint32 srcChainSlug, address account) private view returns (bool) {
        return hasRole(_roleOf(WATCHER_ROLE, srcChainSlug), account);
    }
}
