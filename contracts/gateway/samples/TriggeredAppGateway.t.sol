// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayWorld} from "../../../test/fixtures/contracts/GatewayWorld.sol";
import {vm, Vm} from "../../../test/fixtures/contracts/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {IGatewaySocket} from "../interfaces/IGatewaySocket.sol";
import {IWatcher} from "../interfaces/IWatcher.sol";
import {IWatcherOperator} from "../../devnet/gateway/interfaces/IWatcherOperator.sol";
import {TriggeredAppGateway} from "./TriggeredAppGateway.sol";
import {TriggerPlug} from "./TriggerPlug.sol";

contract TriggeredAppGatewayTest is GatewayWorld {
    TriggeredAppGateway private gateway;
    TriggerPlug private plug;

    function setUp() public {
        gateway = new TriggeredAppGateway(address(resolver), address(this), MAX_FEES);
        _deposit(ALPHA, address(gateway), 100 ether);
        gateway.deployContracts(ALPHA);
        gateway.deployContracts(BETA);
        _runAll();
        _deposit(ALPHA, address(this), 1 ether);
        plug = TriggerPlug(gateway.getOnChainAddress(gateway.reporting(), ALPHA));
    }

    function testFuzz_report_reachesTheAppGateway(address reporter, uint128 first, uint128 second) public {
        vm.prank(reporter);
        plug.report(first);
        Vm.Log memory trigger = _trigger();
        vm.expectEmit(address(gateway));
        emit TriggeredAppGateway.Reported(ALPHA, reporter, first);
        _handIn(trigger, ALPHA);

        plug.report(second);
        _handIn(_trigger(), ALPHA);
        vm.assertEq(gateway.totals(ALPHA), uint256(first) + second, "on alpha");
        vm.assertEq(gateway.totals(BETA), 0, "on beta");
    }

    function test_report_countsOnce() public {
        plug.report(7);
        Vm.Log memory trigger = _trigger();
        _handIn(trigger, ALPHA);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TriggerAlreadyHandled.selector, trigger.topics[1]));
        _handIn(trigger, ALPHA);
        vm.assertEq(gateway.totals(ALPHA), 7);
    }

    function test_report_revertsOnAPlugWithoutAppGateway() public {
        TriggerPlug lonely = new TriggerPlug();
        lonely.initSocket(bytes32(0), address(served[ALPHA].socket), SWITCHBOARD);
        vm.expectRevert(IGatewaySocket.PlugDisconnected.selector);
        lonely.report(7);
    }

    /// @dev A stranger's contract can connect itself to this app gateway.
    function test_onReport_refusesStrangersPlugs() public {
        TriggerPlug foreign = new TriggerPlug();
        foreign.initSocket(bytes32(uint256(uint160(address(gateway)))), address(served[ALPHA].socket), SWITCHBOARD);
        foreign.report(7);
        Vm.Log memory trigger = _trigger();
        vm.expectRevert(
            abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), ALPHA, address(foreign))
        );
        _handIn(trigger, ALPHA);
    }

    /// @dev A plug of one chain is unknown on another.
    function test_onReport_refusesOwnPlugsOfAnotherChain() public {
        plug.report(7);
        Vm.Log memory trigger = _trigger();
        vm.expectRevert(abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), BETA, address(plug)));
        _handIn(trigger, BETA);
    }

    function test_onReport_refusesEverythingButTriggers() public {
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onReport(address(this), 7);
        watcher.setTimeout(address(gateway), abi.encodeCall(gateway.onReport, (address(this), 7)), 0);
        _collect();
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        watcher.resolveTimeout(timeoutIds[0]);
    }

    function _trigger() private returns (Vm.Log memory trigger) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        trigger = logs[logs.length - 1];
        vm.assertEq(trigger.topics[0], IGatewaySocket.AppGatewayCallRequested.selector);
    }

    function _handIn(Vm.Log memory trigger, uint32 slug) private {
        address appGateway = address(uint160(uint256(trigger.topics[2])));
        address from = address(uint160(uint256(trigger.topics[3])));
        bytes memory payload = abi.decode(trigger.data, (bytes));
        watcher.callAppGateway(trigger.topics[1], appGateway, slug, from, payload);
    }
}
