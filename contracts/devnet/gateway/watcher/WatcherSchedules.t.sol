// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallType, Parallel} from "../../../gateway/GatewayTypes.sol";
import {GatewayTarget} from "../../../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../../../test/fixtures/solidity/OddAppGateway.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";

/// @dev A schedule is a payload of its request, in batch order.
contract WatcherSchedulesTest is GatewayWorld {
    OddAppGateway private gateway;
    GatewayTarget private target;
    address private forwarder;

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        target = new GatewayTarget();
        forwarder = _forwarder(address(target), ALPHA);
        _deposit(ALPHA, address(gateway), 100 ether);
        _collect();
        vm.warp(1_800_000_000);
    }

    function test_schedule_makesTheNextCallWait() public {
        gateway.writeWaitWrite(forwarder, 30);
        _collect();
        (bytes32 first, bytes32 wait, bytes32 second) = (payloadIds[0], payloadIds[1], payloadIds[2]);
        vm.assertTrue(items[wait].queued.callType == CallType.SCHEDULE);
        vm.assertEq(items[wait].requestCount, items[second].requestCount, "one request");
        vm.assertEq(items[wait].executeAt, 0, "not begun");
        _refuseToFinalize(wait);

        vm.warp(block.timestamp + 100);
        _runPayload(first);
        vm.assertEq(items[wait].executeAt, block.timestamp + 30, "counts from the end of the first");
        _finalize(wait);
        _refuseToFinalize(second);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutNotDue.selector, wait, block.timestamp + 30));
        watcher.resolvePayload(wait, gateway.onAnswer.selector, "waited", "", 0);

        vm.warp(block.timestamp + 30);
        _resolve(wait);
        vm.assertEq(gateway.lastData(), "waited");
        _runPayload(second);
        vm.assertEq(target.number(), 2, "the second write");
        vm.assertEq(feesManager.totalHeld(), 0, "settled");
    }

    function testFuzz_schedules_oneAfterAnotherOrSideBySide(uint16[7] calldata delays, bool isParallel) public {
        uint256[] memory inSeconds = new uint256[](7);
        uint256 longest = 0;
        uint256 sum = 0;
        for (uint256 i = 0; i < 7; i++) {
            inSeconds[i] = delays[i] % 1 hours;
            sum += inSeconds[i];
            if (inSeconds[i] > longest) longest = inSeconds[i];
        }
        uint256 start = block.timestamp;
        gateway.scheduleAll(inSeconds, isParallel ? Parallel.ON : Parallel.OFF);
        _runAll();
        vm.assertEq(gateway.answers(), 7, "callbacks");
        vm.assertEq(block.timestamp - start, isParallel ? longest : sum, "time");
        vm.assertEq(feesManager.totalSpent(), 7 * watcher.PAYLOAD_FEE(), "fees");
    }

    function test_schedule_withoutACallbackIsAPause() public {
        gateway.pauseAndSet(forwarder, 60);
        _runAll();
        vm.assertEq(target.sets(), 1, "sets");
        vm.assertEq(block.timestamp, 1_800_000_060, "time");
    }

    /// @dev A finalized payload still ends after the cancellation, but nothing begins after it.
    function test_schedule_ofACancelledRequestDoesNotBegin() public {
        gateway.writeWaitWrite(forwarder, 30);
        _collect();
        _finalize(payloadIds[0]);
        _execute(payloadIds[0]);
        gateway.cancel(gateway.currentRequest());
        _resolve(payloadIds[0]);
        vm.assertEq(items[payloadIds[1]].executeAt, 0, "begun");
    }

    function test_schedule_canBeCancelledWithItsRequest() public {
        gateway.writeWaitWrite(forwarder, 30);
        _collect();
        _runPayload(payloadIds[0]);
        gateway.cancel(gateway.currentRequest());
        bytes memory proof = _proof(payloadIds[1]);
        vm.expectRevert();
        watcher.finalize(payloadIds[1], proof);
        vm.assertEq(feesManager.totalHeld(), 0, "held");
    }

    /// @dev It names no socket, so the watcher's signature is worth nothing on a chain.
    function test_schedule_cannotBeExecutedAsACall() public {
        gateway.schedule(0, "");
        _collect();
        bytes32 payloadId = payloadIds[0];
        _finalize(payloadId);
        bytes memory proof = _proof(payloadId);
        vm.expectRevert();
        served[ALPHA].socket.execute(_params(payloadId), proof);
    }

    function _refuseToFinalize(bytes32 payloadId) private {
        bytes memory proof = _proof(payloadId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.BatchNotReady.selector, payloadId));
        watcher.finalize(payloadId, proof);
    }
}
