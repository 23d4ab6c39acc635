// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";

/// @title Chains that a switchboard connects, with their watchers and fees
abstract contract SwitchboardPaths is ISwitchboard, IFeeReceiver, AccessControl {
    /// @param siblingSwitchboard This switchboard's counterpart on the other chain.
    /// @param switchboardFees Fee of a message to that chain, in wei of this chain.
    /// @param verificationOverheadFees Fee that repays the executor there for the gas of verification.
    /// @param watchers Accounts that attest packets from that chain.
    struct Path {
        uint32 siblingChainSlug;
        address siblingSwitchboard;
        uint128 switchboardFees;
        uint128 verificationOverheadFees;
        address[] watchers;
    }

    struct Fees {
        uint128 switchboardFees;
        uint128 verificationOverheadFees;
    }

    uint256 private constant MAX_PACKET_LENGTH = 1;
    uint256 private constant SINGLE_MESSAGE_CAPACITOR = 1;

    ISocket public immutable socket;
    /// @inheritdoc ISwitchboard
    mapping(uint32 dstChainSlug => Fees) public getMinFees;
    mapping(uint32 srcChainSlug => mapping(address account => bool)) public isWatcher;
    mapping(uint32 srcChainSlug => uint256) public totalWatchers;

    event FeesSet(uint32 dstChainSlug, uint128 switchboardFees, uint128 verificationOverheadFees);
    event WatcherSet(uint32 srcChainSlug, address watcher, bool isWatcher);

    error WatcherNotFound();
    error WatcherFound();

    constructor(address admin, ISocket socket_, Path[] memory paths) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        socket = socket_;
        for (uint256 i = 0; i < paths.length; i++) _addPath(paths[i]);
    }

    /// @notice Opens a path to another chain.
    function addPath(Path calldata path) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _addPath(path);
    }

    function setFees(
        uint32 dstChainSlug,
        uint128 switchboardFees,
        uint128 verificationOverheadFees
    ) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setFees(dstChainSlug, switchboardFees, verificationOverheadFees);
    }

    /// @notice Adds a watcher for a chain. All of its packets, including those already proposed, now need its
    /// attestation.
    function grantWatcherRole(uint32 srcChainSlug, address watcher) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _grantWatcherRole(srcChainSlug, watcher);
    }

    /// @notice Removes a watcher of a chain. Its packets no longer need this watcher; attestations already given still
    /// count.
    function revokeWatcherRole(uint32 srcChainSlug, address watcher) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (!isWatcher[srcChainSlug][watcher]) revert WatcherNotFound();
        isWatcher[srcChainSlug][watcher] = false;
        totalWatchers[srcChainSlug]--;
        emit WatcherSet(srcChainSlug, watcher, false);
    }

    /// @inheritdoc IFeeReceiver
    function receiveFees(uint32) external payable {
        if (msg.sender != socket.executionManager__()) revert OnlyExecutionManager();
    }

    /// @notice Withdraws all fees that the execution manager paid.
    function withdrawFees(address account) external onlyRole(DEFAULT_ADMIN_ROLE) {
        Address.sendValue(payable(account), address(this).balance);
    }

    function _addPath(Path memory path) private {
        socket.registerSwitchboardForSibling(
            path.siblingChainSlug,
            MAX_PACKET_LENGTH,
            SINGLE_MESSAGE_CAPACITOR,
            path.siblingSwitchboard
        );
        _setFees(path.siblingChainSlug, path.switchboardFees, path.verificationOverheadFees);
        for (uint256 i = 0; i < path.watchers.length; i++) {
            _grantWatcherRole(path.siblingChainSlug, path.watchers[i]);
        }
    }

    function _setFees(uint32 dstChainSlug, uint128 switchboardFees, uint128 verificationOverheadFees) private {
        getMinFees[dstChainSlug] = Fees(switchboardFees, verificationOverheadFees);
        emit FeesSet(dstChainSlug, switchboardFees, verificationOverheadFees);
    }

    function _grantWatcherRole(uint32 srcChainSlug, address watcher) private {
        if (isWatcher[srcChainSlug][watcher]) revert WatcherFound();
        isWatcher[srcChainSlug][watcher] = true;
        totalWatchers[srcChainSlug]++;
        emit WatcherSet(srcChainSlug, watcher, true);
    }
}
