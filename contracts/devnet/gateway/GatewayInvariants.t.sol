// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {GatewayLife} from "../../../test/fixtures/contracts/GatewayLife.sol";
import {vm} from "../../../test/fixtures/contracts/Vm.sol";

/// @dev The test runner finds target contracts only in the files that it was asked to run.
contract InvariantsGatewayLife is GatewayLife {}

contract GatewayInvariantsTest {
    GatewayLife private life;

    function setUp() public {
        life = new InvariantsGatewayLife();
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(life);
    }

    function invariant_depositsAreAvailableHeldSpentOrWithdrawn() public view {
        (uint256 held, uint256 spent, uint256 withdrawn) = life.totals();
        vm.assertEq(life.deposited(), life.available() + held + spent + withdrawn, "credits");
    }

    function invariant_feesPlugsHoldWhatTheyOwe() public view {
        (uint256 alphaHas, uint256 alphaFree, uint256 alphaPaid) = life.feesPlugTotals(false);
        (uint256 betaHas, uint256 betaFree, uint256 betaPaid) = life.feesPlugTotals(true);
        (, uint256 spent, uint256 withdrawn) = life.totals();
        vm.assertEq(alphaFree + betaFree, life.available(), "free");
        vm.assertLe(alphaFree, alphaHas);
        vm.assertLe(betaFree, betaHas);
        vm.assertEq(alphaHas + alphaPaid + betaHas + betaPaid, life.deposited(), "tokens");
        vm.assertLe(alphaPaid + betaPaid, spent + withdrawn);
    }

    function invariant_noRequestCostsMoreThanItsMaximum() public view {
        for (uint40 i = 0; i <= life.lastRequest(); i++) vm.assertLe(life.charged(i), life.maxFees(i));
    }

    function invariant_stepsHappenOnceByTheAuthorizedCaller() public view {
        vm.assertEq(life.violations(), 0, "violations");
        for (uint256 i = 0; i < life.payloadCount(); i++) {
            (, bool resolved, uint256 times) = life.isOver(i);
            vm.assertEq(times, resolved ? 1 : 0, "resolutions");
        }
    }

    /// @dev Guards against invariants that hold only because no request ever completes.
    function test_requestsComplete() public {
        life.deposit(false, false, 1e18);
        life.request(0, 7e14, false, false);
        for (uint256 i = 0; i < 12; i++) life.advance(i / 3);
        life.withdraw(false, false, 1e17, 3e14);
        for (uint256 i = 0; i < 18; i++) life.advance(i / 3);
        life.runTwice(false);
        (uint256 held, uint256 spent, uint256 withdrawn) = life.totals();
        vm.assertEq(held, 0, "held");
        vm.assertEq(withdrawn, 1e17, "withdrawn");
        vm.assertEq(life.settled(), 2, "settled");
        vm.assertEq(life.timeoutsRun(), 1, "timeouts");
        (, , uint256 paid) = life.feesPlugTotals(false);
        vm.assertEq(paid, spent + withdrawn, "paid");
    }
}
