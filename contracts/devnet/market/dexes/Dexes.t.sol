// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {AwkwardToken} from "../tokens/AwkwardToken.sol";
import {ConstantProductDex} from "./ConstantProductDex.sol";
import {IDex} from "../interfaces/IDex.sol";
import {MarketToken} from "../tokens/MarketToken.sol";
import {PostedPriceDex} from "./PostedPriceDex.sol";

contract DexesTest {
    address private constant STRANGER = address(0x5);
    address private constant TO = address(0xcafe);

    MarketToken private gold;
    AwkwardToken private tin;
    ConstantProductDex private curve;
    PostedPriceDex private posted;

    function setUp() public {
        gold = new MarketToken(address(this), "Gold", "AU", 18, 1e30);
        tin = new AwkwardToken(address(this), "Tin", "SN", 6, 1e30);
        curve = new ConstantProductDex(address(this), 30);
        posted = new PostedPriceDex(address(this), 100);
        gold.approve(address(curve), type(uint256).max);
        tin.approve(address(curve), type(uint256).max);
        gold.approve(address(posted), type(uint256).max);
        tin.approve(address(posted), type(uint256).max);
        curve.addLiquidity(_liquidity(1_000e18, 2_000e6));
        posted.post(_prices(2e18, 1e18));
        gold.transfer(address(posted), 1_000e18);
        tin.transfer(address(posted), 1_000e6);
    }

    function test_curve_quotesByTheProductOfReserves() public view {
        // 100 gold, minus the fee of 0.3 %, into reserves of 1000 gold and 2000 tin.
        vm.assertEq(curve.quote(address(gold), address(tin), 100e18), 181_322178);
        vm.assertEq(curve.spotQuote(address(gold), address(tin), 100e18), 200e6);
    }

    function testFuzz_curve_swapPaysTheQuoteAndNeverLosesValue(uint256 amount, bool isGold) public {
        (address from, address to) = isGold ? (address(gold), address(tin)) : (address(tin), address(gold));
        amount %= 1e30;
        amount = amount > 1e27 ? amount % 1e27 : amount;
        uint256 product = curve.reserves(from, to) * curve.reserves(to, from);
        uint256 quoted = curve.quote(from, to, amount);
        vm.assertLe(quoted, curve.spotQuote(from, to, amount));
        vm.assertEq(curve.swap(from, to, amount, quoted, TO), quoted, "paid");
        vm.assertGe(curve.reserves(from, to) * curve.reserves(to, from), product);
        vm.assertEq(gold.balanceOf(address(curve)), curve.reserves(address(gold), address(tin)), "gold");
        vm.assertEq(tin.balanceOf(address(curve)), curve.reserves(address(tin), address(gold)), "tin");
        vm.assertEq(isGold ? tin.balanceOf(TO) : gold.balanceOf(TO), quoted, "received");
    }

    function testFuzz_curve_thereAndBackGainsNothing(uint256 amount) public {
        amount %= 1e24;
        uint256 bought = curve.swap(address(gold), address(tin), amount, 0, address(this));
        uint256 back = curve.swap(address(tin), address(gold), bought, 0, address(this));
        vm.assertLe(back, amount);
    }

    function test_curve_largerTradesGetAWorsePrice() public view {
        uint256 small = curve.quote(address(gold), address(tin), 1e18);
        vm.assertLe(curve.quote(address(gold), address(tin), 100e18), small * 100 - 1);
    }

    function testFuzz_postedPrice_paysThePostedPriceLessTheSpread(
        uint256 amount,
        uint128 goldPrice,
        uint128 tinPrice
    ) public {
        vm.assume(goldPrice > 0 && tinPrice > 0);
        amount %= 1e24;
        posted.post(_prices(goldPrice, tinPrice));
        uint256 worth = Math.mulDiv(amount * goldPrice, 9_900, 10_000);
        uint256 expected = worth / (uint256(tinPrice) * 1e12);
        if (expected > 1_000e6) {
            vm.expectRevert(abi.encodeWithSelector(IDex.InsufficientLiquidity.selector, expected, 1_000e6));
            posted.quote(address(gold), address(tin), amount);
            return;
        }
        vm.assertEq(posted.quote(address(gold), address(tin), amount), expected, "quoted");
        posted.swap(address(gold), address(tin), amount, expected, TO);
        vm.assertEq(tin.balanceOf(TO), expected, "received");
    }

    function test_postedPrice_priceDoesNotMoveUntilTheStockRunsOut() public {
        uint256 first = posted.swap(address(gold), address(tin), 500e18, 0, TO);
        vm.assertEq(first, 990e6, "first");
        vm.assertEq(posted.quote(address(gold), address(tin), 5e18), 9_900000, "then");
        vm.expectRevert(abi.encodeWithSelector(IDex.InsufficientLiquidity.selector, 11_880000, 10e6));
        posted.swap(address(gold), address(tin), 6e18, 0, TO);
        vm.assertEq(posted.spotQuote(address(gold), address(tin), 6e18), 12e6, "without spread and stock");
    }

    function test_swap_revertsBelowTheMinimum() public {
        IDex[2] memory dexes = [IDex(curve), IDex(posted)];
        for (uint256 i = 0; i < 2; i++) {
            uint256 quoted = dexes[i].quote(address(gold), address(tin), 1e18);
            vm.expectRevert(abi.encodeWithSelector(IDex.PriceMoved.selector, quoted, quoted + 1));
            dexes[i].swap(address(gold), address(tin), 1e18, quoted + 1, TO);
        }
    }

    function test_quote_revertsForTokensThatAreNotTraded() public {
        MarketToken other = new MarketToken(address(this), "Lead", "PB", 2, 1e6);
        IDex[2] memory dexes = [IDex(curve), IDex(posted)];
        for (uint256 i = 0; i < 2; i++) {
            _expectNoMarket(dexes[i], address(gold), address(other));
            _expectNoMarket(dexes[i], address(other), address(gold));
            _expectNoMarket(dexes[i], address(gold), address(gold));
        }
        posted.post(_prices(0, 1));
        _expectNoMarket(posted, address(gold), address(tin));
    }

    function test_onlyTheOwnerSetsPricesAndAddsLiquidity() public {
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        posted.post(_prices(1, 1));
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        curve.addLiquidity(_liquidity(1, 1));
    }

    function test_addLiquidity_refusesAPoolOfOneToken() public {
        ConstantProductDex.Liquidity[] memory parts = _liquidity(1, 1);
        parts[0].tokenB = parts[0].tokenA;
        vm.expectRevert(abi.encodeWithSelector(IDex.NoMarket.selector, address(gold), address(gold)));
        curve.addLiquidity(parts);
    }

    function test_constructor_refusesToTakeEverything() public {
        vm.expectRevert(abi.encodeWithSelector(ConstantProductDex.InvalidFee.selector, 10_000));
        new ConstantProductDex(address(this), 10_000);
        vm.expectRevert(abi.encodeWithSelector(PostedPriceDex.InvalidSpread.selector, 10_000));
        new PostedPriceDex(address(this), 10_000);
    }

    function _expectNoMarket(IDex dex, address from, address to) private {
        vm.expectRevert(abi.encodeWithSelector(IDex.NoMarket.selector, from, to));
        dex.quote(from, to, 1e6);
    }

    function _liquidity(
        uint256 ofGold,
        uint256 ofTin
    ) private view returns (ConstantProductDex.Liquidity[] memory parts) {
        parts = new ConstantProductDex.Liquidity[](1);
        parts[0] = ConstantProductDex.Liquidity(address(gold), ofGold, address(tin), ofTin);
    }

    function _prices(uint128 ofGold, uint128 ofTin) private view returns (PostedPriceDex.Price[] memory prices) {
        prices = new PostedPriceDex.Price[](2);
        prices[0] = PostedPriceDex.Price(address(gold), ofGold);
        prices[1] = PostedPriceDex.Price(address(tin), ofTin);
    }
}
