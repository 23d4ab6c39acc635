// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {FastSwitchboard} from "../../devnet/messaging/switchboard/FastSwitchboard.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {vm} from "../Vm.sol";
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
