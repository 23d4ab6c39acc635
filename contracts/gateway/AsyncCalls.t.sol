// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayTarget} from "../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../test/fixtures/solidity/OddAppGateway.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {GatewayAccess} from "./GatewayAccess.sol";
import {Parallel, Read} from "./GatewayTypes.sol";
import {IFeesManager} from "./interfaces/IFeesManager.sol";
import {IWatcher} from "./interfaces/IWatcher.sol";
import {IWatcherOperator} from "../devnet/gateway/interfaces/IWatcherOperator.sol";

contract AsyncCallsTest is GatewayWorld {
    OddAppGateway private gateway;
    address private forwarder;
    GatewayTarget private target;

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        target = new GatewayTarget();
        forwarder = _forwarder(address(target), ALPHA);
        _deposit(ALPHA, address(gateway), 100 ether);
        _collect();
    }

    function test_call_revertsOutsideAsync() public {
        vm.expectRevert(GatewayAccess.AsyncModifierNotSet.selector);
        gateway.runWithoutAsync(_calls(1, Parallel.OFF));
    }

    function test_call_revertsWhenTheRequestIsClosed() public {
        gateway.run(_calls(1, Parallel.OFF));
        vm.expectRevert(GatewayAccess.AsyncModifierNotSet.selector);
        gateway.runWithoutAsync(_calls(1, Parallel.OFF));
    }

    function test_call_revertsWhenNobodyPays() public {
        OddAppGateway poor = new OddAppGateway(address(resolver), MAX_FEES);
        vm.expectRevert(
            abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, address(poor), MAX_FEES, uint256(0))
        );
        poor.run(_calls(1, Parallel.OFF));
    }

    function test_async_withoutCallsMakesNoRequest() public {
        gateway.run(_calls(0, Parallel.OFF));
        vm.assertEq(_collect(), 0, "payloads");
        vm.assertEq(feesManager.totalHeld(), 0, "held");
        vm.assertFalse(watcher.isAsync(address(gateway)));
    }

    /// @dev A nested function, called internally or externally, adds to the open request and leaves it open.
    function test_async_nestedJoinsTheOuterRequest() public {
        for (uint256 i = 0; i < 2; i++) {
            gateway.runNested(_calls(2, Parallel.ON), i == 1);
            vm.assertEq(_collect(), 4, "payloads");
            uint40 requestCount = gateway.currentRequest();
            for (uint256 j = 0; j < 4; j++) {
                Item storage item = items[payloadIds[i * 4 + j]];
                vm.assertEq(item.requestCount, requestCount, "request");
                vm.assertEq(item.queued.batchCount, 0, "batch");
            }
            vm.assertEq(feesManager.totalHeld(), MAX_FEES * (i + 1), "held");
        }
    }

    function test_async_sequentialCallsWaitForEachOther() public {
        gateway.run(_calls(2, Parallel.OFF));
        _collect();
        bytes memory proof = _proof(payloadIds[1]);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.BatchNotReady.selector, payloadIds[1]));
        watcher.finalize(payloadIds[1], proof);

        _runPayload(payloadIds[0]);
        _runPayload(payloadIds[1]);
        vm.assertEq(target.number(), 1, "the second came last");
    }

    function test_async_parallelCallsDoNotWait() public {
        gateway.run(_calls(3, Parallel.ON));
        _collect();
        _runPayload(payloadIds[2]);
        _runPayload(payloadIds[0]);
        _runPayload(payloadIds[1]);
        vm.assertEq(target.sets(), 3);
    }

    /// @dev A transaction has at most 2^24 gas. The forwarders are already warm here, unlike in a real transaction, so
    /// the bound leaves ten thousand gas for each.
    function test_then_aHundredReadsFitInATransaction() public {
        address[] memory forwarders = new address[](100);
        for (uint256 i = 0; i < 100; i++) forwarders[i] = _forwarder(address(uint160(0x1000 + i)), ALPHA);
        OddAppGateway.Step[] memory steps = new OddAppGateway.Step[](1);
        (steps[0].form, steps[0].read) = (OddAppGateway.Form.ReadAlone, Read.ON);
        gateway.runWithoutAsync(steps);

        uint256 before = gasleft();
        gateway.ask(forwarders, abi.encode(ALPHA));
        vm.assertLe(before - gasleft(), 16_777_216 - 100 * 10_000);
        vm.assertEq(_collect(), 100);
    }

    function testFuzz_then_passesItsDataAndTheReturnData(bytes calldata data) public {
        gateway.ask(_forwarders(1), data);
        _runAll();
        vm.assertEq(gateway.answers(), 1);
        vm.assertEq(gateway.lastData(), data);
        vm.assertEq(gateway.lastReturnData(), "");
    }

    function test_S17_then_callsEachCallbackOnce() public {
        gateway.ask(_forwarders(2), "");
        _runAll();
        vm.assertEq(gateway.answers(), 2);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyResolved.selector, payloadIds[0]));
        watcher.resolvePayload(payloadIds[0], gateway.onAnswer.selector, "", "", 0);
    }

    function test_then_revertsWithoutACallBeforeIt() public {
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.answerNothing();
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.answerTwice(forwarder);
    }

    function test_then_revertsForTheCallOfAnotherFunction() public {
        gateway.run(_calls(1, Parallel.OFF));
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        gateway.answerNothing();
    }

    function testFuzz_schedule_callsBackWhenItIsDue(uint256 delay, bytes calldata data) public {
        delay %= 24 hours + 1;
        uint256 executeAt = block.timestamp + delay;
        gateway.schedule(delay, data);
        _collect();
        _finalize(payloadIds[0]);
        if (delay > 0) {
            vm.warp(executeAt - 1);
            vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutNotDue.selector, payloadIds[0], executeAt));
            watcher.resolvePayload(payloadIds[0], gateway.onAnswer.selector, data, "", 0);
        }
        vm.warp(executeAt);
        _resolve(payloadIds[0]);
        vm.assertEq(gateway.answers(), 1, "answers");
        vm.assertEq(gateway.lastData(), data);
        vm.assertEq(gateway.lastReturnData(), "");
    }

    function test_schedule_revertsOutsideAsync() public {
        vm.expectRevert(GatewayAccess.AsyncModifierNotSet.selector);
        gateway.scheduleWithoutAsync(1);
    }

    function test_schedule_needsCredits() public {
        OddAppGateway poor = new OddAppGateway(address(resolver), MAX_FEES);
        vm.expectRevert(
            abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, address(poor), MAX_FEES, uint256(0))
        );
        poor.schedule(1, "");
    }

    function test_schedule_revertsAboveADay() public {
        uint256 delay = 24 hours + 1;
        vm.expectRevert(abi.encodeWithSelector(IWatcher.TimeoutTooLong.selector, delay, 24 hours));
        gateway.schedule(delay, "");
    }

    function _calls(uint256 count, Parallel parallel) private view returns (OddAppGateway.Step[] memory steps) {
        steps = new OddAppGateway.Step[](count);
        for (uint256 i = 0; i < count; i++) {
            steps[i].form = OddAppGateway.Form.ParallelAlone;
            steps[i].parallel = parallel;
            steps[i].forwarder = forwarder;
        }
    }

    function _forwarders(uint256 count) private view returns (address[] memory forwarders) {
        forwarders = new address[](count);
        for (uint256 i = 0; i < count; i++) forwarders[i] = forwarder;
    }
}
