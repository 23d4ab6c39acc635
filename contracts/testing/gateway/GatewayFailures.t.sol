// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {FailureText} from "../../../test/fixtures/solidity/FailureText.sol";
import {TwoCounters} from "../../../test/fixtures/solidity/TwoCounters.sol";
import {IWatcher} from "../../gateway/interfaces/IWatcher.sol";
import {CounterAppGateway} from "../../gateway/samples/CounterAppGateway.sol";
import {FaultyAppGateway} from "../../gateway/samples/FaultyAppGateway.sol";
import {FaultyTarget} from "../../gateway/samples/FaultyTarget.sol";
import {ReminderAppGateway} from "../../gateway/samples/ReminderAppGateway.sol";
import {vm} from "../Vm.sol";
import {PayloadStage} from "./TestPayload.sol";

contract GatewayFailuresTest is TwoCounters, FailureText {
    function test_assertResolved_saysWhyNot() public {
        app.add(slugs, 7);
        bytes32 id = lastPayload();
        string memory named = string.concat("Payload ", vm.toString(id), " on beta was not resolved: ");
        bytes memory call = abi.encodeCall(this.assertResolved, (id));
        vm.assertEq(_failureOf(call), string.concat(named, "nothing ran it: call runPayloads()."));
        runPayload(id);
        vm.assertEq(_failureOf(call), string.concat(named, "the batch before it is not done."));
        runPayloads();
        named = string.concat("Payload ", vm.toString(id), " on beta was resolved.");
        vm.assertEq(_failureOf(abi.encodeCall(this.assertNotResolved, (id))), named);
        call = abi.encodeWithSignature("assertPayloadReverted(bytes32,bytes4)", id, bytes4(0x12345678));
        named = string.concat("Payload ", vm.toString(id), " on beta did not revert with 0x12345678: it was resolved.");
        vm.assertEq(_failureOf(call), named);
    }

    function test_assertReverted_saysWhatHappenedInstead() public {
        FaultyAppGateway faulty = _faulty();
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        runPayloads();
        string memory why = string.concat(
            "it reverts on its chain with ",
            vm.toString(abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, 5)),
            "."
        );
        string memory named = string.concat("payload ", vm.toString(id), " on alpha did not revert with 0x12345678: ");
        bytes memory call = abi.encodeWithSignature("assertCallbackReverted(bytes32,bytes4)", id, bytes4(0x12345678));
        vm.assertEq(_failureOf(call), string.concat("The callback of ", named, why));
        FaultyTarget(faulty.getOnChainAddress(faulty.faulty(), alpha)).setBroken(false);
        runPayloads();
        why = string.concat(
            "Payload ",
            vm.toString(id),
            " on alpha was not resolved: its callback reverts with ",
            vm.toString(payloadOf(id).revertData),
            "."
        );
        vm.assertEq(_failureOf(abi.encodeCall(this.assertResolved, (id))), why);
    }

    /// @dev Where it failed, and with what: another place, selector, argument or time is not what was asserted.
    function test_assertReverted_takesNoOtherFailure() public {
        FaultyAppGateway faulty = _faulty();
        FaultyTarget target = FaultyTarget(faulty.getOnChainAddress(faulty.faulty(), alpha));
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        bytes memory onChain = abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, 5);
        _assertTaken(id, onChain, false, false);
        runPayloads();
        _assertTaken(id, onChain, true, false);
        _assertTaken(id, abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, 6), false, false);
        _assertTaken(id, "", false, false);
        target.setBroken(false);
        vm.assertTrue(runPayloadUntil(id, PayloadStage.EXECUTED));
        _assertTaken(id, onChain, false, false);
        _assertTaken(id, "", false, false);
        runPayloads();
        bytes memory inCallback = payloadOf(id).revertData;
        vm.assertEq(bytes32(inCallback), bytes32(FaultyAppGateway.NotReadyForResult.selector));
        _assertTaken(id, inCallback, false, true);
        _assertTaken(id, onChain, false, false);
        faulty.setCallbackBroken(false);
        runPayloads();
        _assertTaken(id, inCallback, false, false);
    }

    /// @dev Whether the assertions hold for this revert data, of the payload and of its callback.
    function _assertTaken(bytes32 id, bytes memory data, bool isOfPayload, bool isOfCallback) private {
        bytes memory call = abi.encodeWithSignature("assertPayloadReverted(bytes32,bytes)", id, data);
        (bool holds, ) = address(this).call(call);
        vm.assertTrue(holds == isOfPayload, "the payload");
        (holds, ) = address(this).call(abi.encodeWithSignature("assertCallbackReverted(bytes32,bytes)", id, data));
        vm.assertTrue(holds == isOfCallback, "the callback");
    }

    function test_assertResolved_saysWhenASchedulesIsDue() public {
        ReminderAppGateway reminders = new ReminderAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(reminders), 1 ether);
        deposit(address(this), 1 ether);
        vm.warp(1_000_000);
        reminders.remind("later", 60);
        reminders.remindByTimeout("later", 90);
        runPayloads();
        string memory text = string.concat(
            "Payload ",
            vm.toString(lastPayload()),
            " on the gateway was not resolved: its schedule is due at 1000060 and it is 1000000: call passUntilDue()."
        );
        vm.assertEq(_failureOf(abi.encodeCall(this.assertResolved, (lastPayload()))), text);
        text = string.concat(
            "Call ",
            vm.toString(lastCall()),
            " did not run: it is due at 1000090 and it is 1000000: call passUntilDue()."
        );
        vm.assertEq(_failureOf(abi.encodeCall(this.assertRan, (lastCall()))), text);
        vm.warp(1_000_090);
        text = string.concat("Call ", vm.toString(lastCall()), " did not run: nothing ran it: call runPayloads().");
        vm.assertEq(_failureOf(abi.encodeCall(this.assertRan, (lastCall()))), text);
    }

    function test_assertResolved_saysWithWhatTheWatcherRefuses() public {
        app.add(slugs, 7);
        bytes32 id = lastPayload();
        uint40 requestCount = payloadOf(id).requestCount;
        vm.prank(address(app));
        IWatcher(address(watcher)).cancelRequest(requestCount);
        vm.assertFalse(runPayload(id));
        string memory text = string.concat(
            "Payload ",
            vm.toString(id),
            " on beta was not resolved: the watcher refuses it with ",
            vm.toString(abi.encodeWithSelector(IWatcher.RequestOver.selector, requestCount)),
            "."
        );
        vm.assertEq(_failureOf(abi.encodeCall(this.assertResolved, (id))), text);
    }

    function test_assertResolved_saysWhenTheMaximumFeesAreTooLow() public {
        CounterAppGateway poor = new CounterAppGateway(addressResolver, address(this), 1);
        deposit(address(poor), 1 ether);
        poor.deployContracts(slugs);
        runPayloads();
        string memory text = string.concat(
            "Payload ",
            vm.toString(lastPayload()),
            " on beta was not resolved: it may cost more than the maximum fees of its request."
        );
        vm.assertEq(_failureOf(abi.encodeCall(this.assertResolved, (lastPayload()))), text);
    }
}
