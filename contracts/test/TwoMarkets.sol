// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AwkwardToken} from "../devnet/market/AwkwardToken.sol";
import {ConstantProductDex} from "../devnet/market/ConstantProductDex.sol";
import {DepositFactory} from "../devnet/market/DepositFactory.sol";
import {Assets} from "../devnet/market/Assets.sol";
import {Order} from "../devnet/market/interfaces/MarketTypes.sol";
import {LiquidityBridge} from "../devnet/market/LiquidityBridge.sol";
import {MarketToken} from "../devnet/market/MarketToken.sol";
import {MintBridge} from "../devnet/market/MintBridge.sol";
import {PostedPriceDex} from "../devnet/market/PostedPriceDex.sol";
import {SwapRouter} from "../devnet/market/SwapRouter.sol";
import {WrappedNative} from "../devnet/market/WrappedNative.sol";
import {TwoChains} from "./TwoChains.sol";
import {vm} from "./Vm.sol";

/// @title Two chains with a market each
/// @notice This contract owns everything and has a share of every token.
abstract contract TwoMarkets is TwoChains {
    struct Market {
        MarketToken usdc;
        AwkwardToken usdt;
        WrappedNative weth;
        ConstantProductDex curve;
        PostedPriceDex desk;
        SwapRouter router;
        LiquidityBridge pool;
        MintBridge press;
        DepositFactory deposits;
    }

    uint256 internal constant CURVE_FEE = 30;
    uint256 internal constant DESK_SPREAD = 80;
    uint256 internal constant POOL_FEE = 20;
    uint256 internal constant PRESS_FEE = 5;
    uint32 internal constant DELAY = 60;

    uint256 internal constant SUPPLY = 1e15;
    uint256 internal constant WRAPPED = 2_000 ether;
    address internal constant FEE_TAKER = address(0xfee);

    Market internal here;
    Market internal there;

    constructor() {
        vm.deal(address(this), 100_000 ether);
        here = _openMarket(alpha);
        there = _openMarket(beta);
        _connectMarkets(alpha, here, BETA, there);
        _connectMarkets(beta, there, ALPHA, here);
        vm.getRecordedLogs();
    }

    /// @dev From USDC to WETH on one chain, for this contract.
    function _order(Market storage market) internal view returns (Order memory order) {
        order.user = address(this);
        order.receiver = address(0xcafe);
        order.refundTo = address(0xbacc);
        order.inputToken = address(market.usdc);
        order.inputAmount = 1_000e6;
        order.originDex = address(market.curve);
        order.outputToken = address(market.weth);
        order.deadline = block.timestamp + 10 minutes;
    }

    /// @dev USDC from one chain to the other, over the pools.
    function _crossing() internal view returns (Order memory order) {
        order = _order(here);
        order.originDex = address(0);
        order.bridge = address(here.pool);
        order.bridgedToken = address(here.usdc);
        order.dstChainSlug = BETA;
        order.outputToken = address(there.usdc);
    }

    /// @dev The same over the press.
    function _slowCrossing() internal view returns (Order memory order) {
        order = _crossing();
        order.bridge = address(here.press);
    }

    function _start(Order memory order) internal returns (bytes32 quoteId) {
        return here.router.execute{value: 1 ether}(order);
    }

    function _assertNothingLeftIn(Market storage market, address account) internal view {
        vm.assertEq(market.usdc.balanceOf(account), 0, "usdc left");
        vm.assertEq(market.usdt.balanceOf(account), 0, "usdt left");
        vm.assertEq(market.weth.balanceOf(account), 0, "weth left");
        vm.assertEq(account.balance, 0, "ether left");
    }

    function _openMarket(Chain storage chain) private returns (Market memory market) {
        market.usdc = new MarketToken(address(this), "USD Coin", "USDC", 6, SUPPLY);
        market.usdt = new AwkwardToken(address(this), "Tether", "USDT", 6, SUPPLY);
        market.weth = new WrappedNative("Wrapped Ether", "WETH");
        market.weth.deposit{value: WRAPPED}();
        market.curve = new ConstantProductDex(address(this), CURVE_FEE);
        market.desk = new PostedPriceDex(address(this), DESK_SPREAD);
        market.router = new SwapRouter(address(this), market.weth);
        market.deposits = new DepositFactory(market.router);
        Assets.Listing[] memory listings = _listings(market);
        market.pool = new LiquidityBridge{value: 10 ether}(
            chain.socket,
            address(this),
            market.router,
            POOL_FEE,
            listings
        );
        // The wrapper can't be minted: every token of it is backed.
        assembly ("memory-safe") {
            mstore(listings, 2)
        }
        market.press = new MintBridge{value: 10 ether}(
            chain.socket,
            address(this),
            market.router,
            PRESS_FEE,
            listings,
            DELAY
        );
        market.usdc.setMinter(address(market.press), true);
        market.usdt.setMinter(address(market.press), true);
        _seed(market);
        _list(market);
    }

    function _seed(Market memory market) private {
        market.usdc.approve(address(market.router), type(uint256).max);
        market.usdt.approve(address(market.router), type(uint256).max);
        market.weth.approve(address(market.router), type(uint256).max);

        ConstantProductDex.Liquidity[] memory parts = new ConstantProductDex.Liquidity[](2);
        parts[0] = ConstantProductDex.Liquidity(address(market.usdc), 1_000_000e6, address(market.weth), 400 ether);
        parts[1] = ConstantProductDex.Liquidity(address(market.usdc), 1_000_000e6, address(market.usdt), 1_000_000e6);
        market.usdc.approve(address(market.curve), type(uint256).max);
        market.usdt.approve(address(market.curve), type(uint256).max);
        market.weth.approve(address(market.curve), type(uint256).max);
        market.curve.addLiquidity(parts);

        PostedPriceDex.Price[] memory prices = new PostedPriceDex.Price[](3);
        prices[0] = PostedPriceDex.Price(address(market.usdc), 1e18);
        prices[1] = PostedPriceDex.Price(address(market.usdt), 1e18);
        prices[2] = PostedPriceDex.Price(address(market.weth), 2_500e18);
        market.desk.post(prices);

        address[2] memory stocks = [address(market.desk), address(market.pool)];
        for (uint256 i = 0; i < stocks.length; i++) {
            market.usdc.transfer(stocks[i], 500_000e6);
            market.usdt.transfer(stocks[i], 500_000e6);
            market.weth.transfer(stocks[i], 200 ether);
        }
    }

    function _list(Market memory market) private {
        address[] memory dexes = new address[](2);
        dexes[0] = address(market.curve);
        dexes[1] = address(market.desk);
        address[] memory bridges = new address[](2);
        bridges[0] = address(market.pool);
        bridges[1] = address(market.press);
        market.router.list(dexes, bridges);
    }

    function _listings(Market memory market) private pure returns (Assets.Listing[] memory listings) {
        listings = new Assets.Listing[](3);
        listings[0] = Assets.Listing("USDC", address(market.usdc));
        listings[1] = Assets.Listing("USDT", address(market.usdt));
        listings[2] = Assets.Listing("WETH", address(market.weth));
    }

    function _connectMarkets(
        Chain storage chain,
        Market storage market,
        uint32 siblingSlug,
        Market storage sibling
    ) private {
        market.pool.connect(siblingSlug, address(sibling.pool), address(chain.switchboard));
        market.press.connect(siblingSlug, address(sibling.press), address(chain.switchboard));
    }
}
