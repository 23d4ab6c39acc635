// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IWatcherOperator} from "../../devnet/gateway/interfaces/IWatcherOperator.sol";
import {TestCall} from "../../testing/gateway/TestPayload.sol";
import {GatewayTest} from "../../testing/GatewayTest.sol";
import {vm} from "../../testing/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {IGatewaySocket} from "../interfaces/IGatewaySocket.sol";
import {IWatcher} from "../interfaces/IWatcher.sol";
import {TriggeredAppGateway} from "./TriggeredAppGateway.sol";
import {TriggerPlug} from "./TriggerPlug.sol";

contract TriggeredAppGatewayTest is GatewayTest {
    address private constant SOME_SWITCHBOARD = address(0x5b);

    TriggeredAppGateway private gateway;
    TriggerPlug private plug;
    uint32 private alpha;
    uint32 private beta;

    function setUp() public {
        (alpha, beta) = (addChain("alpha").slug, addChain("beta").slug);
        startGateway();
        gateway = new TriggeredAppGateway(addressResolver, address(this), 0.01 ether);
        deposit(address(gateway), 100 ether);
        deposit(address(this), 1 ether);
        gateway.deployContracts(alpha);
        gateway.deployContracts(beta);
        runPayloads();
        plug = TriggerPlug(gateway.getOnChainAddress(gateway.reporting(), alpha));
    }

    function testFuzz_report_reachesTheAppGateway(address reporter, uint128 first, uint128 second) public {
        vm.prank(reporter);
        plug.report(first);
        bytes32 trigger = lastCall();
        vm.expectEmit(address(gateway));
        emit TriggeredAppGateway.Reported(alpha, reporter, first);
        vm.assertTrue(runCall(trigger));

        plug.report(second);
        runPayloads();
        vm.assertEq(gateway.totals(alpha), uint256(first) + second, "on alpha");
        vm.assertEq(gateway.totals(beta), 0, "on beta");
    }

    function test_report_countsOnce() public {
        plug.report(7);
        runPayloads();
        bytes32 trigger = lastCall();
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.TriggerAlreadyHandled.selector, trigger));
        this.handIn(trigger, alpha);
        vm.assertEq(gateway.totals(alpha), 7);
    }

    function test_report_revertsOnAPlugWithoutAppGateway() public {
        TriggerPlug lonely = new TriggerPlug();
        lonely.initSocket(bytes32(0), address(chainOf(alpha).socket), SOME_SWITCHBOARD);
        vm.expectRevert(IGatewaySocket.PlugDisconnected.selector);
        lonely.report(7);
    }

    /// @dev A stranger's contract can connect itself to this app gateway.
    function test_onReport_refusesStrangersPlugs() public {
        TriggerPlug foreign = new TriggerPlug();
        bytes32 appGatewayId = bytes32(uint256(uint160(address(gateway))));
        foreign.initSocket(appGatewayId, address(chainOf(alpha).socket), SOME_SWITCHBOARD);
        foreign.report(7);
        runPayloads();
        assertRefused(
            lastCall(),
            abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), alpha, address(foreign))
        );
    }

    /// @dev A plug of one chain is unknown on another.
    function test_onReport_refusesOwnPlugsOfAnotherChain() public {
        plug.report(7);
        bytes32 trigger = lastCall();
        vm.expectRevert(abi.encodeWithSelector(IWatcher.InvalidPlug.selector, address(gateway), beta, address(plug)));
        this.handIn(trigger, beta);
    }

    function test_onReport_refusesEverythingButTriggers() public {
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onReport(address(this), 7);
        watcher.setTimeout(address(gateway), abi.encodeCall(gateway.onReport, (address(this), 7)), 0);
        runPayloads();
        assertRefused(lastCall(), GatewayAccess.OnlyWatcher.selector);
    }

    /// @dev The watcher hands a trigger in, as if it came from a chain. External, so that the test can expect its revert.
    function handIn(bytes32 trigger, uint32 slug) external {
        TestCall memory called = callOf(trigger);
        watcher.callAppGateway(trigger, called.target, slug, called.plug, called.callData);
    }
}
