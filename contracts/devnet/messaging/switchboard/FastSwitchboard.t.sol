// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ProposedParcel} from "../../../../test/fixtures/solidity/ProposedParcel.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Owned} from "../access/Owned.sol";
import {Roles, WATCHER_ROLE} from "../access/Roles.sol";
import {FastSwitchboard} from "./FastSwitchboard.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";

contract FastSwitchboardTest is ProposedParcel {
    FastSwitchboard private switchboard;
    address private watcher;

    function setUp() public override {
        super.setUp();
        switchboard = beta.switchboard;
        watcher = vm.addr(WATCHER_KEY);
    }

    function test_attest_countsTheWatcherAndAllowsThePacket() public {
        vm.assertFalse(_isAllowed());
        vm.expectEmit(address(switchboard));
        emit FastSwitchboard.ProposalAttested(proposed.packetId, 0, proposed.root, watcher, 1);
        _attest(proposed, 0);
        vm.assertTrue(switchboard.isAttested(watcher, proposed.root));
        vm.assertFalse(switchboard.isAttested(watcher, _attestDigest(proposed, 0)));
        vm.assertEq(switchboard.attestations(proposed.root), 1, "attestations");
        vm.assertTrue(switchboard.isRootValid(proposed.root));
        vm.assertTrue(_isAllowed());
    }

    function testFuzz_attest_waitsForEveryWatcher(uint8 countSeed) public {
        uint256 count = 1 + (countSeed % 5);
        for (uint256 key = 1; key <= count; key++) switchboard.grantWatcherRole(ALPHA, vm.addr(key));
        vm.assertEq(switchboard.totalWatchers(ALPHA), count + 1, "watchers");
        _attest(proposed, 0);
        for (uint256 key = 1; key <= count; key++) {
            vm.assertFalse(switchboard.isRootValid(proposed.root));
            vm.assertFalse(_isAllowed());
            _attestAs(key);
        }
        vm.assertTrue(_isAllowed());
    }

    function test_isRootValid_outlastsWatchersThatAreGrantedLater() public {
        _attest(proposed, 0);
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertTrue(switchboard.isRootValid(proposed.root));
        vm.assertTrue(_isAllowed());
        switchboard.revokeWatcherRole(ALPHA, watcher);
        vm.assertTrue(_isAllowed());
    }

    function test_isRootValid_isNotCompletedByRevokingAWatcher() public {
        switchboard.grantWatcherRole(ALPHA, vm.addr(GUARD_KEY));
        _attest(proposed, 0);
        switchboard.revokeWatcherRole(ALPHA, vm.addr(GUARD_KEY));
        vm.assertEq(switchboard.attestations(proposed.root), switchboard.totalWatchers(ALPHA), "attestations");
        vm.assertFalse(switchboard.isRootValid(proposed.root));
        vm.assertFalse(_isAllowed());
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        _attestAs(STRANGER_KEY);
        vm.assertTrue(_isAllowed());
    }

    function test_attest_countsAWatcherOnceForEveryProposalOfARoot() public {
        switchboard.grantWatcherRole(ALPHA, vm.addr(GUARD_KEY));
        _propose(proposed);
        _attest(proposed, 0);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        _attest(proposed, 0);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        _attest(proposed, 2);
        vm.assertFalse(_isAllowed());
    }

    /// @dev Everything is wrong at first, and each step repairs what the last error named.
    function test_attest_checksInTheDeployedOrder() public {
        bytes32 unproposed = bytes32(uint256(proposed.packetId) + 1);
        vm.expectRevert(ISocket.InvalidRoot.selector);
        switchboard.attest(unproposed, 0, proposed.root, "short");
        vm.expectRevert(ISocket.InvalidRoot.selector);
        switchboard.attest(unproposed, 0, 0, "short");
        vm.expectRevert(ISocket.InvalidRoot.selector);
        switchboard.attest(proposed.packetId, 0, "another", "short");
        // The second proposal is for the optimistic switchboard.
        vm.expectRevert(ISocket.InvalidRoot.selector);
        switchboard.attest(proposed.packetId, 1, proposed.root, "short");

        vm.expectRevert(abi.encodeWithSignature("Error(string)", "ECDSA: invalid signature length"));
        switchboard.attest(proposed.packetId, 0, proposed.root, "short");
        vm.expectRevert(FastSwitchboard.WatcherNotFound.selector);
        _attestAs(STRANGER_KEY);

        _attest(proposed, 0);
        switchboard.revokeWatcherRole(ALPHA, watcher);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        _attest(proposed, 0);
    }

    function test_attest_refusesAWatcherOfAnotherChain() public {
        switchboard.grantWatcherRole(10, vm.addr(STRANGER_KEY));
        vm.expectRevert(FastSwitchboard.WatcherNotFound.selector);
        _attestAs(STRANGER_KEY);
    }

    function test_allowPacket_aPathWithoutWatchersWaitsForTheTimeout() public {
        switchboard.revokeWatcherRole(ALPHA, watcher);
        vm.assertFalse(_isAllowed());
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.assertTrue(_isAllowed());
    }

    function test_allowPacket_waitsAtExactlyTheTimeout() public {
        uint256 proposedAt = block.timestamp;
        vm.warp(proposedAt + TIMEOUT);
        vm.assertFalse(switchboard.allowPacket(proposed.root, proposed.packetId, 0, ALPHA, proposedAt));
        vm.warp(proposedAt + TIMEOUT + 1);
        vm.assertTrue(switchboard.allowPacket(proposed.root, proposed.packetId, 0, ALPHA, proposedAt));
    }

    function testFuzz_allowPacket_passesAfterTheTimeoutOnly(uint32 elapsed) public {
        uint256 proposedAt = block.timestamp;
        vm.warp(proposedAt + elapsed);
        bool isAllowed = switchboard.allowPacket(proposed.root, proposed.packetId, 0, ALPHA, proposedAt);
        vm.assertTrue(isAllowed == (elapsed > TIMEOUT));
    }

    function testFuzz_allowPacket_neverPassesByTimeWithoutATimeout(uint32 elapsed) public {
        SwitchboardPaths.Path[] memory paths;
        FastSwitchboard patient = new FastSwitchboard(address(this), beta.socket, 0, paths);
        uint256 proposedAt = block.timestamp;
        vm.warp(proposedAt + elapsed);
        vm.assertFalse(patient.allowPacket(proposed.root, proposed.packetId, 0, ALPHA, proposedAt));
    }

    function test_watchers_areCountedOnce() public {
        vm.expectRevert(FastSwitchboard.WatcherFound.selector);
        switchboard.grantWatcherRole(ALPHA, watcher);
        vm.expectRevert(FastSwitchboard.WatcherNotFound.selector);
        switchboard.revokeWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertEq(switchboard.totalWatchers(ALPHA), 1, "watchers");
    }

    function test_watchers_haveTheRoleOfTheirChain() public {
        bytes32 role = _roleOf(WATCHER_ROLE, ALPHA);
        vm.expectEmit(address(switchboard));
        emit Roles.RoleGranted(role, vm.addr(STRANGER_KEY));
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertTrue(switchboard.hasRoleWithSlug(WATCHER_ROLE, ALPHA, vm.addr(STRANGER_KEY)));
        vm.expectEmit(address(switchboard));
        emit Roles.RoleRevoked(role, vm.addr(STRANGER_KEY));
        switchboard.revokeWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertFalse(switchboard.hasRole(role, vm.addr(STRANGER_KEY)));
    }

    /// @dev Otherwise a watcher could be granted without being counted.
    function test_watchers_areNotGrantedLikeOtherRoles() public {
        bytes32[] memory roles = new bytes32[](1);
        uint32[] memory slugs = new uint32[](1);
        address[] memory accounts = new address[](1);
        (roles[0], slugs[0], accounts[0]) = (WATCHER_ROLE, ALPHA, watcher);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.grantRole(WATCHER_ROLE, watcher);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.revokeRole(WATCHER_ROLE, watcher);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.grantRoleWithSlug(WATCHER_ROLE, ALPHA, watcher);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.revokeRoleWithSlug(WATCHER_ROLE, ALPHA, watcher);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.grantBatchRole(roles, slugs, accounts);
        vm.expectRevert(FastSwitchboard.InvalidRole.selector);
        switchboard.revokeBatchRole(roles, slugs, accounts);
    }

    function test_watchers_areGrantedByTheOwnerOnly() public {
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(Owned.OnlyOwner.selector);
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(Owned.OnlyOwner.selector);
        switchboard.revokeWatcherRole(ALPHA, watcher);
    }

    function _attestAs(uint256 key) private {
        switchboard.attest(proposed.packetId, 0, proposed.root, _sign(key, _attestDigest(proposed, 0)));
    }

    function _isAllowed() private view returns (bool) {
        uint256 proposedAt = beta.socket.rootProposedAt(proposed.packetId, 0, address(switchboard));
        return switchboard.allowPacket(proposed.root, proposed.packetId, 0, ALPHA, proposedAt);
    }
}
