// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {FailureText} from "../../../test/fixtures/solidity/FailureText.sol";
import {NaivePlug} from "../../../test/fixtures/solidity/NaivePlug.sol";
import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {MoodyPlug} from "../../fixtures/MoodyPlug.sol";
import {vm} from "../Vm.sol";
import {Stage} from "./TestMessage.sol";

contract FailuresTest is TwoMoodyPlugs, FailureText {
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
        address naive = address(new NaivePlug());
        vm.assertEq(
            _failureOf(abi.encodeCall(this.assertRefusesForgery, (naive, alpha, "forged"))),
            "The plug took a message from an account that is not its socket."
        );
    }
}
