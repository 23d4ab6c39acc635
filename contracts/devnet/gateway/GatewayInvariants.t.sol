// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {GatewayLife} from "../../../test/fixtures/solidity/GatewayLife.sol";
import {vm} from "../../../test/fixtures/solidity/Vm.sol";

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

    function invariant_blockedCreditsAreHeld() public view {
        (uint256 held, , ) = life.totals();
        vm.assertEq(life.blocked(), held, "blocked");
    }

    function invariant_feesPlugsHoldWhatTheyOwe() public view {
        (, uint256 sumFree, , uint256 nativePaid) = life.nativeTotals();
        (, uint256 spent, uint256 withdrawn) = life.totals();
        uint256 sumPaid = nativePaid;
        for (uint256 i = 0; i < 4; i++) {
            (uint256 has, uint256 free, uint256 paid, uint256 got) = life.feesPlugTotals(i % 2 == 1, i > 1);
            vm.assertLe(free, has);
            vm.assertEq(has + paid, got, "tokens");
            (sumFree, sumPaid) = (sumFree + free, sumPaid + paid);
        }
        vm.assertEq(sumFree, life.available(), "free");
        vm.assertLe(sumPaid, spent + withdrawn);
    }

    function invariant_wrappedCreditsAreBackedByNativeCurrency() public view {
        (uint256 has, uint256 free, uint256 owed, uint256 paid) = life.nativeTotals();
        vm.assertLe(free, owed);
        vm.assertLe(owed, has);
        vm.assertEq(has + paid, life.RESERVE() + life.wrapped(), "native currency");
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
        life.deposit(false, 0, 1e18);
        life.request(0, 7e14, false, false);
        for (uint256 i = 0; i < 12; i++) life.advance(i / 3);
        life.withdraw(0, false, false, 1e17, 3e14);
        for (uint256 i = 0; i < 18; i++) life.advance(i / 3);
        life.runTwice(false);
        (uint256 held, uint256 spent, uint256 withdrawn) = life.totals();
        vm.assertEq(held, 0, "held");
        vm.assertEq(withdrawn, 1e17, "withdrawn");
        vm.assertEq(life.settled(), 2, "settled");
        vm.assertEq(life.timeoutsRun(), 1, "timeouts");
        (, , uint256 paid, ) = life.feesPlugTotals(false, false);
        vm.assertEq(paid, spent + withdrawn, "paid");
    }

    /// @dev Guards against invariants that hold only because no request ever reverts.
    function test_requestsRevertAndGoOn() public {
        life.deposit(false, 0, 1e18);
        life.request(0, 7e14, false, false);
        for (uint256 i = 0; i < 2; i++) life.advance(0);
        life.mark(0, true);
        (uint256 held, , ) = life.totals();
        vm.assertEq(life.marks(), 1, "marks");
        vm.assertEq(held, 0, "held");
        for (uint256 i = 2; i < 12; i++) life.advance(i / 3);
        vm.assertEq(life.settled(), 1, "settled");
    }

    /// @dev Guards against invariants that hold only because nobody ever wraps, approves or withdraws coins.
    function test_creditsMove() public {
        life.wrap(2, 3e18);
        life.approve(false, true, 0x101);
        life.collect(false, 1e18);
        life.unwrap(0, 1e17);
        life.depositCoin(true, 1, 2_000_000);
        life.withdraw(1, true, true, 5e17, 3e14);
        for (uint256 i = 0; i < 6; i++) life.advance(i / 3);
        vm.assertEq(life.approvals(), 1, "approvals");
        (, , uint256 owed, uint256 nativePaid) = life.nativeTotals();
        vm.assertEq(nativePaid, 1e17, "unwrapped");
        vm.assertEq(owed, 29e17, "still wrapped");
        (, , uint256 paid, ) = life.feesPlugTotals(true, true);
        (, uint256 spent, ) = life.totals();
        vm.assertTrue(spent > 0 && paid >= 5e17);
        vm.assertEq(life.violations(), 0, "violations");
    }
}
