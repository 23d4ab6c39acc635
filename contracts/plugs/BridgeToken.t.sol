// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {TwoChains} from "../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../test/fixtures/contracts/Vm.sol";
import {BridgeToken} from "./BridgeToken.sol";

contract BridgeTokenTest is TwoChains {
    uint256 private constant SUPPLY = 1e27;

    BridgeToken private here;
    BridgeToken private there;

    function setUp() public {
        here = new BridgeToken(alpha.socket, address(this), "Token", "TKN", SUPPLY);
        there = new BridgeToken(beta.socket, address(this), "Token", "TKN", 0);
        here.connect(BETA, address(there), address(alpha.switchboard));
        there.connect(ALPHA, address(here), address(beta.switchboard));
        vm.deal(address(this), 10 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_bridge_burnsHereAndMintsThere(address to, uint256 amount) public {
        vm.assume(to != address(0));
        amount %= SUPPLY + 1;
        here.bridge{value: 1 ether}(BETA, to, amount);
        vm.assertEq(here.totalSupply(), SUPPLY - amount, "supply here");
        vm.assertEq(there.totalSupply(), 0, "supply there before");
        _deliver(_collectOne());
        vm.assertEq(here.totalSupply() + there.totalSupply(), SUPPLY, "supply of both");
        vm.assertEq(there.balanceOf(to), amount, "arrived");
    }

    function testFuzz_bridge_comesBack(uint256 amount) public {
        amount %= SUPPLY + 1;
        here.bridge{value: 1 ether}(BETA, address(this), amount);
        _deliver(_collectOne());
        there.bridge{value: 1 ether}(ALPHA, address(this), amount);
        _deliver(_collectOne());
        vm.assertEq(here.balanceOf(address(this)), SUPPLY, "here");
        vm.assertEq(there.totalSupply(), 0, "supply there");
    }

    function testFuzz_bridge_burnsNothingWhenOneWeiShort(uint256 amount) public {
        uint256 fee = here.minFees(BETA, here.INBOUND_GAS(), 64);
        bytes memory input = abi.encodeCall(here.bridge, (BETA, address(this), amount % SUPPLY));
        (bool success, ) = address(here).call{value: fee - 1}(input);
        vm.assertFalse(success);
        vm.assertEq(here.totalSupply(), SUPPLY, "supply here");
        (success, ) = address(here).call{value: fee}(input);
        vm.assertTrue(success);
    }

    function test_bridge_revertsForTheZeroAddress() public {
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, address(0)));
        here.bridge{value: 1 ether}(BETA, address(0), 1);
    }

    function test_bridge_revertsWhenSenderHasLess() public {
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(this), SUPPLY, SUPPLY + 1)
        );
        here.bridge{value: 1 ether}(BETA, address(this), SUPPLY + 1);
    }
}
