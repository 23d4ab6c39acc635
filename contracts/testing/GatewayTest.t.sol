// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {FailureText} from "../../test/fixtures/contracts/FailureText.sol";
import {CounterAppGateway} from "../gateway/samples/CounterAppGateway.sol";
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

contract GatewayTestTest is GatewayTest, FailureText {
    uint256 private constant MAX_FEES = 0.01 ether;

    CounterAppGateway private app;
    uint32 private alpha;
    uint32 private beta;
    uint32[] private slugs;

    function setUp() public {
        (alpha, beta) = (addChain("alpha").slug, addChain("beta").slug);
        slugs = [alpha, beta];
        startGateway();
        app = new CounterAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(app), 100 ether);
        app.deployContracts(slugs);
        runPayloads();
    }

    // --- payloads ---

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

    // --- reverts ---

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

    // --- time ---

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

    // --- triggers ---

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

    // --- wrong use ---

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

    // --- what failing assertions print ---

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

    function _faulty() private returns (FaultyAppGateway faulty) {
        faulty = new FaultyAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(faulty), 10 ether);
        faulty.deployContracts(alpha);
        runPayloads();
    }

    function _counterOn(uint32 slug) private view returns (GatewayCounter) {
        return GatewayCounter(app.getOnChainAddress(app.counter(), slug));
    }
}
