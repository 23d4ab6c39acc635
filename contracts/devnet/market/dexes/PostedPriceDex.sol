// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {IDex} from "../interfaces/IDex.sol";

/// @title Dex that sells from stock at posted prices
/// @notice A trade's size does not affect its price, but the stock is limited. Any two tokens with a price can be
/// traded. The stock is the contract's balance: transfer tokens to it to add to the stock.
contract PostedPriceDex is IDex, Ownable {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    /// @param price Price of a whole token, in 1e-18 dollars.
    struct Price {
        address token;
        uint128 price;
    }

    /// @param unit Number of smallest units in a whole token.
    struct Market {
        uint128 price;
        uint128 unit;
    }

    uint256 private constant BPS = 10_000;

    /// @notice Spread that the dex earns on a trade, in basis points.
    uint256 public immutable spreadBps;

    /// @notice Price of a token; zero if it is not traded.
    mapping(address token => Market) public markets;

    event PricePosted(address indexed token, uint256 price);

    error InvalidSpread(uint256 spreadBps);

    constructor(address owner_, uint256 spreadBps_) Ownable(owner_) {
        if (spreadBps_ >= BPS) revert InvalidSpread(spreadBps_);
        spreadBps = spreadBps_;
    }

    /// @notice Sets prices. A price of zero stops trading of a token.
    function post(Price[] calldata prices) external onlyOwner {
        for (uint256 i = 0; i < prices.length; i++) {
            address token = prices[i].token;
            markets[token] = Market(prices[i].price, (10 ** IERC20Metadata(token).decimals()).toUint128());
            emit PricePosted(token, prices[i].price);
        }
    }

    /// @inheritdoc IDex
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address to
    ) external returns (uint256 amountOut) {
        amountOut = quote(tokenIn, tokenOut, amountIn);
        if (amountOut < minAmountOut) revert PriceMoved(amountOut, minAmountOut);
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(tokenOut).safeTransfer(to, amountOut);
        emit Swapped(tokenIn, tokenOut, amountIn, amountOut, to);
    }

    /// @inheritdoc IDex
    function quote(address tokenIn, address tokenOut, uint256 amountIn) public view returns (uint256 amountOut) {
        amountOut = _convert(tokenIn, tokenOut, amountIn, BPS - spreadBps);
        uint256 stock = IERC20(tokenOut).balanceOf(address(this));
        if (amountOut > stock) revert InsufficientLiquidity(amountOut, stock);
    }

    /// @inheritdoc IDex
    function spotQuote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut) {
        return _convert(tokenIn, tokenOut, amountIn, BPS);
    }

    function _convert(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 shareBps
    ) private view returns (uint256 amountOut) {
        Market storage marketIn = markets[tokenIn];
        Market storage marketOut = markets[tokenOut];
        if (marketIn.price == 0 || marketOut.price == 0 || tokenIn == tokenOut) revert NoMarket(tokenIn, tokenOut);
        // One division, so that rounding happens only once.
        return
            Math.mulDiv(
                amountIn,
                uint256(marketIn.price) * marketOut.unit * shareBps,
                uint256(marketOut.price) * marketIn.unit * BPS
            );
    }
}
