// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {TestPayload} from "../../testing/gateway/TestPayload.sol";
import {GatewayTest} from "../../testing/GatewayTest.sol";
import {vm} from "../../testing/Vm.sol";
import {GatewayAccess} from "../GatewayAccess.sol";
import {CallType} from "../GatewayTypes.sol";
import {PlugBase} from "../PlugBase.sol";
import {CounterAppGateway} from "./CounterAppGateway.sol";
import {GatewayCounter} from "./GatewayCounter.sol";

contract CounterAppGatewayTest is GatewayTest {
    uint256 private constant MAX_FEES = 0.01 ether;

    CounterAppGateway private gateway;
    uint32 private alpha;
    uint32 private beta;
    uint32[] private both;
    uint32[] private betaAlone;

    function setUp() public {
        (alpha, beta) = (addChain("alpha").slug, addChain("beta").slug);
        both = [alpha, beta];
        betaAlone = [beta];
        startGateway();
        gateway = new CounterAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(gateway), 100 ether);
        gateway.deployContracts(both);
        runPayloads();
    }

    function test_deployContracts_connectsACounterOnEveryChain() public view {
        for (uint256 i = 0; i < both.length; i++) {
            GatewayCounter counter = _counterOn(both[i]);
            vm.assertEq(address(counter.socket__()), address(chainOf(both[i]).socket));
            vm.assertEq(counter.appGatewayId(), bytes32(uint256(uint160(address(gateway)))));
            address forwarder = gateway.forwarderAddresses(gateway.counter(), both[i]);
            vm.assertEq(forwarder, asyncDeployer.getForwarderAddress(address(counter), both[i]));
            vm.assertTrue(asyncDeployer.isForwarder(forwarder));
        }
    }

    function test_deployContracts_runInParallel() public {
        uint256 before = payloads().length;
        gateway.deployContracts(both);
        bytes32[] memory ids = payloads();
        vm.assertEq(ids.length, before + 2, "payloads");
        TestPayload memory first = payloadOf(ids[before]);
        TestPayload memory second = payloadOf(ids[before + 1]);
        vm.assertTrue(first.callType == CallType.DEPLOY && second.callType == CallType.DEPLOY);
        vm.assertEq(first.batchCount, second.batchCount, "batch");
    }

    function testFuzz_readCounters_sumsWhatWasAdded(uint64 first, uint64 second, uint64 onlyOnBeta) public {
        gateway.add(both, first);
        gateway.add(both, second);
        gateway.add(betaAlone, onlyOnBeta);
        gateway.readCounters(both);
        runPayloads();

        uint256 added = uint256(first) + second;
        vm.assertEq(_counterOn(alpha).counter(), added, "on alpha");
        vm.assertEq(_counterOn(beta).counter(), added + onlyOnBeta, "on beta");
        vm.assertEq(gateway.sum(), added * 2 + onlyOnBeta, "sum");
    }

    function test_readCounters_replacesWhatWasReadBefore() public {
        gateway.add(both, 7);
        gateway.readCounters(both);
        gateway.add(betaAlone, 3);
        gateway.readCounters(both);
        runPayloads();
        vm.assertEq(gateway.sum(), 17);
    }

    function test_readCounters_countsWhicheverComesBackFirst() public {
        gateway.add(both, 7);
        runPayloads();
        gateway.readCounters(both);
        vm.assertTrue(runPayload(lastPayload()));
        vm.assertEq(gateway.sum(), 7, "beta's");
        runPayloads();
        vm.assertEq(gateway.sum(), 14, "both");
    }

    function test_withdrawCredits_paysOutOnTheChain() public {
        uint256 before = feesManager.getAvailableCredits(address(gateway));
        gateway.withdrawCredits(alpha, address(chainOf(alpha).token), 5 ether, address(0xcafe));
        vm.assertEq(before - feesManager.getAvailableCredits(address(gateway)), 5 ether + MAX_FEES, "taken at once");
        runPayloads();
        vm.assertEq(chainOf(alpha).token.balanceOf(address(0xcafe)), 5 ether, "paid out");
    }

    function test_spending_revertsWhenNotOwner() public {
        address stranger = address(0x57a);
        bytes[4] memory calls = [
            abi.encodeCall(gateway.deployContracts, (both)),
            abi.encodeCall(gateway.add, (both, 1)),
            abi.encodeCall(gateway.readCounters, (both)),
            abi.encodeCall(gateway.withdrawCredits, (alpha, address(chainOf(alpha).token), 1, stranger))
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
        gateway.sumUp(abi.encode(alpha), abi.encode(uint256(1)));
    }

    function test_add_revertsWhenNotSocket() public {
        GatewayCounter counter = _counterOn(alpha);
        vm.expectRevert(PlugBase.NotSocket.selector);
        counter.add(1);
    }

    function _counterOn(uint32 slug) private view returns (GatewayCounter) {
        return GatewayCounter(gateway.getOnChainAddress(gateway.counter(), slug));
    }
}
