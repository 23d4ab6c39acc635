// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings, one-contract-per-file
pragma solidity 0.8.37;

import {FailureText} from "../../test/fixtures/solidity/FailureText.sol";
import {TwoCounters} from "../../test/fixtures/solidity/TwoCounters.sol";
import {FaultyAppGateway} from "../gateway/samples/FaultyAppGateway.sol";
import {FaultyTarget} from "../gateway/samples/FaultyTarget.sol";
import {GatewayCounter} from "../gateway/samples/GatewayCounter.sol";
import {ReminderAppGateway} from "../gateway/samples/ReminderAppGateway.sol";
import {TriggeredAppGateway} from "../gateway/samples/TriggeredAppGateway.sol";
import {TriggerPlug} from "../gateway/samples/TriggerPlug.sol";
import {CallType} from "../gateway/GatewayTypes.sol";
import {IWatcher} from "../gateway/interfaces/IWatcher.sol";
import {GatewayActors} from "./gateway/GatewayActors.sol";
import {GatewayDeployer} from "./gateway/GatewayDeployer.sol";
import {PayloadStage, TestPayload} from "./gateway/TestPayload.sol";
import {GatewayTest} from "./GatewayTest.sol";
import {vm} from "./Vm.sol";

/// @dev A test that has not begun.
contract UnstartedGateway is GatewayTest {}

