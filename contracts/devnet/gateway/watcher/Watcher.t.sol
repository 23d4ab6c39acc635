// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CallOptions, CallType, Parallel, PromiseState, Read, WriteFinality} from "../../../gateway/GatewayTypes.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {IRequestQueue} from "../../../gateway/interfaces/IRequestQueue.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {GatewayTarget} from "../../../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";

contract WatcherTest is GatewayWorld {
    ScriptedGateway private gateway;
    GatewayTarget private target;

    function setUp() public {
        gateway = new ScriptedGateway(watcher);
        target = new GatewayTarget();
        _deposit(ALPHA, address(gateway), 100 ether);
        _collect();
    }

    function test_request_runsUntilTheTransmitterIsPaid() public {
        uint40 requestCount = _request(_steps(2, Parallel.OFF, Read.OFF), MAX_FEES);
        _runAll();
        vm.assertEq(target.sets(), 2, "sets");
        vm.assertEq(gateway.answers(), 2, "answers");
        vm.assertEq(gateway.completions(), 1, "completions");
        vm.assertEq(gateway.lastOnCompleteData(), "done");
        vm.assertEq(payloadIds.length, 3, "payloads");
        Item storage last = items[payloadIds[2]];
        vm.assertTrue(last.queued.callType == CallType.DISTRIBUTE_FEE);
        vm.assertEq(last.requestCount, requestCount, "request");
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), feesManager.totalSpent(), "paid");
        vm.assertTrue(feesManager.totalSpent() > 0);
        vm.assertEq(feesManager.totalHeld(), 0, "held");
    }

    function testFuzz_batches_sequentialCallsBeginOneAndParallelOnesShareIt(uint8 pattern) public {
        ScriptedGateway.Step[] memory steps = _steps(8, Parallel.OFF, Read.ON);
        for (uint256 i = 0; i < 8; i++) {
            steps[i].options.parallel = (pattern >> i) & 1 == 1 ? Parallel.ON : Parallel.OFF;
        }
        _request(steps, MAX_FEES);
        uint256 batch = 0;
        for (uint256 i = 0; i < 8; i++) {
            bool shares = (pattern >> i) & 1 == 1;
            if (i > 0 && !shares) batch++;
            vm.assertEq(items[payloadIds[i]].queued.batchCount, batch, "batch");
        }
        for (uint256 i = 1; i < 8; i++) {
            if (items[payloadIds[i]].queued.batchCount == 0) continue;
            bytes memory proof = _proof(payloadIds[i]);
            vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.BatchNotReady.selector, payloadIds[i]));
            watcher.finalize(payloadIds[i], proof);
        }
        _runAll();
        vm.assertEq(gateway.answers(), 8, "answers");
    }

    function test_options_areInTheEventAsTheyTakeEffect() public {
        ScriptedGateway.Step[] memory steps = _steps(2, Parallel.OFF, Read.OFF);
        steps[0].options = CallOptions(Read.OFF, Parallel.ON, WriteFinality.HIGH, 123_456, 7, 0);
        steps[1].options = CallOptions(Read.ON, Parallel.OFF, WriteFinality.LOW, 654_321, 7, 42);
        _request(steps, 1 ether);
        CallOptions memory first = items[payloadIds[0]].queued.options;
        vm.assertEq(first.gasLimit, 123_456, "gas limit");
        vm.assertEq(first.value, 7, "value");
        vm.assertTrue(first.writeFinality == WriteFinality.HIGH && first.parallel == Parallel.ON);
        CallOptions memory second = items[payloadIds[1]].queued.options;
        vm.assertEq(second.value, 0, "a read's value");
        vm.assertEq(second.readAtBlockNumber, 42, "block");
        vm.assertEq(second.gasLimit, 0, "a read's gas limit");
        _request(_steps(1, Parallel.OFF, Read.OFF), 1 ether);
    }

    function test_options_fallBackWhenTheRequestCloses() public {
        ScriptedGateway.Step[] memory steps = _steps(1, Parallel.ON, Read.ON);
        _request(steps, MAX_FEES);
        gateway.run(address(watcher), abi.encodeCall(IRequestQueue.openRequest, ()));
        gateway.run(steps[0].forwarder, steps[0].callData);
        gateway.run(address(watcher), abi.encodeCall(IRequestQueue.closeRequest, (0, address(0), "")));
        _collect();
        vm.assertTrue(items[payloadIds[1]].queued.callType == CallType.WRITE);
    }

    function test_openRequest_joinsTheOneThatIsOpen() public {
        vm.prank(address(gateway));
        uint40 first = watcher.openRequest();
        vm.assertTrue(watcher.isAsync(address(gateway)));
        vm.prank(address(gateway));
        vm.assertEq(watcher.openRequest(), first);
        vm.prank(address(gateway));
        watcher.closeRequest(type(uint256).max, address(0), "");
        vm.assertFalse(watcher.isAsync(address(gateway)));
        vm.assertEq(watcher.currentRequestOf(address(gateway)), first);
    }

    function test_queueing_revertsForInvalidCalls() public {
        address forwarder = _forwarder(address(target), 7);
        vm.prank(address(gateway));
        watcher.openRequest();
        vm.expectRevert(abi.encodeWithSelector(IWatcher.UnknownChain.selector, uint32(7)));
        gateway.run(forwarder, hex"12345678");
        vm.prank(address(gateway));
        vm.expectRevert(abi.encodeWithSelector(IWatcher.UnknownChain.selector, uint32(7)));
        watcher.queueDeploy(0, 7, false, "", "");
        vm.prank(address(gateway));
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        watcher.setCallback(ScriptedGateway.onAnswer.selector, "");
        vm.expectRevert(IWatcher.AsyncModifierNotSet.selector);
        watcher.queueDeploy(0, ALPHA, false, "", "");
        CallOptions memory options;
        vm.expectRevert(IWatcher.AsyncModifierNotSet.selector);
        watcher.setCallOptions(options);
        vm.expectRevert(IWatcher.AsyncModifierNotSet.selector);
        watcher.closeRequest(0, address(0), "");
    }

    function test_callback_isSetOncePerCall() public {
        _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        vm.prank(address(gateway));
        vm.expectRevert(IWatcher.CallbackWithoutCall.selector);
        watcher.setCallback(ScriptedGateway.onAnswer.selector, "");
    }

    function test_finalize_onlyOnceAndOnlyWithTheWatchersSignature() public {
        _request(_steps(2, Parallel.ON, Read.OFF), MAX_FEES);
        (bytes32 first, bytes32 second) = (payloadIds[0], payloadIds[1]);
        bytes memory foreign = _proof(second);
        vm.expectRevert(IWatcherOperator.InvalidProof.selector);
        watcher.finalize(first, foreign);
        bytes memory forged = _sign(STRANGER_KEY, watcher.digestOf(first));
        vm.expectRevert(IWatcherOperator.InvalidProof.selector);
        watcher.finalize(first, forged);
        vm.expectRevert(IWatcherOperator.InvalidProof.selector);
        watcher.finalize(first, "");
        vm.expectRevert(abi.encodeWithSelector(IWatcher.UnknownPayload.selector, bytes32("none")));
        watcher.finalize("none", forged);

        _finalize(first);
        bytes memory proof = _proof(first);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyFinalized.selector, first));
        watcher.finalize(first, proof);
    }

    function test_resolve_onlyOnceOnlyAfterFinalizeAndOnlyWithTheCallbackThatWasSet() public {
        _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        bytes32 payloadId = payloadIds[0];
        Item storage item = items[payloadId];
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.NotFinalized.selector, payloadId));
        watcher.resolvePayload(payloadId, item.selector, item.data, "", 0);
        _finalize(payloadId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.InvalidCallback.selector, payloadId));
        watcher.resolvePayload(payloadId, 0, "", "", 0);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.InvalidCallback.selector, payloadId));
        watcher.resolvePayload(payloadId, item.selector, "other", "", 0);
        _execute(payloadId);
        _resolve(payloadId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyResolved.selector, payloadId));
        watcher.resolvePayload(payloadId, item.selector, item.data, "", 0);
        vm.assertEq(gateway.answers(), 1, "answers");
    }

    function test_resolve_aRevertingCallbackCanBeTriedAgain() public {
        _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        bytes32 payloadId = payloadIds[0];
        Item storage item = items[payloadId];
        _finalize(payloadId);
        gateway.refuse(true);
        vm.expectRevert(ScriptedGateway.Refused.selector);
        watcher.resolvePayload(payloadId, item.selector, item.data, "", 0);
        vm.assertFalse(watcher.isPromiseOf(address(gateway)));

        watcher.markRevert(payloadId, false, "why");
        vm.assertTrue(watcher.promiseState(payloadId) == PromiseState.CALLBACK_REVERTING);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyReverted.selector, payloadId));
        watcher.markRevert(payloadId, false, "why");
        gateway.refuse(false);
        _resolve(payloadId);
        vm.assertEq(gateway.answers(), 1, "answers");
        vm.assertTrue(watcher.promiseState(payloadId) == PromiseState.RESOLVED);
    }

    function test_promiseState_followsTheCall() public {
        ScriptedGateway.Step[] memory steps = _steps(2, Parallel.ON, Read.OFF);
        steps[0].hasCallback = false;
        _request(steps, MAX_FEES);
        vm.assertTrue(watcher.promiseState(payloadIds[0]) == PromiseState.WAITING_FOR_CALLBACK_SELECTOR);
        vm.assertTrue(watcher.promiseState(payloadIds[1]) == PromiseState.WAITING_FOR_CALLBACK_EXECUTION);
        _finalize(payloadIds[0]);
        watcher.markRevert(payloadIds[0], true, "why");
        vm.assertEq(gateway.reverts(), 1, "told");
        vm.assertTrue(watcher.promiseState(payloadIds[0]) == PromiseState.ONCHAIN_REVERTING);
    }

    /// @dev A revert in the app gateway's handler must not prevent the mark.
    function test_markRevert_staysWhenTheHandlerReverts() public {
        _request(_steps(1, Parallel.OFF, Read.OFF), MAX_FEES);
        bytes32 payloadId = payloadIds[0];
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.NotFinalized.selector, payloadId));
        watcher.markRevert(payloadId, true, "why");
        _finalize(payloadId);
        gateway.refuse(true);
        watcher.markRevert(payloadId, true, "why");
        vm.assertEq(gateway.reverts(), 0, "told");
        vm.assertTrue(watcher.promiseState(payloadId) == PromiseState.ONCHAIN_REVERTING);
        vm.assertFalse(watcher.isCallOf(address(gateway)));
        gateway.refuse(false);
        _execute(payloadId);
        _resolve(payloadId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.AlreadyResolved.selector, payloadId));
        watcher.markRevert(payloadId, false, "why");
    }

    function test_markRevert_returnsTheCreditsThatNothingHasUsed() public {
        uint40 requestCount = _request(_steps(2, Parallel.OFF, Read.ON), MAX_FEES);
        _runPayload(payloadIds[0]);
        _assertCredits({blocked: MAX_FEES, spent: 0});
        _finalize(payloadIds[1]);
        watcher.markRevert(payloadIds[1], true, "why");
        _assertCredits({blocked: 0, spent: watcher.PAYLOAD_FEE()});
        _collect();
        _runPayload(payloadIds[2]);
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), watcher.PAYLOAD_FEE(), "paid");
        // The callback reverts too: the request is settled already.
        watcher.markRevert(payloadIds[1], false, "why");
        _assertCredits({blocked: 0, spent: watcher.PAYLOAD_FEE()});
        gateway.run(address(watcher), abi.encodeCall(IWatcher.cancelRequest, (requestCount)));
        _assertCredits({blocked: 0, spent: watcher.PAYLOAD_FEE()});
    }

    function test_resolvePayload_ofAMarkedOneHoldsTheRestAgainAndPaysEachFeeOnce() public {
        uint40 requestCount = _request(_steps(3, Parallel.OFF, Read.ON), MAX_FEES);
        _runPayload(payloadIds[0]);
        _finalize(payloadIds[1]);
        watcher.markRevert(payloadIds[1], true, "why");
        // Nothing is held for a request that reverts, whatever it may cost later.
        gateway.run(address(watcher), abi.encodeCall(IWatcher.increaseFees, (requestCount, MAX_FEES * 2)));
        _assertCredits({blocked: 0, spent: watcher.PAYLOAD_FEE()});
        _resolve(payloadIds[1]);
        _assertCredits({blocked: MAX_FEES * 2 - watcher.PAYLOAD_FEE(), spent: watcher.PAYLOAD_FEE()});
        _collect();
        _runAll();
        vm.assertEq(gateway.completions(), 1, "completions");
        _assertCredits({blocked: 0, spent: 3 * watcher.PAYLOAD_FEE()});
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), 3 * watcher.PAYLOAD_FEE(), "paid");
    }

    function test_resolvePayload_ofAMarkedOneNeedsTheCreditsAgain() public {
        _request(_steps(1, Parallel.OFF, Read.ON), 70 ether);
        _finalize(payloadIds[0]);
        watcher.markRevert(payloadIds[0], true, "why");
        _request(_steps(1, Parallel.OFF, Read.ON), 60 ether);
        bytes memory refusal = abi.encodeWithSelector(
            IFeesManager.InsufficientCredits.selector,
            address(gateway),
            70 ether,
            40 ether
        );
        Item storage item = items[payloadIds[0]];
        vm.expectRevert(refusal);
        watcher.resolvePayload(payloadIds[0], item.selector, item.data, "", 0);
        _runPayload(payloadIds[1]);
        _resolve(payloadIds[0]);
        vm.assertEq(gateway.completions(), 2, "completions");
    }

    function test_markRevert_ofTwoPayloadsHoldsAgainAfterTheLast() public {
        ScriptedGateway.Step[] memory steps = _steps(3, Parallel.ON, Read.ON);
        _request(steps, MAX_FEES);
        for (uint256 i = 0; i < 3; i++) _finalize(payloadIds[i]);
        watcher.markRevert(payloadIds[0], true, "one");
        watcher.markRevert(payloadIds[1], true, "two");
        // The third was under way. Nothing is held that could pay for it.
        _resolve(payloadIds[2]);
        _resolve(payloadIds[1]);
        _assertCredits({blocked: 0, spent: 0});
        _resolve(payloadIds[0]);
        vm.assertEq(gateway.completions(), 1, "completions");
        _assertCredits({blocked: 0, spent: watcher.PAYLOAD_FEE()});
    }

    function _assertCredits(uint256 blocked, uint256 spent) private view {
        (uint256 total, uint256 nowBlocked) = feesManager.userCredits(address(gateway));
        vm.assertEq(nowBlocked, blocked, "blocked");
        vm.assertEq(total, 100 ether - spent, "total");
        vm.assertEq(feesManager.totalHeld(), blocked, "held");
        vm.assertEq(feesManager.totalSpent(), spent, "spent");
    }

    /// @dev Requests of two app gateways are open at once when one calls the other.
    function test_requests_ofTwoAppGatewaysDoNotMix() public {
        ScriptedGateway other = new ScriptedGateway(watcher);
        address forwarder = _forwarder(address(target), ALPHA);
        bytes memory read = abi.encodeCall(target.number, ());
        gateway.run(address(watcher), abi.encodeCall(IRequestQueue.openRequest, ()));
        other.run(address(watcher), abi.encodeCall(IRequestQueue.openRequest, ()));
        gateway.run(forwarder, read);
        other.run(forwarder, read);
        gateway.run(
            address(watcher),
            abi.encodeCall(IRequestQueue.setCallback, (ScriptedGateway.onAnswer.selector, ""))
        );
        other.run(address(watcher), abi.encodeCall(IRequestQueue.closeRequest, (0, address(0), "")));
        gateway.run(forwarder, read);
        gateway.run(address(watcher), abi.encodeCall(IRequestQueue.closeRequest, (MAX_FEES, address(0), "")));
        _collect();
        vm.assertEq(items[payloadIds[0]].requestCount, items[payloadIds[2]].requestCount, "one request");
        vm.assertEq(items[payloadIds[2]].queued.batchCount, 1, "batch");
        vm.assertTrue(items[payloadIds[1]].requestCount != items[payloadIds[0]].requestCount);
        vm.assertTrue(items[payloadIds[0]].selector == ScriptedGateway.onAnswer.selector);
        vm.assertTrue(items[payloadIds[1]].selector == 0);
    }

    function test_finalize_aRequestThatIsStillOpenIsNotReady() public {
        gateway.run(address(watcher), abi.encodeCall(IRequestQueue.openRequest, ()));
        gateway.run(_forwarder(address(target), ALPHA), abi.encodeCall(target.number, ()));
        _collect();
        bytes memory proof = _proof(payloadIds[0]);
        uint40 requestCount = watcher.currentRequestOf(address(gateway));
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestNotSubmitted.selector, requestCount));
        watcher.finalize(payloadIds[0], proof);
    }

    function test_actorsFunctions_revertWhenNotOperator() public {
        address stranger = address(0xbad);
        bytes memory refusal = abi.encodeWithSelector(IWatcherOperator.NotWatcher.selector, stranger);
        bytes[6] memory calls = [
            abi.encodeCall(IWatcherOperator.finalize, (bytes32(0), "")),
            abi.encodeCall(IWatcherOperator.resolvePayload, (bytes32(0), bytes4(0), "", "", 0)),
            abi.encodeCall(IWatcherOperator.markRevert, (bytes32(0), true, "")),
            abi.encodeCall(IWatcherOperator.resolveTimeout, (bytes32(0))),
            abi.encodeCall(IWatcherOperator.callAppGateway, (bytes32(0), address(0), 0, address(0), "")),
            abi.encodeCall(feesManager.creditDeposit, (bytes32(0), 0, address(0), address(0), 0, 0))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool success, bytes memory revertData) = (i == 5 ? address(feesManager) : address(watcher)).call(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(revertData, refusal);
        }
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.NotFeesManager.selector, stranger));
        watcher.requestWithdrawal(stranger, ALPHA, address(0), 0, 0, stranger);
    }

    /// @dev A callback opens a request, cancels its own, or raises its fees while the watcher is resolving a payload.
    function test_reentrancy_aCallbackOpensARequest() public {
        _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        ScriptedGateway.Step[] memory steps = _steps(1, Parallel.OFF, Read.OFF);
        gateway.reactWith(address(gateway), abi.encodeCall(gateway.request, (steps, MAX_FEES, address(0), "")));
        _runAll();
        vm.assertEq(gateway.answers(), 2, "answers");
        vm.assertEq(gateway.completions(), 2, "completions");
        vm.assertEq(feesManager.totalHeld(), 0, "held");
    }

    function test_reentrancy_aCallbackCancelsItsOwnRequest() public {
        uint40 requestCount = _request(_steps(2, Parallel.OFF, Read.ON), MAX_FEES);
        gateway.reactWith(address(watcher), abi.encodeCall(IWatcher.cancelRequest, (requestCount)));
        _runPayload(payloadIds[0]);
        vm.assertEq(gateway.completions(), 0, "completions");
        vm.assertEq(feesManager.totalSpent(), watcher.PAYLOAD_FEE(), "spent");
        vm.assertEq(feesManager.totalHeld(), 0, "held");
        bytes memory proof = _proof(payloadIds[1]);
        vm.expectRevert(abi.encodeWithSelector(IWatcher.RequestOver.selector, requestCount));
        watcher.finalize(payloadIds[1], proof);
        _runPayload(payloadIds[2]);
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), watcher.PAYLOAD_FEE(), "paid");
    }

    /// @dev The cancellation pays the transmitter, so the end of the batch must not pay it again.
    function test_reentrancy_theLastCallbackCancelsItsOwnRequest() public {
        uint40 requestCount = _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        gateway.reactWith(address(watcher), abi.encodeCall(IWatcher.cancelRequest, (requestCount)));
        _runAll();
        vm.assertEq(payloadIds.length, 2, "the call, one payment");
        vm.assertEq(gateway.completions(), 0, "completions");
        vm.assertEq(feesManager.totalSpent(), watcher.PAYLOAD_FEE(), "spent");
        vm.assertEq(served[ALPHA].token.balanceOf(TRANSMITTER), watcher.PAYLOAD_FEE(), "paid");
    }

    function test_reentrancy_aCallbackHasNoOperatorsRights() public {
        _request(_steps(1, Parallel.OFF, Read.ON), MAX_FEES);
        bytes32 payloadId = payloadIds[0];
        Item storage item = items[payloadId];
        gateway.reactWith(
            address(watcher),
            abi.encodeCall(IWatcherOperator.resolvePayload, (payloadId, item.selector, item.data, "", 0))
        );
        _finalize(payloadId);
        vm.expectRevert(abi.encodeWithSelector(IWatcherOperator.NotWatcher.selector, address(gateway)));
        watcher.resolvePayload(payloadId, item.selector, item.data, "", 0);
    }

    /// @dev Gas that a transaction may have.
    function test_gas_aHundredReadsWithCallbacksFitOneTransaction() public {
        ScriptedGateway.Step[] memory steps = _steps(100, Parallel.ON, Read.ON);
        uint256 left = gasleft();
        gateway.request{gas: 2 ** 24 - 200_000}(steps, MAX_FEES, address(0), "");
        vm.assertLe(left - gasleft(), 12_000_000);
        vm.assertEq(_collect(), 100, "queued");
        steps = _steps(100, Parallel.OFF, Read.ON);
        gateway.request{gas: 2 ** 24 - 200_000}(steps, MAX_FEES, address(0), "");
        vm.assertEq(_collect(), 100, "queued");
        _runAll();
        vm.assertEq(gateway.answers(), 200, "answers");
    }

    function _steps(uint256 count, Parallel parallel, Read read) private returns (ScriptedGateway.Step[] memory steps) {
        steps = new ScriptedGateway.Step[](count);
        address forwarder = _forwarder(address(target), ALPHA);
        for (uint256 i = 0; i < count; i++) {
            bytes memory callData =
                read == Read.ON ? abi.encodeCall(target.number, ()) : abi.encodeCall(target.set, (i));
            CallOptions memory options = CallOptions(read, parallel, WriteFinality.LOW, 0, 0, 0);
            steps[i] = ScriptedGateway.Step(forwarder, callData, options, true);
        }
    }

    function _request(ScriptedGateway.Step[] memory steps, uint256 maxFees) private returns (uint40 requestCount) {
        requestCount = gateway.request(steps, maxFees, address(0), "done");
        _collect();
    }
}
