// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {vm} from "../../../test/fixtures/solidity/Vm.sol";
import {MessagingWorld} from "../../../test/fixtures/solidity/MessagingWorld.sol";

/// @dev The test runner finds target contracts only in the files that it was asked to run.
contract InvariantsMessagingWorld is MessagingWorld {}

contract InvariantsTest {
    uint32 private constant ALPHA = 41_001;
    uint32 private constant BETA = 41_002;

    MessagingWorld private world;

    function setUp() public {
        world = new InvariantsMessagingWorld();
        vm.deal(address(world), 1e9 ether);
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(world);
    }

    function invariant_nothingExecutesTwice() public view {
        for (uint256 i = 0; i < world.parcelCount(); i++) {
            vm.assertLe(world.executions(i), 1);
            vm.assertEq(world.executions(i), world.isExecuted(i) ? 1 : 0, "executions");
        }
    }

    function invariant_nothingExecutesUnlessSentSealedProposedAndAttested() public view {
        vm.assertEq(world.illegalExecutions(), 0, "illegal executions");
    }

    function invariant_feesCollectedEqualFeesPaid() public view {
        uint32[2] memory slugs = [ALPHA, BETA];
        for (uint256 i = 0; i < 2; i++) {
            (uint256 held, uint256 owed) = world.feeTotals(slugs[i]);
            vm.assertEq(held, owed, "held and owed");
            vm.assertEq(held + world.withdrawn(slugs[i]), world.paid(slugs[i]), "collected and paid");
            vm.assertEq(world.logged(slugs[i]), world.paid(slugs[i]), "logged and paid");
        }
    }

    function invariant_supplyIncludingTransitIsConstant() public view {
        uint256 onTheWay = 0;
        for (uint256 i = 0; i < world.parcelCount(); i++) {
            if (world.executions(i) == 0) onTheWay += world.amounts(i);
        }
        uint256 supply = world.tokens(ALPHA).totalSupply() + world.tokens(BETA).totalSupply();
        vm.assertEq(supply + onTheWay, world.SUPPLY(), "supply");
    }

    /// @dev Guards against invariants that hold only because no message ever arrives.
    function test_messagesArrive() public {
        world.bridge(false, 5, 1 ether);
        for (uint256 i = 0; i < 4; i++) world.advance(0);
        vm.assertEq(world.executions(0), 1, "executions");
        vm.assertEq(world.tokens(BETA).totalSupply(), 5, "arrived");
        world.bridge(true, 2, 1 ether);
        for (uint256 i = 0; i < 3; i++) world.advance(1);
        world.executeAtAnyStage(1);
        vm.assertEq(world.executions(1), 0, "executed before the timeout");
        world.advance(1);
        vm.assertEq(world.executions(1), 1, "executions after the timeout");
        invariant_nothingExecutesTwice();
        invariant_feesCollectedEqualFeesPaid();
        invariant_supplyIncludingTransitIsConstant();
    }
}
