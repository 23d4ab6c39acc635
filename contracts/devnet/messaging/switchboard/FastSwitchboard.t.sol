// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../test/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../../../test/fixtures/contracts/Vm.sol";
import {FastSwitchboard} from "./FastSwitchboard.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";
import {SwitchboardTrips} from "./SwitchboardTrips.sol";

contract FastSwitchboardTest is TwoChains {
    FastSwitchboard private switchboard;
    Parcel private proposed;

    uint256 private constant GUARD_KEY = 0x6a;

    function setUp() public {
        switchboard = beta.switchboard;
        switchboard.grantRole(switchboard.TRIP_ROLE(), vm.addr(GUARD_KEY));
        switchboard.grantRole(switchboard.UN_TRIP_ROLE(), vm.addr(GUARD_KEY));

        MoodyPlug plug = new MoodyPlug(alpha.socket, address(this));
        plug.connect(BETA, address(0xbeef), address(alpha.switchboard));
        vm.deal(address(this), 1 ether);
        vm.getRecordedLogs();
        plug.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        _seal(parcel);
        _propose(parcel);
        proposed = parcel;
    }

    function test_attest_countsTheWatcherAndAllowsThePacket() public {
        bytes32 digest = _attestDigest(proposed, 0);
        vm.assertFalse(_isAllowed(proposed));
        vm.expectEmit(address(switchboard));
        emit FastSwitchboard.ProposalAttested(proposed.packetId, 0, proposed.root, vm.addr(WATCHER_KEY), 1);
        _attest(proposed, 0);
        vm.assertTrue(switchboard.isAttested(vm.addr(WATCHER_KEY), digest));
        vm.assertEq(switchboard.attestations(proposed.root), 1, "attestations");
        vm.assertTrue(_isAllowed(proposed));
    }

    function testFuzz_attest_waitsForEveryWatcher(uint8 countSeed) public {
        uint256 count = 1 + (countSeed % 5);
        for (uint256 key = 1; key <= count; key++) switchboard.grantWatcherRole(ALPHA, vm.addr(key));
        vm.assertEq(switchboard.totalWatchers(ALPHA), count + 1, "watchers");
        _attest(proposed, 0);
        bytes32 digest = _attestDigest(proposed, 0);
        for (uint256 key = 1; key <= count; key++) {
            vm.assertFalse(_isAllowed(proposed));
            switchboard.attest(proposed.packetId, 0, proposed.root, _sign(key, digest));
        }
        vm.assertTrue(_isAllowed(proposed));
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertFalse(_isAllowed(proposed));
        switchboard.revokeWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.assertTrue(_isAllowed(proposed));
    }

    function test_attest_revertsTheSecondTimeEvenForAnotherProposal() public {
        switchboard.grantWatcherRole(ALPHA, vm.addr(GUARD_KEY));
        _propose(proposed);
        _attest(proposed, 0);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        _attest(proposed, 0);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        _attest(proposed, 1);
        vm.assertFalse(_isAllowed(proposed));
    }

    function test_attest_revertsWhenSignerWatchesNotThatChain() public {
        bytes memory signature = _sign(STRANGER_KEY, _attestDigest(proposed, 0));
        vm.expectRevert(SwitchboardPaths.WatcherNotFound.selector);
        switchboard.attest(proposed.packetId, 0, proposed.root, signature);

        switchboard.revokeWatcherRole(ALPHA, vm.addr(WATCHER_KEY));
        vm.expectRevert(SwitchboardPaths.WatcherNotFound.selector);
        _attest(proposed, 0);
    }

    function test_attest_revertsWhenProposalOrRootIsAnother() public {
        vm.expectRevert(ISocket.InvalidPacketId.selector);
        _attest(proposed, 1);
        proposed.root = "another";
        vm.expectRevert(ISocket.InvalidRoot.selector);
        _attest(proposed, 0);
    }

    function test_allowPacket_aPathWithoutWatchersWaitsForTheTimeout() public {
        switchboard.revokeWatcherRole(ALPHA, vm.addr(WATCHER_KEY));
        vm.assertFalse(_isAllowed(proposed));
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.assertTrue(_isAllowed(proposed));
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

    function test_tripGlobal_stopsEverythingUntilUntripped() public {
        _attest(proposed, 0);
        switchboard.tripGlobal(0, _signTrip(GUARD_KEY, switchboard.TRIP_GLOBAL(), "", 0));
        vm.assertTrue(switchboard.isGlobalTipped());
        vm.assertFalse(_isAllowed(proposed));
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.assertFalse(_isAllowed(proposed));
        switchboard.unTripGlobal(1, _signTrip(GUARD_KEY, switchboard.UN_TRIP_GLOBAL(), "", 1));
        vm.assertTrue(_isAllowed(proposed));
    }

    function test_tripPath_stopsOneChainUntilUntripped() public {
        _attest(proposed, 0);
        bytes memory subject = abi.encode(ALPHA);
        switchboard.tripPath(0, ALPHA, _signTrip(WATCHER_KEY, switchboard.TRIP_PATH(), subject, 0));
        vm.assertTrue(switchboard.isPathTripped(ALPHA));
        vm.assertFalse(_isAllowed(proposed));
        switchboard.unTripPath(0, ALPHA, _signTrip(GUARD_KEY, switchboard.UN_TRIP_PATH(), subject, 0));
        vm.assertTrue(_isAllowed(proposed));
    }

    function test_tripProposal_stopsOneProposalForGood() public {
        _propose(proposed);
        _attest(proposed, 0);
        bytes memory subject = abi.encode(proposed.packetId, uint256(0));
        bytes memory signature = _signTrip(WATCHER_KEY, switchboard.TRIP_PROPOSAL(), subject, 0);
        switchboard.tripProposal(0, proposed.packetId, 0, signature);
        vm.assertTrue(switchboard.isProposalTripped(proposed.packetId, 0));
        vm.assertFalse(_isAllowed(proposed));
        vm.assertTrue(switchboard.allowPacket(proposed.root, proposed.packetId, 1, ALPHA, block.timestamp));
    }

    function test_trips_revertWhenSignerHasNoRight() public {
        address stranger = vm.addr(STRANGER_KEY);
        bytes memory signature = _signTrip(STRANGER_KEY, switchboard.TRIP_GLOBAL(), "", 0);
        vm.expectRevert(_unauthorized(stranger, switchboard.TRIP_ROLE()));
        switchboard.tripGlobal(0, signature);
        signature = _signTrip(STRANGER_KEY, switchboard.UN_TRIP_GLOBAL(), "", 0);
        vm.expectRevert(_unauthorized(stranger, switchboard.UN_TRIP_ROLE()));
        switchboard.unTripGlobal(0, signature);
        signature = _signTrip(WATCHER_KEY, switchboard.UN_TRIP_PATH(), abi.encode(ALPHA), 0);
        vm.expectRevert(_unauthorized(vm.addr(WATCHER_KEY), switchboard.UN_TRIP_ROLE()));
        switchboard.unTripPath(0, ALPHA, signature);
        signature = _signTrip(GUARD_KEY, switchboard.TRIP_PATH(), abi.encode(ALPHA), 0);
        vm.expectRevert(SwitchboardPaths.WatcherNotFound.selector);
        switchboard.tripPath(0, ALPHA, signature);
        signature = _signTrip(GUARD_KEY, switchboard.TRIP_PROPOSAL(), abi.encode(proposed.packetId, uint256(0)), 0);
        vm.expectRevert(SwitchboardPaths.WatcherNotFound.selector);
        switchboard.tripProposal(0, proposed.packetId, 0, signature);
    }

    function test_trips_revertWhenSignatureIsUsedAgain() public {
        bytes memory trip = _signTrip(GUARD_KEY, switchboard.TRIP_GLOBAL(), "", 0);
        switchboard.tripGlobal(0, trip);
        switchboard.unTripGlobal(1, _signTrip(GUARD_KEY, switchboard.UN_TRIP_GLOBAL(), "", 1));
        vm.expectRevert(SwitchboardTrips.InvalidNonce.selector);
        switchboard.tripGlobal(0, trip);
    }

    function test_administration_isRefusedToStrangers() public {
        bytes memory refused = _unauthorized(vm.addr(STRANGER_KEY), 0x00);
        SwitchboardPaths.Path memory path;
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        switchboard.addPath(path);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        switchboard.setFees(ALPHA, 0, 0);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        switchboard.grantWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        switchboard.revokeWatcherRole(ALPHA, vm.addr(WATCHER_KEY));
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        switchboard.withdrawFees(address(this));
    }

    function test_watchers_areCountedOnce() public {
        vm.expectRevert(SwitchboardPaths.WatcherFound.selector);
        switchboard.grantWatcherRole(ALPHA, vm.addr(WATCHER_KEY));
        vm.expectRevert(SwitchboardPaths.WatcherNotFound.selector);
        switchboard.revokeWatcherRole(ALPHA, vm.addr(STRANGER_KEY));
    }

    function test_addPath_connectsAnotherChain() public {
        SwitchboardPaths.Path memory path;
        path.siblingChainSlug = 10;
        path.switchboardFees = 5;
        path.verificationOverheadFees = 6;
        switchboard.addPath(path);
        vm.assertTrue(beta.socket.capacitors__(address(switchboard), 10) != address(0));
        (uint128 fees, uint128 overhead) = switchboard.getMinFees(10);
        vm.assertEq(fees, 5, "switchboard fees");
        vm.assertEq(overhead, 6, "verification overhead fees");
    }

    function _isAllowed(Parcel memory parcel) private view returns (bool) {
        uint256 proposedAt = beta.socket.rootProposedAt(parcel.packetId, 0, address(switchboard));
        return switchboard.allowPacket(parcel.root, parcel.packetId, 0, ALPHA, proposedAt);
    }

    /// @dev The digest is written out here, so that a change of what watchers sign fails a test.
    function _signTrip(
        uint256 key,
        bytes32 action,
        bytes memory subject,
        uint256 nonce
    ) private view returns (bytes memory) {
        return _sign(key, keccak256(abi.encode(action, address(switchboard), BETA, nonce, subject)));
    }

    function _unauthorized(address account, bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role);
    }
}
