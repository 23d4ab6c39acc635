// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OddPlug} from "../../test/fixtures/solidity/OddPlug.sol";
import {TwoChains} from "../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";

contract SendFromBalanceTest is TwoChains {
    function test_sendFromBalance_spendsABalanceOfExactlyTheMinimum() public {
        OddPlug plug = new OddPlug(alpha.socket, address(this));
        plug.connect(BETA, address(0xbeef), address(alpha.switchboard));
        vm.deal(address(plug), plug.minFees(BETA, 0, 0));
        plug.sendFromBalance(BETA);
        vm.assertEq(address(plug).balance, 0, "left");
    }
}
