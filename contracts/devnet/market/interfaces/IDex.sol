// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of dexes, which trade tokens of one chain
/// @notice Trades ERC-20 tokens only; the native token is traded as its wrapper.
interface IDex {
    event Swapped(
        address indexed tokenIn,
        address indexed tokenOut,
        uint256 amountIn,
        uint256 amountOut,
        address indexed to
    );

    /// @dev This dex does not trade this pair of tokens.
    error NoMarket(address tokenIn, address tokenOut);
    /// @dev The trade needs more than the dex has.
    error InsufficientLiquidity(uint256 required, uint256 available);
    /// @dev The price is worse than the caller's minimum.
    error PriceMoved(uint256 amountOut, uint256 minAmountOut);

    /// @notice Returns what `swap` would pay now. Reverts if it would revert.
    function quote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut);

    /// @notice Returns the value of `amountIn` at the marginal price, without fees: the reference for a quote's price
    /// impact.
    function spotQuote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut);

    /// @notice Takes `amountIn` from the caller, who must have approved it, and pays `to`.
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address to
    ) external returns (uint256 amountOut);
}
