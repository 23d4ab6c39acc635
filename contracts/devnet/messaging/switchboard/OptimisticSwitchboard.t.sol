// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {ProposedParcel} from "../../../../test/fixtures/solidity/ProposedParcel.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {WATCHER_ROLE} from "../access/Roles.sol";
import {OptimisticSwitchboard} from "./OptimisticSwitchboard.sol";

contract OptimisticSwitchboardTest is ProposedParcel {
    OptimisticSwitchboard private switchboard;

    function setUp() public override {
        super.setUp();
        switchboard = beta.optimisticSwitchboard;
    }

    function testFuzz_allowPacket_passesAfterTheTimeoutOnly(uint32 elapsed, bytes32 root) public {
        uint256 proposedAt = block.timestamp;
        vm.warp(proposedAt + elapsed);
        vm.assertTrue(switchboard.allowPacket(root, proposed.packetId, 0, ALPHA, proposedAt) == (elapsed > TIMEOUT));
    }

    function test_allowPacket_waitsAtExactlyTheTimeout() public {
        vm.warp(block.timestamp + TIMEOUT);
        vm.assertFalse(_isAllowed());
        vm.warp(block.timestamp + 1);
        vm.assertTrue(_isAllowed());
    }

    function test_tripProposal_byAWatcherStopsThePacketForGood() public {
        bytes32 action = keccak256("TRIP_PROPOSAL");
        bytes32 digest = keccak256(
            abi.encode(action, address(switchboard), ALPHA, BETA, uint256(0), proposed.packetId, uint256(1))
        );
        switchboard.tripProposal(0, proposed.packetId, 1, _sign(WATCHER_KEY, digest));
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.assertFalse(_isAllowed());
    }

    function test_watchers_areGrantedLikeOtherRoles() public {
        address account = vm.addr(STRANGER_KEY);
        switchboard.grantRoleWithSlug(WATCHER_ROLE, ALPHA, account);
        vm.assertTrue(switchboard.hasRoleWithSlug(WATCHER_ROLE, ALPHA, account));
        vm.assertTrue(switchboard.hasRoleWithSlug(WATCHER_ROLE, ALPHA, vm.addr(WATCHER_KEY)));
    }

    function test_messages_areDeliveredAfterTheTimeoutWithoutAttestation() public {
        MoodyPlug plug = new MoodyPlug(beta.socket, address(this));
        plug.connect(ALPHA, address(sender), address(switchboard));
        sender.connect(BETA, address(plug), address(alpha.optimisticSwitchboard));
        vm.deal(address(this), 1 ether);
        sender.send{value: 1 ether}(BETA, "slowly");
        Parcel memory parcel = _collectOne();
        _seal(parcel);
        _proposeTo(address(switchboard), parcel);

        vm.expectRevert(ISocket.VerificationFailed.selector);
        _execute(parcel);
        vm.warp(block.timestamp + TIMEOUT + 1);
        _execute(parcel);
        vm.assertEq(plug.lastPayload(), "slowly");
    }

    function _isAllowed() private view returns (bool) {
        uint256 proposedAt = beta.socket.rootProposedAt(proposed.packetId, 1, address(switchboard));
        return switchboard.allowPacket(proposed.root, proposed.packetId, 1, ALPHA, proposedAt);
    }
}
