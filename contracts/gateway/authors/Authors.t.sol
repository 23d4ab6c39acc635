// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuthoredAppGateway} from "../../../test/fixtures/solidity/AuthoredAppGateway.sol";
import {AuthoredVault} from "../../../test/fixtures/solidity/AuthoredVault.sol";
import {GatewayWorld} from "../../../test/fixtures/solidity/GatewayWorld.sol";
import {vm, Vm} from "../../../test/fixtures/solidity/Vm.sol";
import {
    CallOptions,
    CallType,
    Parallel,
    PayloadParams,
    PromiseState,
    Read,
    RequestParams,
    WriteFinality
} from "../GatewayTypes.sol";
import {IGatewaySocket} from "../interfaces/IGatewaySocket.sol";
import {IWatcher} from "../interfaces/IWatcher.sol";

/// @dev An app gateway written for the deployed system behaves here as its author intended.
contract AuthorsTest is GatewayWorld {
    AuthoredAppGateway private gateway;
    AuthoredVault private vault;

    function setUp() public {
        gateway = new AuthoredAppGateway(address(resolver), MAX_FEES);
        _deposit(ALPHA, address(gateway), 100 ether);
        gateway.deployContracts(ALPHA);
        _runAll();
        vault = AuthoredVault(gateway.getOnChainAddress(gateway.vault(), ALPHA));
    }

    function test_deployment_isInitializedOnChain() public view {
        vm.assertEq(vault.step(), 3, "the constructor's argument");
        vm.assertEq(vault.stored(), 3, "what initializeOnChain stored");
        vm.assertEq(gateway.completions(), 2, "with the call after it");
    }

    function test_deployment_isPreparedFirst() public {
        gateway.deployPrepared(BETA);
        _runAll();
        vm.assertEq(AuthoredVault(gateway.getOnChainAddress(gateway.vault(), BETA)).stored(), 6);
    }

    function test_getters_sayWhatAnAuthorAsks() public view {
        vm.assertTrue(!gateway.isAsyncModifierSet());
        vm.assertEq(gateway.consumeFrom(), address(gateway));
        vm.assertEq(
            keccak256(abi.encode(gateway.overrideParams())),
            keccak256(abi.encode(gateway.getOverrideParams()))
        );
        vm.assertEq(gateway.overrideParams().maxFees, MAX_FEES);
        vm.assertEq(gateway.auctionManager(), address(0));
        vm.assertEq(gateway.onCompleteData().length, 0);
        vm.assertTrue(!gateway.isValidPromise(address(gateway.watcher__())), "no callback runs");
        vm.assertEq(vault.isSocketInitialized(), 1);
    }

    function test_watcher_showsRequestsAndPayloads() public {
        IWatcher watcher = gateway.watcher__();
        vm.assertEq(uint256(watcher.evmxSlug()), uint32(uint256(payloadIds[0]) >> 224));
        gateway.storeOn(ALPHA, 5);
        uint40 requestCount = gateway.lastRequest();
        RequestParams memory request = watcher.getRequestParams(requestCount);
        vm.assertEq(request.appGateway, address(gateway));
        vm.assertEq(request.maxFees, gateway.maxFees());
        vm.assertTrue(!request.isExecuted && !request.isCancelled);
        _collect();
        bytes32 payloadId = payloadIds[payloadIds.length - 1];
        PayloadParams memory payload = watcher.getPayloadParams(payloadId);
        vm.assertEq(payload.payloadId, payloadId);
        vm.assertEq(uint256(payload.requestCount), requestCount);
        vm.assertTrue(payload.callType == CallType.WRITE);
        vm.assertEq(payload.value, 1);
        _runAll();
        vm.assertTrue(watcher.getRequestParams(requestCount).isExecuted);
        vm.assertTrue(watcher.getPayloadParams(payloadId).state == PromiseState.RESOLVED);
    }

    function test_setIsValidPlug_isSetValidPlug() public {
        IWatcher watcher = gateway.watcher__();
        watcher.setIsValidPlug(true, ALPHA, address(7));
        vm.assertTrue(watcher.isValidPlug(address(this), ALPHA, address(7)));
        watcher.setIsValidPlug(false, ALPHA, address(7));
        vm.assertTrue(!watcher.isValidPlug(address(this), ALPHA, address(7)));
    }

    function test_write_isMadeAsTheLastOverridesSay() public {
        gateway.storeOn(ALPHA, 5);
        _collect();
        Item storage item = items[payloadIds[payloadIds.length - 1]];
        CallOptions memory options = item.queued.options;
        vm.assertTrue(options.read == Read.OFF && options.parallel == Parallel.OFF);
        vm.assertTrue(options.writeFinality == WriteFinality.HIGH);
        vm.assertEq(options.gasLimit, 200_000);
        vm.assertEq(options.value, 1);
        vm.assertEq(uint256(gateway.lastRequest()), item.requestCount, "request");
        _runAll();
        vm.assertEq(vault.stored(), 18, "stored");
        vm.assertEq(address(vault).balance, 1, "value");
    }

    function test_read_goesOnInItsCallback() public {
        gateway.readFrom(ALPHA);
        _runAll();
        vm.assertEq(gateway.total(), 3, "read");
        vm.assertEq(vault.stored(), 12, "stored by the callback");
    }

    function test_schedule_runsCallbacksAndTimeouts() public {
        gateway.wakeMeUp(1 hours);
        _runAll();
        vm.assertEq(gateway.wakeUps(), 1, "the callback");
        watcher.resolveTimeout(timeoutIds[0]);
        vm.assertEq(gateway.wakeUps(), 2, "the timeout");
    }

    function test_trigger_reachesTheAppGateway() public {
        gateway.trustVault(ALPHA);
        vault.alarm();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory log = logs[logs.length - 1];
        vm.assertEq(log.topics[0], IGatewaySocket.AppGatewayCallRequested.selector);
        bytes memory payload = abi.decode(log.data, (bytes));
        watcher.callAppGateway(log.topics[1], address(gateway), ALPHA, address(vault), payload);
        vm.assertEq(gateway.alarms(), 1);
        vm.assertEq(gateway.lastAlarmFrom(), address(vault));
        vm.assertEq(uint256(gateway.lastAlarmChain()), ALPHA);
    }

    function test_requests_canBeRaisedCancelledAndGivenUp() public {
        gateway.storeOn(ALPHA, 1);
        gateway.raise(gateway.lastRequest(), MAX_FEES * 2);
        vm.assertEq(feesManager.totalHeld(), MAX_FEES * 2, "raised");
        gateway.cancel(gateway.lastRequest());
        vm.assertEq(feesManager.totalHeld(), 0, "cancelled");

        gateway.storeOn(ALPHA, 1);
        _collect();
        bytes32 payloadId = payloadIds[payloadIds.length - 1];
        _finalize(payloadId);
        watcher.markRevert(payloadId, true, "");
        vm.assertEq(gateway.failed(), payloadId);
    }

    function test_credits_areSharedAndWithdrawn() public {
        uint256 before = gateway.credits();
        gateway.share(address(0xf0), 1 ether);
        vm.assertEq(before - gateway.credits(), 1 ether, "given away");
        vm.assertTrue(feesManager.isApproved(address(gateway), address(0xf0)));
        gateway.withdraw(ALPHA, address(served[ALPHA].token), 2 ether, address(0xf1));
        _runAll();
        vm.assertEq(served[ALPHA].token.balanceOf(address(0xf1)), 2 ether, "withdrawn");
    }

    function test_forwarders_areDeployedOnDemand() public {
        (address forwarder, address predicted, address standsFor, uint32 on) = gateway.meet(address(0xf2), BETA);
        vm.assertTrue(asyncDeployer.isForwarder(forwarder));
        vm.assertEq(forwarder, predicted);
        vm.assertEq(standsFor, address(0xf2));
        vm.assertEq(uint256(on), BETA);
    }

    function test_watcher_isTheResolvers() public view {
        (address named, address found) = gateway.watchers();
        vm.assertEq(named, address(watcher));
        vm.assertEq(found, address(watcher));
    }
}
