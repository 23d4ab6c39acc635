// SPDX-License-Identifier: MIT
// solhint-disable gas-custom-errors, gas-small-strings, one-contract-per-file
pragma solidity 0.8.37;

import {FailureText} from "../../test/fixtures/contracts/FailureText.sol";
import {FastSwitchboard} from "../devnet/messaging/switchboard/FastSwitchboard.sol";
import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";
import {PingPong} from "../plugs/PingPong.sol";
import {MoodyPlug} from "../test/MoodyPlug.sol";
import {CrossChainTest} from "./CrossChainTest.sol";
import {Actors} from "./messaging/Actors.sol";
import {SentMessages} from "./messaging/SentMessages.sol";
import {TestChains} from "./messaging/TestChains.sol";
import {Stage} from "./messaging/TestMessage.sol";
import {vm} from "./Vm.sol";

/// @dev Remembers the chain id that `inbound` saw.
contract TestChainIdPlug is Plug {
    uint256 public seen;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function _inbound(uint32, bytes calldata) internal override {
        seen = block.chainid;
    }
}

/// @dev Takes a message from anyone.
contract TestNaivePlug {
    uint256 public received;

    function inbound(uint32, bytes calldata) external payable {
        received++;
    }
}

contract CrossChainTestTest is CrossChainTest, FailureText {
    MoodyPlug private here;
    MoodyPlug private there;
    uint32 private alpha;
    uint32 private beta;

    function setUp() public {
        here = new MoodyPlug(addChain("alpha").socket, address(this));
        there = new MoodyPlug(addChain("beta").socket, address(this));
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        connect(address(here), address(there));
    }

    // --- delivery ---

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

    function test_messages_ofRevertedCallsAreNone() public {
        vm.deal(address(this), 1 ether);
        try this.sendAndRevert() {} catch {}
        vm.assertEq(messages().length, 0);
        bytes32 msgId = _send("hello");
        deliver();
        assertDelivered(msgId);
    }

    function sendAndRevert() external {
        here.send{value: 1 ether}(beta, "never");
        revert("no");
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
    }

    // --- reverts ---

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

    // --- cheats ---

    function test_attestations_missingAndLate() public {
        bytes32 msgId = _send("hello");
        holdAttestations(true);
        vm.assertEq(deliver(), 0);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED);
        attest(msgId);
        vm.assertEq(deliver(), 1);

        msgId = _send("again");
        vm.assertEq(deliver(), 0);
        holdAttestations(false);
        vm.assertEq(deliver(), 1);
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

    function test_optimistic_waitsForTheTimeout() public {
        connectOptimistic(address(here), address(there));
        bytes32 msgId = _send("hello");
        vm.assertEq(deliver(), 0);
        vm.assertTrue(messageOf(msgId).stage == Stage.PROPOSED);
        passTimeout();
        vm.assertEq(deliver(), 1);
    }

    // --- fees and chains ---

    function test_send_paysExactlyTheFee() public {
        vm.deal(address(this), 1 ether);
        uint256 fee = feeOf(address(this), address(here), abi.encodeCall(here.send, (beta, "hello")));
        vm.assertEq(fee, here.minFees(beta, here.INBOUND_GAS(), 5));
        vm.assertEq(messages().length, 0);
        vm.assertEq(here.socket().globalMessageCount(), 0);
        _send("hello");
        vm.assertEq(address(this).balance, 1 ether - fee);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        this.sendAs(address(this), address(here), abi.encodeCall(here.send, (beta, "hello")), fee - 1);
    }

    function test_feeOf_isWhatThePlugSaysOrWhatTheSocketAsks() public {
        bytes memory raw = abi.encodeCall(here.sendRaw, (beta, 100_000, 0, 0, "hello"));
        vm.assertEq(feeOf(address(this), address(here), raw), here.minFees(beta, 100_000, 5));
        bytes32 msgId = send(address(here), raw);
        deliver();
        assertDelivered(msgId);
        // This contract takes no refund, so only the plug itself can say the fee.
        address sender = address(new TestNaivePlug());
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 5);
        vm.assertEq(feeOf(sender, address(here), abi.encodeCall(here.send, (beta, "hello"))), fee);
    }

    function test_setExecutionFees_changesThePrice() public {
        bytes memory call = abi.encodeCall(here.send, (beta, "hello"));
        uint256 fee = feeOf(address(this), address(here), call);
        setExecutionFees(alpha, beta, 2 gwei, 16 gwei, 5e12);
        vm.assertEq(feeOf(address(this), address(here), call), fee + 1 gwei * here.INBOUND_GAS());
    }

    function test_send_revertsWithThePlugsOwnError() public {
        vm.expectRevert(abi.encodeWithSelector(Plug.NotConnected.selector, uint32(7)));
        this.send(address(here), abi.encodeCall(here.send, (7, "hello")));
        PingPong silent = new PingPong(chainOf(alpha).socket, address(this));
        vm.expectRevert(abi.encodeWithSelector(SentMessages.NothingSent.selector, address(silent)));
        this.send(address(silent), "");
    }

    function test_balances_areOnePerChain() public {
        address alice = address(0xa11ce);
        dealOn(alpha, alice, 5 ether);
        dealOn(beta, alice, 7 ether);
        vm.assertEq(alice.balance, 5 ether);
        useChain(beta);
        vm.assertEq(alice.balance, 7 ether);
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 5);
        sendAs(alice, address(here), abi.encodeCall(here.send, (beta, "hello")));
        vm.assertEq(balanceOn(alpha, alice), 5 ether - fee);
        vm.assertEq(balanceOn(beta, alice), 7 ether);
        vm.assertEq(currentSlug(), beta);
    }

    function test_chainId_isTheDestinationsDuringADelivery() public {
        TestChainIdPlug plug = new TestChainIdPlug(addChain("gamma", 42, 4242).socket, address(this));
        connect(address(here), address(plug));
        useChain(alpha);
        send(address(here), abi.encodeCall(here.send, (42, "hello")));
        deliver();
        vm.assertEq(plug.seen(), 4242);
        vm.assertEq(block.chainid, alpha);
        vm.assertEq(chains().length, 3);
    }

    function test_wrongUse_saysWhatToDo() public {
        vm.expectRevert(abi.encodeWithSelector(TestChains.NotAPlug.selector, address(this)));
        this.connect(address(here), address(this));
        vm.expectRevert(abi.encodeWithSelector(TestChains.SameChain.selector, alpha));
        this.connect(address(here), address(here));
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(7)));
        this.useChain(7);
        vm.expectRevert(abi.encodeWithSelector(TestChains.ChainExists.selector, alpha));
        this.addChain("alpha again", alpha, 1);
        vm.expectRevert(abi.encodeWithSelector(SentMessages.UnknownMessage.selector, bytes32("none")));
        this.assertDelivered("none");
        vm.expectRevert(abi.encodeWithSelector(SentMessages.UnknownMessage.selector, bytes32(0)));
        this.lastMessage();
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

    // --- what failing assertions print ---

    function test_assertDelivered_saysWhyNot() public {
        bytes32 msgId = _send("hello");
        string memory named = string.concat("Message ", vm.toString(msgId), " from alpha to beta was not delivered: ");
        bytes memory call = abi.encodeCall(this.assertDelivered, (msgId));
        vm.assertEq(_failureOf(call), string.concat(named, "nothing delivered it: call deliver()."));
        holdAttestations(true);
        deliver();
        string memory why = "its switchboard does not allow it: its attestation is missing, or it is tripped.";
        vm.assertEq(_failureOf(call), string.concat(named, why));
        holdAttestations(false);
        deliverUntil(Stage.ATTESTED);
        trip(beta);
        vm.assertEq(_failureOf(call), string.concat(named, "its proposal, its path or its whole chain is tripped."));
        untrip(beta);
        there.refuseAll(true);
        deliver();
        bytes memory reason = abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "hello");
        vm.assertEq(_failureOf(call), string.concat(named, "inbound reverts with ", vm.toString(reason), "."));
    }

    function test_assertDelivered_saysHowLongToWait() public {
        connectOptimistic(address(here), address(there));
        vm.warp(1_000_000);
        bytes32 msgId = _send("hello");
        deliver();
        string memory named = string.concat("Message ", vm.toString(msgId), " from alpha to beta was not delivered: ");
        string memory why = "its optimistic switchboard waits until 1007201 and it is 1000000: call passTimeout().";
        vm.assertEq(_failureOf(abi.encodeCall(this.assertDelivered, (msgId))), string.concat(named, why));
    }

    function test_assertDelivered_saysWhenTheDestinationIsNotConnected() public {
        MoodyPlug lonely = new MoodyPlug(chainOf(beta).socket, address(this));
        here.connect(beta, address(lonely), chainOf(alpha).switchboard);
        bytes32 msgId = _send("hello");
        deliver();
        string memory named = string.concat("Message ", vm.toString(msgId), " from alpha to beta was not delivered: ");
        string memory why = "its plug on the destination is not connected to the source: call connect() on both plugs.";
        vm.assertEq(_failureOf(abi.encodeCall(this.assertDelivered, (msgId))), string.concat(named, why));
        lonely.connect(alpha, address(lonely), chainOf(beta).switchboard);
        deliver();
        why = "its plug on the destination does not name the sender as its sibling.";
        vm.assertEq(_failureOf(abi.encodeCall(this.assertDelivered, (msgId))), string.concat(named, why));
    }

    function test_assertNotDelivered_failsWhenDelivered() public {
        bytes32 msgId = _send("hello");
        deliver();
        string memory text = string.concat("Message ", vm.toString(msgId), " from alpha to beta was delivered.");
        vm.assertEq(_failureOf(abi.encodeCall(this.assertNotDelivered, (msgId))), text);
    }

    function test_assertInboundReverted_saysWhatHappenedInstead() public {
        bytes32 msgId = sendAs(
            address(this),
            address(here),
            abi.encodeCall(here.sendRaw, (beta, 5000, 0, 0, "hello")),
            1 ether
        );
        bytes memory call = abi.encodeWithSignature("assertInboundReverted(bytes32,bytes4)", msgId, bytes4(0x12345678));
        string memory named = string.concat(
            "Message ",
            vm.toString(msgId),
            " from alpha to beta did not revert with 0x12345678: "
        );
        vm.assertEq(_failureOf(call), string.concat(named, "nothing delivered it: call deliver()."));
        deliver();
        string memory why = "inbound reverts without data, as when its gas limit of 5000 is too low.";
        vm.assertEq(_failureOf(call), string.concat(named, why));
        assertInboundReverted(msgId, bytes(""));

        msgId = _send("hello");
        deliver();
        call = abi.encodeWithSignature("assertInboundReverted(bytes32,bytes)", msgId, "");
        named = string.concat("Message ", vm.toString(msgId), " from alpha to beta did not revert with 0x: ");
        vm.assertEq(_failureOf(call), string.concat(named, "it was delivered."));
    }

    function test_assertRefusesForgery_failsForAPlugThatObeysAnyone() public {
        assertRefusesForgery(address(there), alpha, "forged");
        address naive = address(new TestNaivePlug());
        vm.assertEq(
            _failureOf(abi.encodeCall(this.assertRefusesForgery, (naive, alpha, "forged"))),
            "The plug took a message from an account that is not its socket."
        );
    }

    function _send(bytes memory payload) private returns (bytes32) {
        return send(address(here), abi.encodeCall(here.send, (beta, payload)));
    }
}
