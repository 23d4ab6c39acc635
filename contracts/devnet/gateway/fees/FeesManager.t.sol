// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {
    AppGatewayApproval,
    CallOptions,
    CallType,
    Parallel,
    Read,
    WriteFinality
} from "../../../gateway/GatewayTypes.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {IFeesManagerOperator} from "../interfaces/IFeesManagerOperator.sol";
import {IFeesPlug} from "../../../gateway/interfaces/IFeesPlug.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {GatewayTarget} from "../../../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FeesPlug} from "./FeesPlug.sol";

contract FeesManagerTest is GatewayWorld {
    ScriptedGateway private gateway;
    GatewayTarget private target;
    address private constant PAYER = address(0x9a7e4);

    function setUp() public {
        gateway = new ScriptedGateway(watcher);
        target = new GatewayTarget();
    }

    function testFuzz_plug_logsCreditAndNativeAmounts(uint96 amount) public {
        Served storage chain = served[ALPHA];
        address token = address(chain.token);
        chain.token.mint(address(this), 3 * uint256(amount));
        chain.token.approve(address(chain.plug), 3 * uint256(amount));
        uint256 tenth = uint256(amount) / 10;
        _expectDeposit(token, amount, 0);
        chain.plug.depositCredit(token, PAYER, amount);
        _expectDeposit(token, amount - tenth, tenth);
        chain.plug.depositCreditAndNative(token, PAYER, amount);
        _expectDeposit(token, 0, amount);
        chain.plug.depositToNative(token, PAYER, amount);
        vm.assertEq(chain.token.balanceOf(address(chain.plug)), 3 * uint256(amount), "held by the fees plug");
    }

    function test_plug_acceptsOnlyWhitelistedTokensAndPaysOnlyThroughTheSocket() public {
        FeesPlug plug = served[ALPHA].plug;
        vm.expectRevert(abi.encodeWithSelector(IFeesPlug.TokenNotWhitelisted.selector, address(this)));
        plug.depositCredit(address(this), PAYER, 1);
        vm.expectRevert(abi.encodeWithSelector(FeesPlug.NotSocket.selector, address(this)));
        plug.withdrawFees(address(this), PAYER, 1);
        vm.expectRevert(abi.encodeWithSelector(FeesPlug.NotSocket.selector, address(this)));
        plug.distributeFee(address(this), PAYER, 1);
    }

    function testFuzz_creditDeposit_countsOnce(uint96 credits, uint64 native) public {
        address token = address(served[BETA].token);
        feesManager.creditDeposit("one", BETA, token, PAYER, credits, native);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), credits, "credits");
        vm.assertEq(PAYER.balance, native, "native");
        vm.expectRevert(abi.encodeWithSelector(IFeesManagerOperator.DepositAlreadyCredited.selector, bytes32("one")));
        feesManager.creditDeposit("one", BETA, token, PAYER, credits, native);
    }

    function test_creditDeposit_nativeThatCannotBePaidBecomesCredits() public {
        address token = address(served[BETA].token);
        // This test accepts no native tokens, and nobody has that many.
        feesManager.creditDeposit("refused", BETA, token, address(this), 5, 7);
        vm.assertEq(feesManager.getAvailableCredits(address(this)), 12, "refused");
        feesManager.creditDeposit("too many", BETA, token, PAYER, 5, 1e30);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 1e30 + 5, "too many");
        vm.assertEq(feesManager.poolBalance(BETA, token), 1e30 + 17, "pool");
    }

    function test_request_withoutEnoughCreditsIsRefused() public {
        _deposit(ALPHA, address(gateway), MAX_FEES - 1);
        ScriptedGateway.Step[] memory steps = _steps(1);
        vm.expectRevert(
            abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, address(gateway), MAX_FEES, MAX_FEES - 1)
        );
        gateway.request(steps, MAX_FEES, address(0), "");
    }

    function test_request_spendsAnothersCreditsOnlyWhenApproved() public {
        _deposit(ALPHA, PAYER, 1 ether);
        ScriptedGateway.Step[] memory steps = _steps(1);
        bytes memory refusal = abi.encodeWithSelector(IFeesManager.NotApproved.selector, PAYER, address(gateway));
        vm.expectRevert(refusal);
        gateway.request(steps, MAX_FEES, PAYER, "");
        vm.expectRevert(refusal);
        gateway.run(address(feesManager), abi.encodeCall(feesManager.transferCredits, (PAYER, address(gateway), 1)));

        _approve(true);
        gateway.request(steps, MAX_FEES, PAYER, "");
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 1 ether - MAX_FEES, "held");
        _runAll();
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 1 ether - feesManager.totalSpent(), "given back");
        _approve(false);
        vm.expectRevert(refusal);
        gateway.request(steps, MAX_FEES, PAYER, "");
    }

    function testFuzz_resolve_neverChargesMoreThanTheMaximum(uint64 gasUsed, uint24 gasLimit, uint8 seed) public {
        _deposit(ALPHA, address(gateway), 10 ether);
        uint256 count = 1 + (seed % 6);
        ScriptedGateway.Step[] memory steps = _steps(count);
        for (uint256 i = 0; i < count; i++) steps[i].options.gasLimit = uint256(gasLimit) + 1;
        uint256 dearest = watcher.PAYLOAD_FEE() + (uint256(gasLimit) + 1) * watcher.FEE_PER_GAS();
        uint256 maxFees = dearest * count - 1;
        gateway.request(steps, maxFees, address(0), "");
        _collect();
        for (uint256 i = 0; i + 1 < count; i++) _finalize(payloadIds[i]);
        bytes32 last = payloadIds[count - 1];
        bytes memory proof = _proof(last);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.MaxFeesTooLow.selector, dearest * count, maxFees));
        watcher.finalize(last, proof);
        for (uint256 i = 0; i + 1 < count; i++) {
            watcher.resolvePayload(
                payloadIds[i],
                items[payloadIds[i]].selector,
                items[payloadIds[i]].data,
                "",
                gasUsed
            );
        }

        gateway.run(address(watcher), abi.encodeCall(IWatcher.increaseFees, (1, maxFees + 1)));
        watcher.finalize(last, proof);
        watcher.resolvePayload(last, items[last].selector, items[last].data, "", gasUsed);
        vm.assertTrue(feesManager.totalSpent() <= maxFees + 1);
        vm.assertEq(feesManager.totalHeld(), 0, "held");
    }

    function test_increaseFees_revertsWhenNotOwnerOrNotHigher() public {
        _deposit(ALPHA, address(gateway), 10 ether);
        uint40 requestCount = gateway.request(_steps(1), MAX_FEES, address(0), "");
        vm.expectRevert(abi.encodeWithSelector(IWatcher.NotRequestOwner.selector, requestCount, address(this)));
        watcher.increaseFees(requestCount, 2 * MAX_FEES);
        vm.prank(address(gateway));
        vm.expectRevert(abi.encodeWithSelector(IWatcher.MaxFeesTooLow.selector, MAX_FEES, MAX_FEES));
        watcher.increaseFees(requestCount, MAX_FEES);
        vm.prank(address(gateway));
        watcher.increaseFees(requestCount, 2 * MAX_FEES);
        vm.assertEq(feesManager.totalHeld(), 2 * MAX_FEES, "held");
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestNotSubmitted.selector, uint40(99)));
        watcher.increaseFees(99, 1);
    }

    function test_increaseFees_logsTheFeePool() public {
        _deposit(BETA, address(gateway), 10 ether);
        address token = address(served[BETA].token);
        uint40 requestCount = gateway.request(_steps(1), 0, address(0), "");
        vm.expectEmit(address(watcher));
        emit IWatcherOperator.MaxFeesIncreased(requestCount, MAX_FEES, BETA, token);
        vm.prank(address(gateway));
        watcher.increaseFees(requestCount, MAX_FEES);
    }

    function test_cancel_givesBackWhatWasNotCharged() public {
        _deposit(ALPHA, address(gateway), 1 ether);
        uint40 requestCount = gateway.request(_steps(3), MAX_FEES, address(0), "");
        _collect();
        _runPayload(payloadIds[0]);
        _finalize(payloadIds[1]);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.NotRequestOwner.selector, requestCount, address(this)));
        watcher.cancelRequest(requestCount);
        vm.prank(address(gateway));
        watcher.cancelRequest(requestCount);
        _collect();
        uint256 spent = feesManager.totalSpent();
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 1 ether - spent, "available");

        // It was already in progress, so it completes free of charge.
        _execute(payloadIds[1]);
        _resolve(payloadIds[1]);
        vm.assertEq(gateway.answers(), 2, "answers");
        vm.assertEq(feesManager.totalSpent(), spent, "spent");
        _runPayload(payloadIds[3]);
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), spent, "paid");
        vm.prank(address(gateway));
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestOver.selector, requestCount));
        watcher.cancelRequest(requestCount);
    }

    function testFuzz_withdraw_paysOnTheChain(uint96 amount) public {
        _deposit(BETA, PAYER, uint256(amount) + MAX_FEES);
        _withdraw(BETA, amount);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 0, "available at once");
        _runAll();
        vm.assertEq(served[BETA].token.balanceOf(address(0x4ece)), amount, "received");
        vm.assertEq(feesManager.getAvailableCredits(PAYER), MAX_FEES - feesManager.totalSpent(), "left");
        vm.assertEq(feesManager.totalWithdrawn(), amount, "withdrawn");
    }

    function test_withdraw_cancelledInTimeComesBackAndLateDoesNot() public {
        _deposit(BETA, PAYER, 10 ether);
        uint40 early = _withdraw(BETA, 3 ether);
        vm.prank(PAYER);
        watcher.cancelRequest(early);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 10 ether, "back");

        uint40 late = _withdraw(BETA, 3 ether);
        _finalize(payloadIds[1]);
        vm.prank(PAYER);
        watcher.cancelRequest(late);
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 7 ether, "gone");
        _execute(payloadIds[1]);
        _resolve(payloadIds[1]);
        vm.assertEq(served[BETA].token.balanceOf(address(0x4ece)), 3 ether, "received");
        vm.assertEq(feesManager.totalWithdrawn(), 3 ether, "withdrawn");
    }

    function test_pools_preferTheDepositPoolUnlessItIsTooSmall() public {
        _deposit(ALPHA, address(gateway), 1 ether);
        _deposit(BETA, address(gateway), MAX_FEES / 2);
        gateway.request(_steps(1), MAX_FEES / 2, address(0), "");
        _runAll();
        vm.assertTrue(items[payloadIds[1]].queued.callType == CallType.DISTRIBUTE_FEE);
        vm.assertEq(items[payloadIds[1]].queued.chainSlug, BETA, "where it came in");
        gateway.request(_steps(1), MAX_FEES, address(0), "");
        _runAll();
        vm.assertEq(items[payloadIds[3]].queued.chainSlug, ALPHA, "where there is enough");
    }

    function test_pools_aPoolThatHoldsExactlyTheAmountIsEnough() public {
        _deposit(ALPHA, address(gateway), MAX_FEES);
        _deposit(BETA, address(gateway), MAX_FEES - 1);
        uint40 requestCount = gateway.request(_steps(1), MAX_FEES, address(0), "");
        vm.assertEq(feesManager.poolBalance(ALPHA, address(served[ALPHA].token)), 0, "taken there");
        vm.prank(address(gateway));
        watcher.cancelRequest(requestCount);
        vm.assertEq(feesManager.poolBalance(ALPHA, address(served[ALPHA].token)), MAX_FEES, "given back there");
    }

    /// @dev The pool of the first hold pays, although the account's last deposit and the larger pool are elsewhere.
    function test_pools_aSecondHoldStaysInThePoolOfTheFirst() public {
        _deposit(ALPHA, address(gateway), 1 ether);
        uint40 requestCount = gateway.request(_steps(1), MAX_FEES, address(0), "");
        _deposit(BETA, address(gateway), 5 ether);
        vm.expectEmit(address(watcher));
        emit IWatcherOperator.MaxFeesIncreased(requestCount, 3 * MAX_FEES, ALPHA, address(served[ALPHA].token));
        vm.prank(address(gateway));
        watcher.increaseFees(requestCount, 3 * MAX_FEES);
        _assertPools(1 ether - 3 * MAX_FEES, 5 ether);
        _runAll();
        _assertPools(1 ether - feesManager.totalSpent(), 5 ether);
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), feesManager.totalSpent(), "paid there");
    }

    function test_transferCredits_leavesTheReceiverItsOwnPool() public {
        _deposit(BETA, address(gateway), 1 ether);
        _deposit(ALPHA, PAYER, 1 ether);
        vm.prank(PAYER);
        feesManager.transferCredits(PAYER, address(gateway), 1 ether);
        gateway.request(_steps(1), MAX_FEES, address(0), "");
        _assertPools(1 ether, 1 ether - MAX_FEES);
    }

    function test_transferCredits_givesItsPoolToAReceiverWithoutOne() public {
        _deposit(BETA, address(0xd0), 1 ether);
        _deposit(ALPHA, PAYER, 1 ether);
        vm.prank(PAYER);
        feesManager.transferCredits(PAYER, address(gateway), 1 ether);
        gateway.request(_steps(1), MAX_FEES, address(0), "");
        _assertPools(1 ether - MAX_FEES, 1 ether);
    }

    function test_withdraw_moreThanAChainHasIsRefused() public {
        _deposit(ALPHA, PAYER, 5 ether);
        address token = address(served[BETA].token);
        vm.prank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(IFeesManager.PoolTooSmall.selector, BETA, token, 1 ether, 0));
        feesManager.withdrawCredits(BETA, token, 1 ether, MAX_FEES, PAYER);
    }

    function test_withdraw_revertsForTheZeroAddress() public {
        _deposit(BETA, PAYER, 5 ether);
        address token = address(served[BETA].token);
        vm.prank(PAYER);
        vm.expectRevert(IFeesManager.ZeroReceiver.selector);
        feesManager.withdrawCredits(BETA, token, 1 ether, MAX_FEES, address(0));
    }

    function test_accounting_revertsWhenNotWatcher() public {
        bytes memory refusal = abi.encodeWithSelector(IWatcherOperator.NotWatcher.selector, address(this));
        vm.expectRevert(refusal);
        feesManager.hold(1, address(this), PAYER, 0);
        vm.expectRevert(refusal);
        feesManager.settle(1, 0, TRANSMITTER);
        vm.expectRevert(refusal);
        feesManager.release(1);
    }

    function _assertPools(uint256 onAlpha, uint256 onBeta) private view {
        vm.assertEq(feesManager.poolBalance(ALPHA, address(served[ALPHA].token)), onAlpha, "alpha's pool");
        vm.assertEq(feesManager.poolBalance(BETA, address(served[BETA].token)), onBeta, "beta's pool");
    }

    function _withdraw(uint32 slug, uint256 amount) private returns (uint40 requestCount) {
        address token = address(served[slug].token);
        vm.prank(PAYER);
        requestCount = feesManager.withdrawCredits(slug, token, amount, MAX_FEES, address(0x4ece));
        _collect();
    }

    function _approve(bool approval) private {
        AppGatewayApproval[] memory approvals = new AppGatewayApproval[](1);
        approvals[0] = AppGatewayApproval(address(gateway), approval);
        vm.prank(PAYER);
        feesManager.approveAppGateways(approvals);
    }

    function _steps(uint256 count) private returns (ScriptedGateway.Step[] memory steps) {
        steps = new ScriptedGateway.Step[](count);
        address forwarder = _forwarder(address(target), ALPHA);
        CallOptions memory options = CallOptions(Read.OFF, Parallel.ON, WriteFinality.LOW, 0, 0, 0);
        for (uint256 i = 0; i < count; i++) {
            // A copy per call, so that a test can change one.
            CallOptions memory own = abi.decode(abi.encode(options), (CallOptions));
            steps[i] = ScriptedGateway.Step(forwarder, abi.encodeCall(target.set, (i)), own, true);
        }
    }

    function _expectDeposit(address token, uint256 credits, uint256 native) private {
        // The token emits its event first; only the plug's event counts.
        vm.expectEmit(address(served[ALPHA].plug));
        emit IFeesPlug.FeesDeposited(token, PAYER, credits, native);
    }
}
