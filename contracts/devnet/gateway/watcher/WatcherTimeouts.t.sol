// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAppGateway} from "../../../gateway/interfaces/IAppGateway.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {GatewayWorld} from "../../../../test/fixtures/contracts/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/contracts/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/contracts/Vm.sol";

contract WatcherTimeoutsTest is GatewayWorld {
    ScriptedGateway private gateway;

    function setUp() public {
        gateway = new ScriptedGateway(watcher);
        vm.warp(1_800_000_000);
    }

    function testFuzz_resolveTimeout_runsOnceAndNotBeforeItsTime(uint32 delay, uint32 early) public {
        delay = delay % (24 hours + 1);
        bytes32 timeoutId = _schedule(delay);
        uint256 executeAt = block.timestamp + delay;
        if (delay > 0) {
            vm.warp(executeAt - 1 - (early % delay));
            vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutNotDue.selector, timeoutId, executeAt));
            watcher.resolveTimeout(timeoutId);
        }
        vm.warp(executeAt);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.answers(), 1, "answers");
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutAlreadyResolved.selector, timeoutId));
        watcher.resolveTimeout(timeoutId);
    }

    function test_timeoutId_isTheProtocols() public {
        uint256 id = uint256(_schedule(1));
        vm.assertEq(id >> 224, GATEWAY, "slug");
        vm.assertEq(address(uint160(id >> 64)), address(watcher));
        vm.assertTrue(uint64(id) > 0);
    }

    function test_schedule_passesTheDataToTheCallback() public {
        bytes32 timeoutId = _schedule(0);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.lastData(), "mine");
        vm.assertEq(gateway.lastReturnData(), "");
    }

    function testFuzz_timeouts_ofMoreThanADayAreRefused(uint256 delay) public {
        vm.assume(delay > 24 hours);
        bytes memory refusal = abi.encodeWithSelector(IWatcher.TimeoutTooLong.selector, delay, 24 hours);
        vm.expectRevert(refusal);
        watcher.setTimeout(address(gateway), "", delay);
        vm.expectRevert(refusal);
        watcher.schedule(delay);
    }

    function test_schedule_withoutACallbackNeverRuns() public {
        bytes32 timeoutId = watcher.schedule(0);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.UnknownTimeout.selector, timeoutId));
        watcher.resolveTimeout(timeoutId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.UnknownTimeout.selector, bytes32("none")));
        watcher.resolveTimeout("none");
    }

    function test_resolveTimeout_aRevertingOneCanBeTriedAgain() public {
        bytes32 timeoutId = _schedule(0);
        gateway.refuse(true);
        vm.expectRevert(ScriptedGateway.Refused.selector);
        watcher.resolveTimeout(timeoutId);
        gateway.refuse(false);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.answers(), 1, "answers");
    }

    /// @dev A timeout does not authorize a call unless the called contract set it.
    function test_setTimeout_ofAStrangerCannotReachGuardedFunctions() public {
        bytes32 promised = watcher.setTimeout(address(gateway), abi.encodeCall(ScriptedGateway.onAnswer, ("", "")), 0);
        vm.expectRevert(ScriptedGateway.NotAPromise.selector);
        watcher.resolveTimeout(promised);
        bytes32 called = watcher.setTimeout(address(gateway), abi.encodeCall(ScriptedGateway.onCall, ()), 0);
        vm.expectRevert(ScriptedGateway.NotACall.selector);
        watcher.resolveTimeout(called);

        vm.prank(address(gateway));
        bytes32 own = watcher.setTimeout(address(gateway), abi.encodeCall(ScriptedGateway.onCall, ()), 0);
        watcher.resolveTimeout(own);
        vm.assertEq(gateway.calls(), 1, "calls");
        vm.prank(address(gateway));
        own = watcher.setTimeout(address(gateway), abi.encodeCall(ScriptedGateway.onAnswer, ("", "")), 0);
        vm.expectRevert(ScriptedGateway.NotAPromise.selector);
        watcher.resolveTimeout(own);
    }

    /// @dev The fees manager and app gateways trust the watcher's own calls.
    function test_timeoutsAndTriggers_cannotImpersonateTheWatcher() public {
        bytes memory settle = abi.encodeCall(IFeesManager.settle, (1, 0));
        bytes memory complete = abi.encodeCall(IAppGateway.onRequestComplete, (1, ""));
        bytes memory reverted = abi.encodeCall(IAppGateway.handleRevert, ("payload"));
        _refuseBoth(address(feesManager), settle);
        _refuseBoth(address(watcher), "");
        _refuseBoth(address(gateway), complete);
        _refuseBoth(address(gateway), reverted);
    }

    function test_callAppGateway_onceAndWithItsOrigin() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        watcher.callAppGateway("trigger", address(gateway), BETA, address(0x91a6), payload);
        vm.assertEq(gateway.lastTriggerChain(), BETA, "chain");
        vm.assertEq(gateway.lastTriggerPlug(), address(0x91a6));
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TriggerAlreadyHandled.selector, bytes32("trigger")));
        watcher.callAppGateway("trigger", address(gateway), BETA, address(0x91a6), payload);
        (uint32 slug, address plug) = watcher.currentTrigger();
        vm.assertEq(slug, 0, "chain afterwards");
        vm.assertEq(plug, address(0));
        vm.assertFalse(watcher.isCallOf(address(gateway)));
    }

    function test_callAppGateway_aRevertingOneCanBeTriedAgain() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        gateway.refuse(true);
        vm.expectRevert(ScriptedGateway.Refused.selector);
        watcher.callAppGateway("trigger", address(gateway), BETA, address(0x91a6), payload);
        gateway.refuse(false);
        watcher.callAppGateway("trigger", address(gateway), BETA, address(0x91a6), payload);
        vm.assertEq(gateway.calls(), 1, "calls");
    }

    function _schedule(uint256 delay) private returns (bytes32 timeoutId) {
        vm.prank(address(gateway));
        timeoutId = watcher.schedule(delay);
        vm.expectEmit(address(watcher));
        emit IWatcherOperator.TimeoutScheduled(
            timeoutId,
            address(gateway),
            address(gateway),
            abi.encodeCall(ScriptedGateway.onAnswer, ("mine", "")),
            block.timestamp + delay
        );
        vm.prank(address(gateway));
        watcher.setCallback(ScriptedGateway.onAnswer.selector, "mine");
    }

    function _refuseBoth(address to, bytes memory payload) private {
        bytes memory refusal = abi.encodeWithSelector(IWatcher.ForbiddenCall.selector, to, bytes4(payload));
        vm.expectRevert(refusal);
        watcher.setTimeout(to, payload, 0);
        vm.expectRevert(refusal);
        watcher.callAppGateway("trigger", to, ALPHA, address(1), payload);
    }
}
