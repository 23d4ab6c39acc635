// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAppGateway} from "../../../gateway/interfaces/IAppGateway.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {IFeesManagerOperator} from "../interfaces/IFeesManagerOperator.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";

contract WatcherTimeoutsTest is GatewayWorld {
    address private constant PLUG = address(0x91a6);

    ScriptedGateway private gateway;

    function setUp() public {
        gateway = new ScriptedGateway(watcher);
        vm.warp(1_800_000_000);
        _deposit(ALPHA, address(gateway), 100 ether);
        _deposit(ALPHA, address(this), 100 ether);
        _collect();
    }

    function testFuzz_resolveTimeout_runsOnceAndNotBeforeItsTime(uint32 delay, uint32 early) public {
        delay = delay % (24 hours + 1);
        bytes32 timeoutId = _setTimeout(delay);
        uint256 executeAt = block.timestamp + delay;
        if (delay > 0) {
            vm.warp(executeAt - 1 - (early % delay));
            vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutNotDue.selector, timeoutId, executeAt));
            watcher.resolveTimeout(timeoutId);
        }
        vm.warp(executeAt);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.calls(), 1, "calls");
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutAlreadyResolved.selector, timeoutId));
        watcher.resolveTimeout(timeoutId);
    }

    function test_timeoutId_isTheProtocols() public {
        uint256 id = uint256(_setTimeout(1));
        vm.assertEq(id >> 224, GATEWAY, "slug");
        vm.assertEq(address(uint160(id >> 64)), address(watcher));
        vm.assertTrue(uint64(id) > 0);
    }

    function test_setTimeout_takesTheArgumentsOfOlderAppGatewaysToo() public {
        vm.prank(address(gateway));
        bytes32 timeoutId = watcher.setTimeout(5, abi.encodeCall(ScriptedGateway.onCall, ()));
        vm.warp(block.timestamp + 5);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.calls(), 1, "calls");
    }

    function test_setTimeout_mayCallAnyAddress() public {
        bytes32 timeoutId = watcher.setTimeout(address(0), "", 0);
        watcher.resolveTimeout(timeoutId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TimeoutAlreadyResolved.selector, timeoutId));
        watcher.resolveTimeout(timeoutId);
    }

    function test_setTimeout_costsTheFeeOfAPayload() public {
        uint256 fee = watcher.PAYLOAD_FEE();
        _setTimeout(0);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 100 ether - fee, "the gateway's");
        vm.assertEq(feesManager.getAvailableCredits(TRANSMITTER), fee, "the transmitter's");
        address poor = address(0x9004);
        vm.prank(poor);
        vm.expectRevert(abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, poor, fee, uint256(0)));
        watcher.setTimeout(address(gateway), "", 0);
    }

    function testFuzz_timeouts_ofMoreThanADayAreRefused(uint256 delay) public {
        vm.assume(delay > 24 hours);
        bytes memory refusal = abi.encodeWithSelector(IWatcher.TimeoutTooLong.selector, delay, 24 hours);
        vm.expectRevert(refusal);
        watcher.setTimeout(address(gateway), "", delay);
        vm.expectRevert(refusal);
        watcher.setTimeout(delay, "");
        vm.expectRevert(refusal);
        watcher.schedule(delay);
    }

    function test_resolveTimeout_revertsForAnUnknownOne() public {
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.UnknownTimeout.selector, bytes32("none")));
        watcher.resolveTimeout("none");
    }

    function test_resolveTimeout_aRevertingOneCanBeTriedAgain() public {
        bytes32 timeoutId = _setTimeout(0);
        gateway.refuse(true);
        vm.expectRevert(ScriptedGateway.Refused.selector);
        watcher.resolveTimeout(timeoutId);
        gateway.refuse(false);
        watcher.resolveTimeout(timeoutId);
        vm.assertEq(gateway.calls(), 1, "calls");
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
        bytes memory settle = abi.encodeCall(IFeesManagerOperator.settle, (1, 0, address(this)));
        bytes memory complete = abi.encodeCall(IAppGateway.onRequestComplete, (1, ""));
        bytes memory reverted = abi.encodeCall(IAppGateway.handleRevert, ("payload"));
        _refuseBoth(address(feesManager), settle);
        _refuseBoth(address(watcher), "");
        _refuseBoth(address(gateway), complete);
        _refuseBoth(address(gateway), reverted);
    }

    function test_callAppGateway_onceAndWithItsOrigin() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        _accept();
        watcher.callAppGateway("trigger", address(gateway), BETA, PLUG, payload);
        vm.assertEq(gateway.lastTriggerChain(), BETA, "chain");
        vm.assertEq(gateway.lastTriggerPlug(), PLUG);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TriggerAlreadyHandled.selector, bytes32("trigger")));
        watcher.callAppGateway("trigger", address(gateway), BETA, PLUG, payload);
        vm.assertEq(watcher.triggerFromChainSlug(), 0, "chain afterwards");
        vm.assertEq(watcher.triggerFromPlug(), address(0));
        vm.assertFalse(watcher.isCallOf(address(gateway)));
    }

    /// @dev Whoever connects a contract of theirs to an app gateway can have it send triggers.
    function test_callAppGateway_onlyForPlugsThatTheAppGatewayAccepted() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        _refusePlug(BETA, PLUG, payload);
        vm.prank(address(0xbad));
        watcher.setValidPlug(true, BETA, PLUG);
        _refusePlug(BETA, PLUG, payload);

        _accept();
        vm.assertTrue(watcher.isValidPlug(address(gateway), BETA, PLUG));
        _refusePlug(ALPHA, PLUG, payload);
        _refusePlug(BETA, address(0xbad), payload);
        watcher.callAppGateway("trigger", address(gateway), BETA, PLUG, payload);
        vm.assertEq(gateway.calls(), 1, "calls");
        gateway.run(address(watcher), abi.encodeCall(IWatcher.setValidPlug, (false, BETA, PLUG)));
        _refusePlug(BETA, PLUG, payload);
    }

    function test_callAppGateway_costsTheFeeOfAPayload() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        uint256 fee = watcher.PAYLOAD_FEE();
        _accept();
        watcher.callAppGateway("first", address(gateway), BETA, PLUG, payload);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 100 ether - fee, "the gateway's");
        vm.assertEq(feesManager.getAvailableCredits(TRANSMITTER), fee, "the transmitter's");
        vm.prank(address(gateway));
        feesManager.transferCredits(address(gateway), address(this), 100 ether - fee);
        vm.expectRevert(
            abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, address(gateway), fee, uint256(0))
        );
        watcher.callAppGateway("second", address(gateway), BETA, PLUG, payload);
        vm.assertEq(gateway.calls(), 1, "calls");
    }

    function test_callAppGateway_aRevertingOneCanBeTriedAgain() public {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        _accept();
        gateway.refuse(true);
        vm.expectRevert(ScriptedGateway.Refused.selector);
        watcher.callAppGateway("trigger", address(gateway), BETA, PLUG, payload);
        gateway.refuse(false);
        watcher.callAppGateway("trigger", address(gateway), BETA, PLUG, payload);
        vm.assertEq(gateway.calls(), 1, "calls");
    }

    function _setTimeout(uint256 delay) private returns (bytes32 timeoutId) {
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        vm.prank(address(gateway));
        timeoutId = watcher.setTimeout(address(gateway), payload, delay);
        _collect();
        vm.assertEq(timeoutId, timeoutIds[timeoutIds.length - 1]);
    }

    function _accept() private {
        gateway.run(address(watcher), abi.encodeCall(IWatcher.setValidPlug, (true, BETA, PLUG)));
    }

    function _refusePlug(uint32 slug, address plug, bytes memory payload) private {
        vm.expectRevert(abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), slug, plug));
        watcher.callAppGateway("refused", address(gateway), slug, plug, payload);
    }

    function _refuseBoth(address to, bytes memory payload) private {
        bytes memory refusal = abi.encodeWithSelector(IWatcher.ForbiddenCall.selector, to, bytes4(payload));
        vm.expectRevert(refusal);
        watcher.setTimeout(to, payload, 0);
        vm.expectRevert(refusal);
        watcher.callAppGateway("trigger", to, ALPHA, address(1), payload);
    }
}
