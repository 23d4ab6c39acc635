// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayTarget} from "../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../test/fixtures/solidity/OddAppGateway.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {GatewayAccess} from "./GatewayAccess.sol";
import {IAppGateway} from "./interfaces/IAppGateway.sol";
import {IFeesManager} from "./interfaces/IFeesManager.sol";
import {IWatcher} from "./interfaces/IWatcher.sol";
import {CounterAppGateway} from "./samples/CounterAppGateway.sol";

contract AppGatewayBaseTest is GatewayWorld {
    uint256 private constant CREDITS = 100 ether;

    OddAppGateway private gateway;
    GatewayTarget private target;
    address[] private forwarders;

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        target = new GatewayTarget();
        forwarders.push(_forwarder(address(target), ALPHA));
        _deposit(ALPHA, address(gateway), CREDITS);
        _collect();
    }

    function test_revertTx_cancelsWhatIsNotFinalized() public {
        gateway.ask(forwarders, "");
        _collect();
        gateway.cancel(gateway.currentRequest());
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), CREDITS, "credits");

        bytes memory proof = _proof(payloadIds[0]);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestOver.selector, gateway.currentRequest()));
        watcher.finalize(payloadIds[0], proof);
    }

    function test_revertTx_letsFinalizedPayloadsEnd() public {
        gateway.ask(forwarders, "");
        _collect();
        _finalize(payloadIds[0]);
        gateway.cancel(gateway.currentRequest());
        _execute(payloadIds[0]);
        _resolve(payloadIds[0]);
        vm.assertEq(gateway.answers(), 1, "answers");
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), CREDITS, "credits");
    }

    function test_revertTx_revertsWhenNotOwnerOrRepeated() public {
        gateway.ask(forwarders, "");
        uint40 requestCount = gateway.currentRequest();
        OddAppGateway foreigner = new OddAppGateway(address(resolver), MAX_FEES);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.NotRequestOwner.selector, requestCount, address(foreigner)));
        foreigner.cancel(requestCount);
        gateway.cancel(requestCount);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestOver.selector, requestCount));
        gateway.cancel(requestCount);
    }

    function test_increaseFees_letsARequestGoOn() public {
        OddAppGateway thrifty = new OddAppGateway(address(resolver), 1);
        _deposit(ALPHA, address(thrifty), CREDITS);
        thrifty.ask(forwarders, "");
        _collect();
        bytes memory proof = _proof(payloadIds[0]);
        uint256 dearest = watcher.PAYLOAD_FEE() + 500_000 * watcher.FEE_PER_GAS();
        vm.expectRevert(abi.encodeWithSelector(IWatcher.MaxFeesTooLow.selector, dearest, uint256(1)));
        watcher.finalize(payloadIds[0], proof);

        thrifty.increase(thrifty.currentRequest(), MAX_FEES);
        vm.assertEq(feesManager.getAvailableCredits(address(thrifty)), CREDITS - MAX_FEES, "held");
        _runAll();
        vm.assertEq(thrifty.answers(), 1, "answers");
    }

    function testFuzz_withdrawCredits_deductsImmediatelyAndPaysOut(uint256 amount) public {
        amount = 1 + (amount % (CREDITS - MAX_FEES));
        address receiver = address(0xcafe);
        gateway.withdraw(ALPHA, address(served[ALPHA].token), amount, receiver);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), CREDITS - MAX_FEES - amount, "available");
        vm.assertEq(served[ALPHA].token.balanceOf(receiver), 0, "too early");
        _runAll();
        vm.assertEq(served[ALPHA].token.balanceOf(receiver), amount, "paid out");
        vm.assertEq(feesManager.totalHeld(), 0, "held");
    }

    function test_withdrawCredits_canBeCancelledByTheGateway() public {
        gateway.withdraw(ALPHA, address(served[ALPHA].token), 1 ether, address(0xcafe));
        _collect();
        gateway.cancel(items[payloadIds[0]].requestCount);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), CREDITS);
    }

    function test_withdrawCredits_revertsAboveTheAvailableCredits() public {
        address token = address(served[ALPHA].token);
        vm.expectRevert(
            abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, address(gateway), CREDITS + 1, CREDITS)
        );
        gateway.withdraw(ALPHA, token, CREDITS + 1, address(this));
    }

    function test_handleRevert_isCalledForPayloadsNoLongerRetried() public {
        gateway.ask(forwarders, "");
        _collect();
        _finalize(payloadIds[0]);
        watcher.markRevert(payloadIds[0], true, "reason");
        vm.assertEq(gateway.givenUp(), payloadIds[0]);
    }

    function test_handleRevert_revertsWhenNotWatcher() public {
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        gateway.handleRevert("");
        vm.expectRevert(
            abi.encodeWithSelector(IWatcher.ForbiddenCall.selector, address(gateway), IAppGateway.handleRevert.selector)
        );
        gateway.setTimeout(address(gateway), abi.encodeCall(gateway.handleRevert, ("")), 0);
    }

    function test_handleRevert_revertsWhenNotWatcherEvenIfNotOverridden() public {
        CounterAppGateway counter = new CounterAppGateway(address(resolver), address(this), MAX_FEES);
        vm.expectRevert(GatewayAccess.OnlyWatcher.selector);
        counter.handleRevert("");
    }

    function test_currentRequest_isTheLastOneWhenNoneIsOpen() public {
        gateway.ask(forwarders, "");
        _collect();
        vm.assertEq(uint256(gateway.currentRequest()), items[payloadIds[0]].requestCount);
    }
}
