// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ProposedParcel} from "../../../../test/fixtures/solidity/ProposedParcel.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Roles, TRIP_ROLE, UN_TRIP_ROLE, WATCHER_ROLE} from "../access/Roles.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {FastSwitchboard} from "./FastSwitchboard.sol";
import {SwitchboardTrips} from "./SwitchboardTrips.sol";

/// @dev The digests are written out here as the protocol defines them, so that a change of what is signed fails a test.
contract SwitchboardTripsTest is ProposedParcel {
    FastSwitchboard private switchboard;

    function setUp() public override {
        super.setUp();
        switchboard = beta.switchboard;
        switchboard.grantRole(TRIP_ROLE, vm.addr(GUARD_KEY));
        switchboard.grantRole(UN_TRIP_ROLE, vm.addr(GUARD_KEY));
        _attest(proposed, 0);
    }

    function test_tripGlobal_stopsEverythingUntilUntripped() public {
        vm.expectEmit(address(switchboard));
        emit SwitchboardTrips.GlobalTripChanged(true);
        switchboard.tripGlobal(0, _signGlobal(GUARD_KEY, "TRIP_GLOBAL", 0, true));
        vm.assertTrue(switchboard.isGlobalTipped());
        vm.assertFalse(_isAllowed(0));
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.assertFalse(_isAllowed(0));

        vm.expectEmit(address(switchboard));
        emit SwitchboardTrips.GlobalTripChanged(false);
        switchboard.unTrip(1, _signGlobal(GUARD_KEY, "UN_TRIP_GLOBAL", 1, false));
        vm.assertFalse(switchboard.isGlobalTipped());
        vm.assertTrue(_isAllowed(0));
    }

    function test_tripPath_stopsOneChainUntilUntripped() public {
        vm.expectEmit(address(switchboard));
        emit SwitchboardTrips.PathTripChanged(ALPHA, true);
        switchboard.tripPath(0, ALPHA, _signPath(WATCHER_KEY, "TRIP_PATH", 0, true));
        vm.assertTrue(switchboard.isPathTripped(ALPHA));
        vm.assertFalse(switchboard.isPathTripped(10));
        vm.assertFalse(_isAllowed(0));

        vm.expectEmit(address(switchboard));
        emit SwitchboardTrips.PathTripChanged(ALPHA, false);
        switchboard.unTripPath(0, ALPHA, _signPath(GUARD_KEY, "UN_TRIP_PATH", 0, false));
        vm.assertTrue(_isAllowed(0));
    }

    function test_tripProposal_stopsOneProposalForGood() public {
        _propose(proposed);
        vm.expectEmit(address(switchboard));
        emit SwitchboardTrips.ProposalTripped(proposed.packetId, 0);
        switchboard.tripProposal(0, proposed.packetId, 0, _signProposal(WATCHER_KEY, 0));
        vm.assertTrue(switchboard.isProposalTripped(proposed.packetId, 0));
        vm.assertFalse(_isAllowed(0));
        vm.assertTrue(_isAllowed(2));
    }

    function test_trips_revertWhenSignerHasNoRight() public {
        switchboard.revokeRole(TRIP_ROLE, vm.addr(WATCHER_KEY));
        switchboard.revokeRole(UN_TRIP_ROLE, vm.addr(WATCHER_KEY));
        bytes memory noWatcher = _noPermit(_roleOf(WATCHER_ROLE, ALPHA));
        bytes memory signature = _signGlobal(WATCHER_KEY, "TRIP_GLOBAL", 0, true);
        vm.expectRevert(_noPermit(TRIP_ROLE));
        switchboard.tripGlobal(0, signature);
        signature = _signGlobal(WATCHER_KEY, "UN_TRIP_GLOBAL", 0, false);
        vm.expectRevert(_noPermit(UN_TRIP_ROLE));
        switchboard.unTrip(0, signature);
        signature = _signPath(WATCHER_KEY, "UN_TRIP_PATH", 0, false);
        vm.expectRevert(_noPermit(UN_TRIP_ROLE));
        switchboard.unTripPath(0, ALPHA, signature);
        signature = _signPath(GUARD_KEY, "TRIP_PATH", 0, true);
        vm.expectRevert(noWatcher);
        switchboard.tripPath(0, ALPHA, signature);
        signature = _signProposal(GUARD_KEY, 0);
        vm.expectRevert(noWatcher);
        switchboard.tripProposal(0, proposed.packetId, 0, signature);
        vm.assertEq(switchboard.nextNonce(vm.addr(GUARD_KEY)), 0, "nonce");
    }

    /// @dev Each signer has one counter for all actions, which starts at zero.
    function test_trips_useUpTheSignersNonce() public {
        bytes memory trip = _signGlobal(GUARD_KEY, "TRIP_GLOBAL", 0, true);
        bytes memory later = _signGlobal(GUARD_KEY, "TRIP_GLOBAL", 1, true);
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        switchboard.tripGlobal(1, later);
        switchboard.tripGlobal(0, trip);
        vm.assertEq(switchboard.nextNonce(vm.addr(GUARD_KEY)), 1, "nonce of the signer");
        vm.assertEq(switchboard.nextNonce(vm.addr(WATCHER_KEY)), 0, "nonce of another");
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        switchboard.tripGlobal(0, trip);
        bytes memory untrip = _signPath(GUARD_KEY, "UN_TRIP_PATH", 0, false);
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        switchboard.unTripPath(0, ALPHA, untrip);
        switchboard.tripGlobal(1, later);
    }

    function testFuzz_trips_revertWhenAnythingElseWasSigned(uint8 field, uint32 other) public {
        vm.assume(other != 0 && other != ALPHA && other != BETA);
        bytes32 digest = keccak256(
            abi.encode(
                field % 6 == 0 ? keccak256("TRIP_GLOBAL") : keccak256("TRIP_PATH"),
                field % 6 == 1 ? address(alpha.switchboard) : address(switchboard),
                field % 6 == 2 ? other : ALPHA,
                field % 6 == 3 ? other : BETA,
                field % 6 == 4 ? uint256(other) : 0,
                field % 6 != 5
            )
        );
        bytes memory signature = _sign(WATCHER_KEY, digest);
        vm.expectRevert(_noPermit(_roleOf(WATCHER_ROLE, ALPHA)));
        switchboard.tripPath(0, ALPHA, signature);
    }

    function test_trips_revertWhenTheSignatureIsMalformed() public {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "ECDSA: invalid signature length"));
        switchboard.tripGlobal(0, "short");
    }

    function _signGlobal(
        uint256 key,
        string memory action,
        uint256 nonce,
        bool isTripped
    ) private view returns (bytes memory) {
        return _sign(key, keccak256(abi.encode(keccak256(bytes(action)), switchboard, BETA, nonce, isTripped)));
    }

    function _signPath(
        uint256 key,
        string memory action,
        uint256 nonce,
        bool isTripped
    ) private view returns (bytes memory) {
        return _sign(key, keccak256(abi.encode(keccak256(bytes(action)), switchboard, ALPHA, BETA, nonce, isTripped)));
    }

    function _signProposal(uint256 key, uint256 nonce) private view returns (bytes memory) {
        bytes32 action = keccak256("TRIP_PROPOSAL");
        return
            _sign(key, keccak256(abi.encode(action, switchboard, ALPHA, BETA, nonce, proposed.packetId, uint256(0))));
    }

    function _isAllowed(uint256 count) private view returns (bool) {
        uint256 proposedAt = beta.socket.rootProposedAt(proposed.packetId, count, address(switchboard));
        return switchboard.allowPacket(proposed.root, proposed.packetId, count, ALPHA, proposedAt);
    }

    function _noPermit(bytes32 role) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Roles.NoPermit.selector, role);
    }
}
