// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {FastSwitchboard} from "../../devnet/messaging/switchboard/FastSwitchboard.sol";
import {MoodyPlug} from "../../fixtures/MoodyPlug.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {vm} from "../Vm.sol";
import {SWITCHBOARD_TIMEOUT} from "./TestChain.sol";
import {TestChains} from "./TestChains.sol";
import {Stage} from "./TestMessage.sol";

contract ActorsTest is TwoMoodyPlugs {
    function test_attestations_missingAndLate() public {
        bytes32 msgId = _send("hello");
        holdAttestations(true);
        vm.assertEq(deliver(), 0);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED);
        attest(msgId);
        vm.assertTrue(messageOf(msgId).stage == Stage.ATTESTED);
        vm.assertEq(deliver(), 1);

        msgId = _send("again");
        vm.assertEq(deliver(), 0);
        holdAttestations(false);
        vm.assertEq(deliver(), 1);
    }

    /// @dev An attestation alone is no permission, and one that comes after all is over changes nothing.
    function test_attestations_moveOnlyWhatWaitsForThem() public {
        holdAttestations(true);
        bytes32 msgId = _send("hello");
        deliverUntil(Stage.PROPOSED);
        tripPath(alpha, beta);
        attest(msgId);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED, "tripped");
        untripPath(alpha, beta);
        vm.assertEq(deliver(), 1);

        msgId = _send("late");
        vm.assertEq(deliver(), 0);
        passTimeout();
        vm.assertEq(deliver(), 1);
        attest(msgId);
        vm.assertTrue(messageOf(msgId).stage == Stage.EXECUTION_SUCCESS, "delivered");
    }

    function test_attestations_doubled() public {
        bytes32 msgId = _send("hello");
        deliverUntil(Stage.ATTESTED);
        vm.expectRevert(FastSwitchboard.AlreadyAttested.selector);
        this.attest(msgId);
        deliver();
        assertDelivered(msgId);
    }

    function test_passTimeout_isOneSecondLongerThanSwitchboardsWait() public {
        uint256 before = block.timestamp;
        passTimeout();
        vm.assertEq(block.timestamp, before + SWITCHBOARD_TIMEOUT + 1);
    }

    function test_trip_stopsUntilItIsUndone() public {
        bytes32 msgId = _send("hello");
        trip(beta);
        vm.assertEq(deliver(), 0);
        untrip(beta);
        tripPath(alpha, beta);
        vm.assertEq(deliver(), 0);
        untripPath(alpha, beta);
        deliverUntil(Stage.ATTESTED);
        tripProposal(msgId);
        vm.assertEq(deliver(), 0);
        proposeAgain(msgId);
        vm.assertEq(deliver(), 1);
    }

    /// @dev Each switch stops its own path or chain on both kinds of switchboard, and no other.
    function test_trip_stopsItsOwnAndNothingElse() public {
        MoodyPlug third = new MoodyPlug(addChain("gamma").socket, address(this));
        uint32 gamma = slugOf(address(third));
        for (uint256 i = 0; i < 2; i++) {
            _connectAll([here, there, third], i == 1);
            trip(beta);
            _assertArrives([false, true, true], gamma);
            untrip(beta);
            _assertArrives([true, true, true], gamma);
            tripPath(alpha, beta);
            _assertArrives([false, true, true], gamma);
            untripPath(alpha, beta);
            _assertArrives([true, true, true], gamma);
            tripPath(gamma, beta);
            _assertArrives([true, true, true], gamma);
            untripPath(gamma, beta);
        }
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(7)));
        this.tripPath(7, beta);
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(7)));
        this.untripPath(7, beta);
    }

    function _connectAll(MoodyPlug[3] memory plugs, bool isOptimistic) private {
        for (uint256 i = 0; i < 3; i++) {
            (address one, address other) = (address(plugs[i]), address(plugs[(i + 1) % 3]));
            if (isOptimistic) connectOptimistic(one, other);
            else connect(one, other);
        }
    }

    /// @dev From alpha to beta, from beta to alpha, and from alpha to gamma. What does not arrive stays behind.
    function _assertArrives(bool[3] memory expected, uint32 gamma) private {
        bytes32[3] memory ids = [
            _send("to beta"),
            send(address(there), abi.encodeCall(there.send, (alpha, "to alpha"))),
            send(address(here), abi.encodeCall(here.send, (gamma, "to gamma")))
        ];
        deliver();
        passTimeout();
        deliver();
        for (uint256 i = 0; i < 3; i++) {
            if (expected[i]) assertDelivered(ids[i]);
            else assertNotDelivered(ids[i]);
        }
    }

    /// @dev What is delivered first takes the packets before its own with it, as far as sealed and no further.
    function test_deliver_sealsThePacketsBefore() public {
        bytes32 first = _send("first");
        bytes32 second = _send("second");
        bytes32 third = _send("third");
        useChain(beta);
        vm.assertTrue(deliver(second));
        vm.assertEq(currentSlug(), beta);
        vm.assertTrue(messageOf(first).stage == Stage.SEALED);
        vm.assertTrue(messageOf(third).stage == Stage.RECEIVED);
        vm.assertEq(messageOf(first).attempts, 0);
        vm.assertEq(messageOf(second).attempts, 1);
        vm.assertEq(deliver(), 2);
    }

    /// @dev A packet that is proposed again waits anew for its timeout, and needs no attestation of its root again.
    function test_proposeAgain_isTheProposalThatCounts() public {
        vm.warp(1_000_000);
        bytes32 msgId = _send("hello");
        deliverUntil(Stage.ATTESTED);
        vm.assertEq(messageOf(msgId).proposalCount, 0);
        vm.warp(2_000_000);
        proposeAgain(msgId);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED);
        vm.assertEq(messageOf(msgId).proposalCount, 1);
        vm.assertEq(messageOf(msgId).proposedAt, 2_000_000);
        vm.assertEq(deliver(), 1);

        connectOptimistic(address(here), address(there));
        msgId = _send("slow");
        vm.assertEq(deliver(), 0);
        vm.warp(block.timestamp + 2 hours);
        vm.assertEq(deliver(), 0, "the timeout's last second");
        proposeAgain(msgId);
        vm.warp(block.timestamp + 1);
        vm.assertEq(deliver(), 0, "a new proposal");
        passTimeout();
        vm.assertEq(deliver(), 1);
    }

    function test_differentKindsOfSwitchboards_areNeverDelivered() public {
        vm.prank(there.owner());
        there.connect(alpha, address(here), chainOf(beta).optimisticSwitchboard);
        bytes32 msgId = _send("hello");
        vm.assertEq(deliver(), 0);
        passTimeout();
        vm.assertEq(deliver(), 0);
        vm.assertEq(bytes32(messageOf(msgId).revertData), bytes32(ISocket.PacketNotProposed.selector));
    }

    function test_optimistic_waitsForTheTimeout() public {
        connectOptimistic(address(here), address(there));
        bytes32 msgId = _send("hello");
        vm.assertEq(deliver(), 0);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED);
        passTimeout();
        vm.assertEq(deliver(), 1);
    }
}
