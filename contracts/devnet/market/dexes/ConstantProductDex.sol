// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IDex} from "../interfaces/IDex.sol";

/// @title Dex whose price moves with every trade
/// @notice The product of a pool's two reserves never decreases, so a larger trade gets a worse price. Fees stay in the
/// pool, and all of its liquidity belongs to the owner.
contract ConstantProductDex is IDex, Ownable {
    using SafeERC20 for IERC20;

    /// @param tokenA One token of the pool, `tokenB` being the other; their order does not matter.
    struct Liquidity {
        address tokenA;
        uint256 amountA;
        address tokenB;
        uint256 amountB;
    }

    uint256 private constant BPS = 10_000;

    /// @notice Fee of a trade in basis points of its input.
    uint256 public immutable feeBps;

    /// @notice Reserve of the first token in the pool of two tokens.
    mapping(address token => mapping(address otherToken => uint256)) public reserves;

    event LiquidityAdded(address indexed tokenA, address indexed tokenB, uint256 amountA, uint256 amountB);

    error InvalidFee(uint256 feeBps);

    constructor(address owner_, uint256 feeBps_) Ownable(owner_) {
        if (feeBps_ >= BPS) revert InvalidFee(feeBps_);
        feeBps = feeBps_;
    }

    /// @notice Creates pools or adds to them, with approved tokens of the owner.
    function addLiquidity(Liquidity[] calldata parts) external onlyOwner {
        for (uint256 i = 0; i < parts.length; i++) {
            Liquidity calldata part = parts[i];
            if (part.tokenA == part.tokenB) revert NoMarket(part.tokenA, part.tokenB);
            reserves[part.tokenA][part.tokenB] += part.amountA;
            reserves[part.tokenB][part.tokenA] += part.amountB;
            IERC20(part.tokenA).safeTransferFrom(msg.sender, address(this), part.amountA);
            IERC20(part.tokenB).safeTransferFrom(msg.sender, address(this), part.amountB);
            emit LiquidityAdded(part.tokenA, part.tokenB, part.amountA, part.amountB);
        }
    }

    /// @inheritdoc IDex
    /// @dev Updates the reserves before it calls any token, so a token that reenters sees the new price.
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address to
    ) external returns (uint256 amountOut) {
        amountOut = quote(tokenIn, tokenOut, amountIn);
        if (amountOut < minAmountOut) revert PriceMoved(amountOut, minAmountOut);
        reserves[tokenIn][tokenOut] += amountIn;
        reserves[tokenOut][tokenIn] -= amountOut;
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(tokenOut).safeTransfer(to, amountOut);
        emit Swapped(tokenIn, tokenOut, amountIn, amountOut, to);
    }

    /// @inheritdoc IDex
    function quote(address tokenIn, address tokenOut, uint256 amountIn) public view returns (uint256 amountOut) {
        (uint256 reserveIn, uint256 reserveOut) = _pool(tokenIn, tokenOut);
        uint256 traded = Math.mulDiv(amountIn, BPS - feeBps, BPS);
        return Math.mulDiv(reserveOut, traded, reserveIn + traded);
    }

    /// @inheritdoc IDex
    function spotQuote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut) {
        (uint256 reserveIn, uint256 reserveOut) = _pool(tokenIn, tokenOut);
        return Math.mulDiv(amountIn, reserveOut, reserveIn);
    }

    function _pool(address tokenIn, address tokenOut) private view returns (uint256 reserveIn, uint256 reserveOut) {
        reserveIn = reserves[tokenIn][tokenOut];
        reserveOut = reserves[tokenOut][tokenIn];
        if (reserveIn == 0 || reserveOut == 0) revert NoMarket(tokenIn, tokenOut);
    }
}
