// SPDX-License-Identifier: MIT
// solhint-disable gas-custom-errors, gas-small-strings
pragma solidity 0.8.37;

import {TwoMoodyPlugs} from "../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {PingPong} from "../plugs/PingPong.sol";
import {Plug} from "../plugs/Plug.sol";
import {MoodyPlug} from "../fixtures/MoodyPlug.sol";
import {Actors} from "./messaging/Actors.sol";
import {Stage} from "./messaging/TestMessage.sol";
import {vm} from "./Vm.sol";

contract CrossChainTestTest is TwoMoodyPlugs {
    function test_deliver_callsInbound() public {
        bytes32 msgId = _send("hello");
        vm.assertEq(deliver(), 1);
        assertDelivered(msgId);
        vm.assertEq(there.lastPayload(), "hello");
        vm.assertEq(deliver(), 0);
        vm.assertEq(there.received(), 1);
        vm.assertEq(messages().length, 1);
        vm.assertEq(pending().length, 0);
    }

    function test_deliver_followsAnswers() public {
        PingPong ping = new PingPong(chainOf(alpha).socket, address(this));
        PingPong pong = new PingPong(chainOf(beta).socket, address(this));
        connect(address(ping), address(pong));
        vm.deal(address(pong), 1 ether);
        send(address(ping), abi.encodeCall(ping.ping, (beta)));
        vm.assertEq(deliver(), 2);
        vm.assertEq(ping.pongs(), 1);
    }

    function test_deliver_takesAnyOrder() public {
        bytes32 first = _send("first");
        bytes32 second = _send("second");
        vm.assertTrue(deliver(second));
        assertNotDelivered(first);
        vm.assertEq(there.lastPayload(), "second");
        vm.assertEq(deliverNext(), first);
        vm.assertEq(deliverNext(), bytes32(0));
        vm.assertEq(there.lastPayload(), "first");
    }

    function test_deliverUntil_goesNoFurther() public {
        bytes32 msgId = _send("hello");
        for (uint8 stage = 0; stage < 4; stage++) {
            deliverUntil(Stage(stage));
            vm.assertTrue(messageOf(msgId).stage == Stage(stage));
            vm.assertTrue(chainOf(beta).socket.proposalCount(messageOf(msgId).packetId) == (stage < 2 ? 0 : 1));
        }
        vm.assertEq(there.received(), 0);
    }

    function testFuzz_deliverShuffled_deliversEachOnce(uint256 seed) public {
        for (uint256 i = 0; i < 4; i++) _send(abi.encode(i));
        vm.assertEq(deliverShuffled(seed), 4);
        vm.assertEq(there.received(), 4);
    }

    function test_seeds_chooseOneOfSeveral() public {
        advanceAny(0);
        deliverAny(0);
        bytes32[3] memory ids = [_send("one"), _send("two"), _send("three")];
        advanceAny(4);
        vm.assertTrue(messageOf(ids[1]).stage == Stage.SEALED);
        vm.assertTrue(messageOf(ids[2]).stage == Stage.RECEIVED);
        advanceAny(0);
        vm.assertTrue(messageOf(ids[0]).stage == Stage.PROPOSED);
        vm.assertTrue(messageOf(ids[1]).stage == Stage.SEALED);
        deliverAny(5);
        assertDelivered(ids[2]);
        assertNotDelivered(ids[1]);
        deliverAny(2);
        assertDelivered(ids[0]);
        assertNotDelivered(ids[1]);
    }

    function test_messages_thatAContractExecutedAreDelivered() public {
        bytes32 msgId = _send("hello");
        deliverUntil(Stage.ATTESTED);
        (address socket, , bytes memory call) = executionOf(msgId);
        (bool success, ) = socket.call(call);
        vm.assertTrue(success);
        assertDelivered(msgId);
        vm.assertEq(deliver(), 0);
    }

    function test_value_isDelivered() public {
        bytes32 params = bytes32((uint256(1) << 248) | 3 ether);
        vm.deal(address(this), 100 ether);
        bytes memory call = abi.encodeCall(here.sendRaw, (beta, 100_000, params, 0, "paid"));
        sendAs(address(this), address(here), call, 10 ether);
        deliver();
        vm.assertEq(there.receivedValue(), 3 ether);
        vm.assertEq(address(this).balance, 90 ether, "what the destination pays is not the test's");
    }

    function test_inboundReverts_areKeptAndTriedAgain() public {
        bytes32 msgId = _send("rude");
        there.refuse("rude", true);
        vm.assertEq(deliver(), 0);
        assertNotDelivered(msgId);
        assertInboundReverted(msgId, MoodyPlug.InABadMood.selector);
        assertInboundReverted(msgId, abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "rude"));
        vm.assertTrue(messageOf(msgId).stage == Stage.ATTESTED);
        there.refuse("rude", false);
        deliver();
        assertDelivered(msgId);
        vm.assertEq(messageOf(msgId).attempts, 2);
    }

    function test_expectInboundRevert_holdsForTheNextExecution() public {
        bytes32 msgId = _send("rude");
        there.refuse("rude", true);
        expectInboundRevert(MoodyPlug.InABadMood.selector);
        deliver();
        expectInboundRevert(abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "rude"));
        deliver();
        expectInboundRevert(Plug.NotASibling.selector);
        bytes memory actual = abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "rude");
        bytes memory expected = abi.encodePacked(Plug.NotASibling.selector);
        vm.expectRevert(abi.encodeWithSelector(Actors.UnexpectedInbound.selector, msgId, expected, actual, false));
        this.deliver(msgId);
        there.refuse("rude", false);
        vm.expectRevert(abi.encodeWithSelector(Actors.UnexpectedInbound.selector, msgId, expected, "", true));
        this.deliver(msgId);
    }

    function test_expectInboundRevert_endsWithTheNextExecution() public {
        _send("rude");
        there.refuse("rude", true);
        expectInboundRevert(MoodyPlug.InABadMood.selector);
        deliver();
        there.refuse("rude", false);
        vm.assertEq(deliver(), 1);
    }

    function test_inboundGasOf_losesNoMessageAndLeavesNoLogs() public {
        PingPong ping = new PingPong(chainOf(alpha).socket, address(this));
        PingPong pong = new PingPong(chainOf(beta).socket, address(this));
        connect(address(ping), address(pong));
        bytes32 first = send(address(ping), abi.encodeCall(ping.ping, (beta)));
        vm.deal(address(this), 1 ether);
        here.send{value: 1 ether}(beta, "that nobody has looked for yet");
        inboundGasOf(first);
        vm.assertEq(takeLogs().length, 0, "logs of the simulation");
        vm.assertEq(messages().length, 2);
    }

    function test_inboundGasOf_isWhatInboundUses() public {
        bytes32 msgId = _send("hello");
        uint256 gasUsed = inboundGasOf(msgId);
        vm.assertGe(gasUsed, 40_000);
        vm.assertLe(gasUsed, here.INBOUND_GAS());
        vm.assertEq(there.received(), 0);
        there.refuseAll(true);
        vm.expectRevert(abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "hello"));
        this.inboundGasOf(msgId);
    }
}