contract GatewayTestTest is TwoCounters, FailureText {
    function test_runPayloads_runsCallbacksAndPays() public {
        uint256 before = creditsOf(address(app));
        app.add(slugs, 7);
        app.readCounters(slugs);
        // Two writes, two reads, and the payment of each request.
        vm.assertEq(runPayloads(), 6);
        assertResolved(lastPayload());
        vm.assertEq(app.sum(), 14);
        vm.assertEq(_counterOn(beta).counter(), 7);
        vm.assertTrue(creditsOf(address(app)) < before);
        vm.assertEq(runPayloads(), 0);
    }

    function test_runPayload_takesAnyOrderWithinABatch() public {
        app.add(slugs, 7);
        runPayloads();
        app.readCounters(slugs);
        bytes32[] memory ids = payloads();
        vm.assertTrue(runPayload(ids[ids.length - 1]));
        vm.assertEq(app.sum(), 7);
        vm.assertEq(runNext(), ids[ids.length - 2]);
        vm.assertEq(app.sum(), 14);
        vm.assertFalse(runPayload(ids[ids.length - 2]));
    }

    function test_runPayloadUntil_goesNoFurther() public {
        app.add(slugs, 7);
        bytes32 second = lastPayload();
        bytes32 first = payloads()[payloads().length - 2];
        vm.assertFalse(runPayload(second));
        vm.assertTrue(runPayloadUntil(first, PayloadStage.FINALIZED));
        vm.assertEq(_counterOn(alpha).counter(), 0);
        vm.assertTrue(runPayloadUntil(first, PayloadStage.EXECUTED));
        vm.assertEq(_counterOn(alpha).counter(), 7);
        vm.assertTrue(runPayload(first));
        vm.assertTrue(runPayload(second));
        TestPayload memory done = payloadOf(second);
        vm.assertTrue(done.callType == CallType.WRITE && done.stage == PayloadStage.RESOLVED);
        vm.assertEq(done.target, address(_counterOn(beta)));
        vm.assertEq(done.appGateway, address(app));
    }

    function test_forwarderOf_isTheAppGatewaysOwn() public {
        address counter = address(_counterOn(alpha));
        vm.assertEq(forwarderOf(counter, alpha), app.forwarderAddresses(app.counter(), alpha));
    }

    function test_deposit_isOnTheChainThatIsNamed() public {
        uint256 before = creditsOf(address(this));
        deposit(beta, address(this), 3 ether);
        vm.assertEq(creditsOf(address(this)), before + 3 ether);
        vm.assertEq(chainOf(beta).token.balanceOf(chainOf(beta).feesPlug), 3 ether);
        vm.assertEq(chains().length, 2);
    }

    function test_payloadReverts_areKeptGivenUpAndTriedAgain() public {
        FaultyAppGateway faulty = _faulty();
        FaultyTarget target = FaultyTarget(faulty.getOnChainAddress(faulty.faulty(), alpha));
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        runPayloads();
        assertNotResolved(id);
        assertPayloadReverted(id, FaultyTarget.OutOfOrder.selector);
        assertPayloadReverted(id, abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, 5));
        giveUp(id);
        vm.assertTrue(faulty.isGivenUp(id));
        target.setBroken(false);
        runPayloads();
        assertCallbackReverted(id, FaultyAppGateway.NotReadyForResult.selector);
        faulty.setCallbackBroken(false);
        runPayloads();
        assertResolved(id);
        vm.assertEq(target.workDone(), 5);
    }

    function test_schedules_runWhenDue() public {
        ReminderAppGateway reminders = new ReminderAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(reminders), 1 ether);
        deposit(address(this), 1 ether);
        reminders.remind("later", 60);
        reminders.remindByTimeout("much later", 90);
        runPayloads();
        vm.assertEq(reminders.reminders(), 0);
        uint256 start = block.timestamp;
        vm.assertTrue(passUntilDue());
        vm.assertEq(block.timestamp, start + 60);
        runPayloads();
        vm.assertEq(reminders.reminders(), 1);
        vm.assertTrue(passUntilDue());
        runPayloads();
        assertRan(lastCall());
        vm.assertEq(reminders.reminders(), 2);
        vm.assertFalse(passUntilDue());
    }

    function test_triggers_reachTheAppGatewayOrAreRefused() public {
        TriggeredAppGateway triggered = new TriggeredAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(triggered), 10 ether);
        triggered.deployContracts(alpha);
        runPayloads();
        TriggerPlug plug = TriggerPlug(triggered.getOnChainAddress(triggered.reporting(), alpha));
        plug.report(7);
        vm.assertTrue(runCall(lastCall()));
        vm.assertEq(triggered.totals(alpha), 7);
        vm.assertFalse(runCall(lastCall()));

        TriggerPlug foreign = new TriggerPlug();
        bytes32 appGatewayId = bytes32(uint256(uint160(address(triggered))));
        foreign.initSocket(appGatewayId, address(chainOf(beta).socket), address(1));
        foreign.report(7);
        runPayloads();
        assertRefused(lastCall(), IWatcher.InvalidPlug.selector);
        bytes memory reason = abi.encodeWithSelector(
            IWatcher.InvalidPlug.selector,
            address(triggered),
            beta,
            address(foreign)
        );
        assertRefused(lastCall(), reason);
        vm.assertEq(callOf(lastCall()).plug, address(foreign));
        vm.assertEq(calls().length, 2);

        string memory named = string.concat("Call ", vm.toString(lastCall()));
        vm.assertEq(
            _failureOf(abi.encodeCall(this.assertRan, (lastCall()))),
            string.concat(named, " did not run: it reverts with ", vm.toString(reason), ".")
        );
        bytes memory refused = abi.encodeWithSignature("assertRefused(bytes32,bytes4)", lastCall(), bytes4(0x12345678));
        vm.assertEq(
            _failureOf(refused),
            string.concat(named, " was not refused with 0x12345678: it reverts with ", vm.toString(reason), ".")
        );
        refused = abi.encodeWithSignature("assertRefused(bytes32,bytes4)", calls()[0], bytes4(0x12345678));
        named = string.concat("Call ", vm.toString(calls()[0]), " was not refused with 0x12345678: it ran.");
        vm.assertEq(_failureOf(refused), named);
    }

    function test_wrongUse_beforeTheGatewayStarts() public {
        UnstartedGateway unstarted = new UnstartedGateway();
        vm.expectRevert(abi.encodeWithSelector(GatewayDeployer.UnknownChain.selector, uint32(0)));
        unstarted.deposit(address(this), 1);
        uint32 first = unstarted.addChain("first").slug;
        vm.expectRevert(GatewayDeployer.GatewayNotStarted.selector);
        unstarted.deposit(address(this), 1);
        vm.expectRevert(GatewayDeployer.GatewayNotStarted.selector);
        unstarted.deposit(first, address(this), 1);
    }

    function test_wrongUse_saysWhatToDo() public {
        vm.expectRevert(GatewayDeployer.GatewayStarted.selector);
        this.addChain("late");
        vm.expectRevert(GatewayDeployer.GatewayStarted.selector);
        this.startGateway();
        vm.expectRevert(abi.encodeWithSelector(GatewayDeployer.UnknownChain.selector, uint32(7)));
        this.forwarderOf(address(app), 7);
        vm.expectRevert(abi.encodeWithSelector(GatewayActors.UnknownPayload.selector, bytes32("none")));
        this.assertResolved("none");
        vm.expectRevert(abi.encodeWithSelector(GatewayActors.UnknownCall.selector, bytes32("none")));
        this.assertRan("none");
        vm.expectRevert(GatewayTest.NothingCalled.selector);
        this.lastCall();
        vm.assertEq(
            _failureOf(abi.encodeCall(this.giveUp, (lastPayload()))),
            "Only a payload that reverted can be given up: call runPayloads() first."
        );
    }

    function _counterOn(uint32 slug) private view returns (GatewayCounter) {
        return GatewayCounter(app.getOnChainAddress(app.counter(), slug));
    }
}
