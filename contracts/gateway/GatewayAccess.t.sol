// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayTarget} from "../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../test/fixtures/solidity/OddAppGateway.sol";
import {ScriptedGateway} from "../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {GatewayAccess} from "./GatewayAccess.sol";

contract GatewayAccessTest is GatewayWorld {
    OddAppGateway private gateway;
    OddAppGateway private foreigner;
    address private forwarder;
    GatewayTarget private target;

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        foreigner = new OddAppGateway(address(resolver), MAX_FEES);
        target = new GatewayTarget();
        forwarder = _forwarder(address(target), ALPHA);
        _deposit(ALPHA, address(gateway), 100 ether);
        _deposit(ALPHA, address(foreigner), 100 ether);
        _collect();
    }

    function test_call_revertsWithoutAWatcher() public {
        OddAppGateway lost = new OddAppGateway(address(0), MAX_FEES);
        vm.expectRevert(GatewayAccess.WatcherNotSet.selector);
        lost.run(new OddAppGateway.Step[](0));
        vm.expectRevert(GatewayAccess.WatcherNotSet.selector);
        lost.feesManager__();
        vm.expectRevert(GatewayAccess.WatcherNotSet.selector);
        lost.asyncDeployer__();
    }

    function test_initialize_worksOnce() public {
        vm.expectRevert(GatewayAccess.AppGatewayAlreadyInitialized.selector);
        gateway.initializeAgain(address(0xbeef));
        OddAppGateway late = new OddAppGateway(address(0), MAX_FEES);
        vm.expectRevert(GatewayAccess.WatcherNotSet.selector);
        late.initializeAgain(address(0));
        late.initializeAgain(address(resolver));
        vm.assertEq(address(late.watcher__()), address(watcher));
        vm.assertEq(address(late.watcherPrecompile__()), address(watcher));
    }

    /// @dev Whatever is passed in place of the address resolver, the constructor says so at once.
    function test_initialize_refusesWhatIsNoAddressResolver() public {
        address[5] memory wrong = [
            address(0xbeef),
            address(target),
            address(asyncDeployer),
            address(feesManager),
            address(watcher)
        ];
        for (uint256 i = 0; i < wrong.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(GatewayAccess.InvalidAddressResolver.selector, wrong[i]));
            new OddAppGateway(wrong[i], MAX_FEES);
        }
    }

    function test_S17_onlyPromises_refusesWhatAPromiseDoesNotCall() public {
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        gateway.onAnswer("", "");
        vm.prank(address(watcher));
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        gateway.onAnswer("", "");
    }

    /// @dev Neither a stranger's timeout nor the app gateway's own is a promise, although the watcher makes both calls.
    function test_onlyPromises_refusesTimeouts() public {
        bytes memory call = abi.encodeCall(gateway.onAnswer, ("", ""));
        foreigner.setTimeout(address(gateway), call, 0);
        gateway.setTimeout(address(gateway), call, 0);
        _collect();
        for (uint256 i = 0; i < 2; i++) {
            vm.expectRevert(GatewayAccess.InvalidPromise.selector);
            watcher.resolveTimeout(timeoutIds[i]);
        }
    }

    /// @dev A callback of another app gateway cannot pass as one of this app gateway's.
    function test_S17_onlyPromises_refusesForeignPromises() public {
        ScriptedGateway scripted = new ScriptedGateway(watcher);
        _deposit(ALPHA, address(scripted), 1 ether);
        scripted.reactWith(address(gateway), abi.encodeCall(gateway.onAnswer, ("", "")));
        ScriptedGateway.Step[] memory steps = new ScriptedGateway.Step[](1);
        (steps[0].forwarder, steps[0].hasCallback) = (forwarder, true);
        steps[0].callData = abi.encodeCall(target.set, (1));
        scripted.request(steps, MAX_FEES, address(scripted), "");
        _collect();
        Item storage item = items[payloadIds[0]];
        _finalize(payloadIds[0]);

        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        watcher.resolvePayload(payloadIds[0], item.selector, item.data, "", 0);
    }

    /// @dev A caller that the watcher's call reaches indirectly is still a stranger.
    function test_guards_refuseStrangersWhileTheWatcherCalls() public {
        ScriptedGateway stranger = new ScriptedGateway(watcher);
        bytes memory call = abi.encodeCall(gateway.onAnswer, ("", ""));
        gateway.callNext(address(stranger), abi.encodeCall(stranger.run, (address(gateway), call)));
        gateway.schedule(0, "");
        gateway.setTimeout(address(gateway), abi.encodeCall(gateway.onCall, ()), 0);
        _collect();
        _finalize(payloadIds[0]);
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        watcher.resolvePayload(payloadIds[0], gateway.onAnswer.selector, "", "", 0);

        call = abi.encodeCall(gateway.onCall, ());
        gateway.callNext(address(stranger), abi.encodeCall(stranger.run, (address(gateway), call)));
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        watcher.resolveTimeout(timeoutIds[0]);
    }

    function test_onlyWatcher_letsOwnTimeoutsInAndNoOthers() public {
        bytes memory call = abi.encodeCall(gateway.onCall, ());
        foreigner.setTimeout(address(gateway), call, 0);
        gateway.setTimeout(address(gateway), call, 0);
        _collect();
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        watcher.resolveTimeout(timeoutIds[0]);
        watcher.resolveTimeout(timeoutIds[1]);
        vm.assertEq(gateway.calls(), 1);

        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onCall();
        vm.prank(address(watcher));
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.onCall();
    }

    function test_onlyWatcher_refusesPromises() public {
        gateway.askWithCallback(forwarder, gateway.onCall.selector);
        _collect();
        _finalize(payloadIds[0]);
        _execute(payloadIds[0]);
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        watcher.resolvePayload(payloadIds[0], gateway.onCall.selector, "", "", 0);
    }
}
