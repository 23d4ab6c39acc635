// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {MarketWorld} from "../../../test/fixtures/solidity/MarketWorld.sol";
import {vm} from "../../../test/fixtures/solidity/Vm.sol";

/// @dev The test runner finds target contracts only in the files that it was asked to run.
contract ConservationWorld is MarketWorld {}

contract ConservationTest {
    MarketWorld private world;

    function setUp() public {
        world = new ConservationWorld();
        vm.deal(address(world), 1e9 ether);
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(world);
    }

    function invariant_noTokenIsCreatedOrLost() public view {
        world.checkSupplies();
        world.checkPools();
    }

    function invariant_nobodyIsPaidTwiceOrLessThanPromised() public view {
        world.checkPayments();
    }

    function invariant_routersVaultsAndPressesKeepNothing() public view {
        world.checkNothingIsLeft();
    }

    function invariant_everyMessageIsTaken() public view {
        vm.assertEq(world.refusedDeliveries(), 0, "refused");
    }

    /// @dev Called by the test runner after each run: whatever happened, every route ends exactly once.
    function afterInvariant() external {
        world.finish();
        world.checkAllIsOver();
        invariant_noTokenIsCreatedOrLost();
        invariant_nobodyIsPaidTwiceOrLessThanPromised();
        invariant_routersVaultsAndPressesKeepNothing();
        invariant_everyMessageIsTaken();
    }

    /// @dev Guards against invariants that hold only because every order fails.
    function test_routesCompleteAndRefund() public {
        uint256 completions = 0;
        uint256 refunds = 0;
        for (uint256 seed = 0; seed < 5; seed++) {
            setUp();
            _play(seed, 40);
            world.finish();
            (uint256 completed, uint256 refunded) = world.ends();
            completions += completed;
            refunds += refunded;
        }
        vm.assertGe(completions, 5);
        vm.assertGe(refunds, 5);
    }

    function _play(uint256 seed, uint256 length) private {
        for (uint256 i = 0; i < length; i++) world.act(uint256(keccak256(abi.encode(seed, i))));
    }
}
