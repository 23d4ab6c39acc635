// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {Stage} from "../testing/messaging/TestMessage.sol";
import {vm} from "../testing/Vm.sol";
import {Counter} from "./Counter.sol";

contract CounterTest is CrossChainTest {
    Counter private here;
    Counter private there;
    uint32 private beta;

    function setUp() public {
        here = new Counter(addChain("alpha").socket, address(this));
        there = new Counter(addChain("beta").socket, address(this));
        beta = slugOf(address(there));
        connect(address(here), address(there));
    }

    function testFuzz_add_increasesTheSiblingsCounter(uint128 first, uint128 second) public {
        send(address(here), abi.encodeCall(here.add, (beta, first)));
        deliver();
        vm.assertEq(there.counter(), first, "there");
        send(address(here), abi.encodeCall(here.add, (beta, second)));
        deliver();
        vm.assertEq(there.counter(), uint256(first) + second, "there");
        vm.assertEq(here.counter(), 0, "here");
    }

    function test_add_isLoggedWithTheNewSum() public {
        send(address(here), abi.encodeCall(here.add, (beta, 5)));
        deliver();
        send(address(here), abi.encodeCall(here.add, (beta, 7)));
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(there));
        emit Counter.Added(slugOf(address(here)), 7, 12);
        vm.assertEq(deliver(), 1, "delivered");
    }

    /// @dev Messages of one transaction are independent: the sum does not depend on the order of arrival.
    function testFuzz_addMany_arrivesInAnyOrder(uint64[3] calldata amounts, uint256 seed) public {
        uint256[] memory list = new uint256[](3);
        uint256 sum = 0;
        for (uint256 i = 0; i < 3; i++) sum += list[i] = amounts[i];

        send(address(here), abi.encodeCall(here.addMany, (beta, list)));
        vm.assertEq(deliverShuffled(seed), 3, "delivered");
        vm.assertEq(there.counter(), sum, "there");
    }
}
