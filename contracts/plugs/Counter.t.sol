// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TwoChains} from "../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../test/fixtures/contracts/Vm.sol";
import {Counter} from "./Counter.sol";

contract CounterTest is TwoChains {
    Counter private here;
    Counter private there;

    function setUp() public {
        here = new Counter(alpha.socket, address(this));
        there = new Counter(beta.socket, address(this));
        here.connect(BETA, address(there), address(alpha.switchboard));
        there.connect(ALPHA, address(here), address(beta.switchboard));
        vm.deal(address(this), 1 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_add_increasesTheSiblingsCounter(uint128 first, uint128 second) public {
        here.add{value: 0.01 ether}(BETA, first);
        _deliver(_collectOne());
        vm.assertEq(there.counter(), first, "there");
        here.add{value: 0.01 ether}(BETA, second);
        _deliver(_collectOne());
        vm.assertEq(there.counter(), uint256(first) + second, "there");
        vm.assertEq(here.counter(), 0, "here");
    }

    /// @dev Messages of one transaction are independent: the sum does not depend on the order of arrival.
    function testFuzz_addMany_arrivesInAnyOrder(uint64[3] calldata amounts, uint8 rotation) public {
        uint256[] memory list = new uint256[](3);
        uint256 sum = 0;
        for (uint256 i = 0; i < 3; i++) sum += list[i] = amounts[i];

        here.addMany{value: 0.01 ether}(BETA, list);
        Parcel[] memory parcels = _collect();
        for (uint256 i = 0; i < 3; i++) _sealProposeAttest(parcels[i]);
        for (uint256 i = 0; i < 3; i++) _execute(parcels[(i + rotation) % 3]);
        vm.assertEq(there.counter(), sum, "there");
    }
}
