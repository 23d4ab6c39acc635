// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TwoCounters} from "../../../test/fixtures/solidity/TwoCounters.sol";
import {vm} from "../Vm.sol";

contract GatewayRunsTest is TwoCounters {
    /// @dev A batch that comes up before the one that it waits for runs later in the same round, whatever the order.
    function test_runShuffled_triesAgainWhatWaitedForAnother() public {
        for (uint256 seed = 0; seed < 8; seed++) {
            app.add(slugs, 7);
            vm.assertEq(pending().length, 2, "the second waits for the first");
            vm.assertEq(runShuffled(seed), 3, "both, and what pays the transmitter");
            vm.assertEq(pending().length, 0, "left");
        }
    }
}
