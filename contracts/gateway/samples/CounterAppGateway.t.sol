// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {GatewayWorld} from "../../../test/fixtures/contracts/GatewayWorld.sol";
import {vm} from "../../../test/fixtures/contracts/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {CallType} from "../GatewayTypes.sol";
import {PlugBase} from "../PlugBase.sol";
import {CounterAppGateway} from "./CounterAppGateway.sol";
import {GatewayCounter} from "./GatewayCounter.sol";

contract CounterAppGatewayTest is GatewayWorld {
    CounterAppGateway private gateway;
    uint32[] private both = [ALPHA, BETA];
    uint32[] private betaAlone = [BETA];

    function setUp() public {
        gateway = new CounterAppGateway(address(resolver), address(this), MAX_FEES);
        _deposit(ALPHA, address(gateway), 100 ether);
        gateway.deployContracts(both);
        _runAll();
    }

    function test_deployContracts_connectsACounterOnEveryChain() public view {
        for (uint256 i = 0; i < both.length; i++) {
            GatewayCounter counter = _counterOn(both[i]);
            vm.assertEq(address(counter.socket__()), address(served[both[i]].socket));
            vm.assertEq(counter.appGatewayId(), bytes32(uint256(uint160(address(gateway)))));
            address forwarder = gateway.forwarderAddresses(gateway.counter(), both[i]);
            vm.assertEq(forwarder, asyncDeployer.getForwarderAddress(address(counter), both[i]));
            vm.assertTrue(asyncDeployer.isForwarder(forwarder));
        }
    }

    function test_deployContracts_runInParallel() public {
        gateway.deployContracts(both);
        vm.assertEq(_collect(), 2, "payloads");
        Item storage first = items[payloadIds[payloadIds.length - 2]];
        Item storage second = items[payloadIds[payloadIds.length - 1]];
        vm.assertTrue(first.queued.callType == CallType.DEPLOY && second.queued.callType == CallType.DEPLOY);
        vm.assertEq(first.queued.batchCount, second.queued.batchCount, "batch");
    }

    function testFuzz_readCounters_sumsWhatWasAdded(uint64 first, uint64 second, uint64 onlyOnBeta) public {
        gateway.add(both, first);
        gateway.add(both, second);
        gateway.add(betaAlone, onlyOnBeta);
        gateway.readCounters(both);
        _runAll();

        uint256 added = uint256(first) + second;
        vm.assertEq(_counterOn(ALPHA).counter(), added, "on alpha");
        vm.assertEq(_counterOn(BETA).counter(), added + onlyOnBeta, "on beta");
        vm.assertEq(gateway.sum(), added * 2 + onlyOnBeta, "sum");
    }

    function test_readCounters_replacesWhatWasReadBefore() public {
        gateway.add(both, 7);
        gateway.readCounters(both);
        gateway.add(betaAlone, 3);
        gateway.readCounters(both);
        _runAll();
        vm.assertEq(gateway.sum(), 17);
    }

    function test_readCounters_countsWhicheverComesBackFirst() public {
        gateway.add(both, 7);
        _runAll();
        gateway.readCounters(both);
        _collect();

        _runPayload(payloadIds[payloadIds.length - 1]);
        vm.assertEq(gateway.sum(), 7, "beta's");
        _runAll();
        vm.assertEq(gateway.sum(), 14, "both");
    }

    function test_withdrawCredits_paysOutOnTheChain() public {
        uint256 before = feesManager.getAvailableCredits(address(gateway));
        gateway.withdrawCredits(ALPHA, address(served[ALPHA].token), 5 ether, address(0xcafe));
        vm.assertEq(before - feesManager.getAvailableCredits(address(gateway)), 5 ether + MAX_FEES, "taken at once");
        _runAll();
        vm.assertEq(served[ALPHA].token.balanceOf(address(0xcafe)), 5 ether, "paid out");
    }

    function test_spending_revertsWhenNotOwner() public {
        address stranger = vm.addr(STRANGER_KEY);
        bytes[4] memory calls = [
            abi.encodeCall(gateway.deployContracts, (both)),
            abi.encodeCall(gateway.add, (both, 1)),
            abi.encodeCall(gateway.readCounters, (both)),
            abi.encodeCall(gateway.withdrawCredits, (ALPHA, address(served[ALPHA].token), 1, stranger))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool success, bytes memory reason) = address(gateway).call(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(reason, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        }
    }

    function test_sumUp_revertsWhenNotAPromise() public {
        vm.expectRevert(GatewayAccess.InvalidPromise.selector);
        gateway.sumUp(abi.encode(ALPHA), abi.encode(uint256(1)));
    }

    function test_add_revertsWhenNotSocket() public {
        GatewayCounter counter = _counterOn(ALPHA);
        vm.expectRevert(PlugBase.NotSocket.selector);
        counter.add(1);
    }

    function _counterOn(uint32 slug) private view returns (GatewayCounter) {
        return GatewayCounter(gateway.getOnChainAddress(gateway.counter(), slug));
    }
}
