// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {AwkwardToken} from "./AwkwardToken.sol";
import {IMintable} from "../interfaces/IMintable.sol";
import {IWrappedNative} from "../interfaces/IWrappedNative.sol";
import {MarketToken} from "./MarketToken.sol";
import {WrappedNative} from "./WrappedNative.sol";

contract TokensTest {
    address private constant STRANGER = address(0x5);
    uint256 private constant SUPPLY = 1e30;

    MarketToken private token;
    AwkwardToken private awkward;
    WrappedNative private wrapped;

    function setUp() public {
        token = new MarketToken(address(this), "Token", "TKN", 6, SUPPLY);
        awkward = new AwkwardToken(address(this), "Awkward", "AWK", 6, SUPPLY);
        wrapped = new WrappedNative("Wrapped", "W");
        vm.deal(address(this), 100 ether);
    }

    receive() external payable {}

    function test_decimals_areWhatTheDeployerChose() public view {
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(awkward.decimals(), 6);
        vm.assertEq(wrapped.decimals(), 18);
    }

    function test_mint_revertsWhenNotOwnerOrMinter() public {
        IMintable[2] memory tokens = [IMintable(token), IMintable(awkward)];
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(STRANGER);
            vm.expectRevert(IMintable.OnlyMinter.selector);
            tokens[i].mint(STRANGER, 1);
            vm.prank(STRANGER);
            vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
            tokens[i].setMinter(STRANGER, true);

            tokens[i].mint(STRANGER, 1);
            tokens[i].setMinter(STRANGER, true);
            vm.prank(STRANGER);
            tokens[i].mint(STRANGER, 1);
            tokens[i].setMinter(STRANGER, false);
            vm.prank(STRANGER);
            vm.expectRevert(IMintable.OnlyMinter.selector);
            tokens[i].mint(STRANGER, 1);
        }
        vm.assertEq(token.balanceOf(STRANGER), 2, "token");
        vm.assertEq(awkward.balanceOf(STRANGER), 2, "awkward");
        vm.assertEq(token.totalSupply(), SUPPLY + 2, "supply");
        vm.assertEq(awkward.totalSupply(), SUPPLY + 2, "awkward supply");
    }

    function test_mintEach_givesEveryAccountTheAmount() public {
        address[] memory accounts = new address[](2);
        (accounts[0], accounts[1]) = (STRANGER, address(0x6));
        IMintable[2] memory tokens = [IMintable(token), IMintable(awkward)];
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(STRANGER);
            vm.expectRevert(IMintable.OnlyMinter.selector);
            tokens[i].mintEach(accounts, 1);

            tokens[i].mintEach(accounts, 7);
        }
        for (uint256 i = 0; i < 2; i++) {
            vm.assertEq(token.balanceOf(accounts[i]), 7, "token");
            vm.assertEq(awkward.balanceOf(accounts[i]), 7, "awkward");
        }
        vm.assertEq(token.totalSupply(), SUPPLY + 14, "supply");
        vm.assertEq(awkward.totalSupply(), SUPPLY + 14, "awkward supply");
    }

    function test_depositEach_backsEveryToken() public {
        address[] memory accounts = new address[](2);
        (accounts[0], accounts[1]) = (STRANGER, address(0x6));
        vm.expectRevert(abi.encodeWithSelector(IWrappedNative.UnevenValue.selector, 3, 2));
        wrapped.depositEach{value: 3}(accounts);

        wrapped.depositEach{value: 4}(accounts);
        vm.assertEq(wrapped.balanceOf(STRANGER), 2);
        vm.assertEq(wrapped.balanceOf(address(0x6)), 2);
        vm.assertEq(wrapped.totalSupply(), 4, "supply");
        vm.assertEq(address(wrapped).balance, 4, "backed");
    }

    function test_burn_takesFromTheCaller() public {
        token.burn(5);
        awkward.burn(5);
        vm.assertEq(token.balanceOf(address(this)), SUPPLY - 5);
        vm.assertEq(awkward.balanceOf(address(this)), SUPPLY - 5);
        vm.assertEq(token.totalSupply(), SUPPLY - 5);
        vm.assertEq(awkward.totalSupply(), SUPPLY - 5);
    }

    function testFuzz_awkward_movesAmountsAndChecksBalances(uint256 amount, uint256 allowed) public {
        amount %= SUPPLY + 2;
        allowed %= SUPPLY + 2;
        awkward.approve(STRANGER, allowed);
        vm.prank(STRANGER);
        (bool success, bytes memory answer) = address(awkward).call(
            abi.encodeCall(awkward.transferFrom, (address(this), STRANGER, amount))
        );
        vm.assertTrue(success == (amount <= allowed && amount <= SUPPLY));
        if (!success) return;
        vm.assertEq(answer.length, 0, "returned bytes");
        vm.assertEq(awkward.balanceOf(STRANGER), amount, "received");
        vm.assertEq(awkward.balanceOf(address(this)), SUPPLY - amount, "left");
        vm.assertEq(awkward.allowance(address(this), STRANGER), allowed - amount, "allowed");
    }

    function test_awkward_wantsZeroBetweenTwoApprovals() public {
        awkward.approve(STRANGER, 1);
        vm.expectRevert(abi.encodeWithSelector(AwkwardToken.ApprovalNotZero.selector, STRANGER, 1));
        awkward.approve(STRANGER, 2);
        awkward.approve(STRANGER, 0);
        awkward.approve(STRANGER, 2);
        vm.assertEq(awkward.allowance(address(this), STRANGER), 2);
    }

    function test_awkward_transferToOneselfCreatesNothing() public {
        awkward.transfer(address(this), 7);
        vm.assertEq(awkward.balanceOf(address(this)), SUPPLY);
    }

    function test_awkward_transferRevertsAboveTheBalance() public {
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(AwkwardToken.InsufficientBalance.selector, STRANGER, 0, 1));
        awkward.transfer(address(this), 1);
    }

    function testFuzz_wrapped_isBackedToTheWei(uint256 amount, uint256 back, bool plain) public {
        amount %= 50 ether;
        back %= amount + 1;
        if (plain) {
            (bool success, ) = address(wrapped).call{value: amount}("");
            vm.assertTrue(success);
        } else {
            wrapped.deposit{value: amount}();
        }
        wrapped.withdraw(back);
        vm.assertEq(wrapped.balanceOf(address(this)), amount - back, "wrapped");
        vm.assertEq(address(wrapped).balance, wrapped.totalSupply(), "backing");
        vm.assertEq(address(this).balance, 100 ether - amount + back, "unwrapped");
    }

    function test_wrapped_withdrawRevertsAboveTheBalance() public {
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(this), 0, 1));
        wrapped.withdraw(1);
    }
}
