// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {TwoCounters} from "../../../test/fixtures/solidity/TwoCounters.sol";
import {FaultyAppGateway} from "../../gateway/samples/FaultyAppGateway.sol";
import {FaultyTarget} from "../../gateway/samples/FaultyTarget.sol";
import {ReminderAppGateway} from "../../gateway/samples/ReminderAppGateway.sol";
import {IAddressResolver} from "../../gateway/interfaces/IAddressResolver.sol";
import {vm} from "../Vm.sol";
import {PayloadStage} from "./TestPayload.sol";

contract GatewayRunsTest is TwoCounters {
    function test_startGateway_namesEachContract() public view {
        IAddressResolver resolver = IAddressResolver(addressResolver);
        vm.assertEq(address(resolver.watcher__()), address(watcher));
        vm.assertEq(address(resolver.feesManager__()), address(feesManager));
        vm.assertEq(address(resolver.asyncDeployer__()), address(asyncDeployer));
        vm.assertTrue(address(watcher).code.length > 0 && address(feesManager).code.length > 0);
    }

    /// @dev A batch that comes up before the one that it waits for runs later in the same round, whatever the order.
    function test_runShuffled_triesAgainWhatWaitedForAnother() public {
        for (uint256 seed = 0; seed < 8; seed++) {
            app.add(slugs, 7);
            vm.assertEq(pending().length, 2, "the second waits for the first");
            vm.assertEq(runShuffled(seed), 3, "both, and what pays the transmitter");
            vm.assertEq(pending().length, 0, "left");
        }
    }

    /// @dev What fails is tried once, and ends no run: neither on its chain nor in its callback.
    function testFuzz_runs_endWithAPayloadThatFails(uint256 seed) public {
        FaultyAppGateway faulty = _faulty();
        FaultyTarget target = FaultyTarget(faulty.getOnChainAddress(faulty.faulty(), alpha));
        faulty.work(alpha, 5);
        bytes32 id = lastPayload();
        app.add(slugs, 7);
        vm.assertEq(seed % 2 == 0 ? runPayloads() : runShuffled(seed), 3);
        assertPayloadReverted(id, FaultyTarget.OutOfOrder.selector);
        vm.assertEq(block.chainid, GATEWAY_SLUG, "the gateway's chain id");
        target.setBroken(false);
        vm.assertEq(seed % 2 == 0 ? runShuffled(seed) : runPayloads(), 0);
        assertCallbackReverted(id, FaultyAppGateway.NotReadyForResult.selector);
        vm.assertEq(target.workDone(), 5);
        faulty.setCallbackBroken(false);
        // The payload, and the payment of its request.
        vm.assertEq(runPayloads(), 2);
        vm.assertEq(target.workDone(), 5, "what was executed is not executed again");
        vm.assertEq(payloadOf(id).revertData, "");
        vm.assertFalse(payloadOf(id).hasFailed);
    }

    /// @dev Whichever was set first, and of both kinds.
    function test_passUntilDue_goesToTheNextOfSeveral() public {
        ReminderAppGateway reminders = new ReminderAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(reminders), 1 ether);
        deposit(address(this), 1 ether);
        uint8[3] memory schedules = [90, 60, 120];
        uint8[3] memory timeouts = [100, 30, 110];
        for (uint256 i = 0; i < 3; i++) {
            reminders.remind("", schedules[i]);
            reminders.remindByTimeout("", timeouts[i]);
        }
        uint256 start = block.timestamp;
        runPayloads();
        uint8[6] memory due = [30, 60, 90, 100, 110, 120];
        for (uint256 i = 0; i < 6; i++) {
            vm.assertTrue(passUntilDue());
            vm.assertEq(block.timestamp, start + due[i]);
        }
        vm.assertFalse(passUntilDue());
        runPayloads();
        vm.assertEq(reminders.reminders(), 6);
    }

    /// @dev The number chooses among what is pending; giving up goes on to the next that reverted.
    function test_seeds_chooseOneOfSeveral() public {
        FaultyAppGateway faulty = _faulty();
        app.add(slugs, 7);
        for (uint256 i = 1; i <= 3; i++) faulty.work(alpha, i);
        bytes32[] memory ids = pending();
        vm.assertEq(ids.length, 5);
        giveUpAny(0);
        advanceAny(2);
        vm.assertTrue(payloadOf(ids[2]).stage == PayloadStage.FINALIZED);
        vm.assertTrue(payloadOf(ids[3]).stage == PayloadStage.QUEUED);
        for (uint256 i = 2; i < 5; i++) {
            runAny(5 + i);
            vm.assertTrue(payloadOf(ids[i]).hasFailed);
        }
        giveUpAny(9);
        vm.assertFalse(faulty.isGivenUp(ids[3]));
        vm.assertTrue(faulty.isGivenUp(ids[4]));
        giveUpAny(5);
        vm.assertTrue(faulty.isGivenUp(ids[2]));
        vm.assertFalse(faulty.isGivenUp(ids[3]));
        giveUpAny(8);
        vm.assertTrue(faulty.isGivenUp(ids[3]));
        runAny(5);
        vm.assertEq(runNext(), ids[1]);
        vm.assertEq(pending().length, 4, "those that failed, and what pays the transmitter");
    }

    function test_runNext_isZeroIfNothingCanRun() public {
        vm.assertEq(runNext(), bytes32(0));
        app.add(slugs, 7);
        vm.assertEq(runNext(), payloads()[payloads().length - 2]);
    }
}
