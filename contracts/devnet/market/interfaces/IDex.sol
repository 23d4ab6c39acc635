// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Trades tokens of one chain
/// @notice Only ERC-20 tokens; the native token is traded as its wrapper.
interface IDex {
    event Swapped(
        address indexed tokenIn,
        address indexed tokenOut,
        uint256 amountIn,
        uint256 amountOut,
        address indexed to
    );

    /// @dev This dex does not trade one for the other.
    error NoMarket(address tokenIn, address tokenOut);
    /// @dev The trade would take more than the dex has.
    error InsufficientLiquidity(uint256 required, uint256 available);
    /// @dev The price is worse than the caller accepts.
    error PriceMoved(uint256 amountOut, uint256 minAmountOut);

    /// @notice What `swap` would give at this moment. Reverts when it would revert.
    function quote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut);

    /// @notice What `amountIn` would be worth at the price of an arbitrarily small trade, all fees left out: the measure
    /// of a quote's price impact.
    function spotQuote(address tokenIn, address tokenOut, uint256 amountIn) external view returns (uint256 amountOut);

    /// @notice Takes `amountIn` from the caller, who has approved it, and pays `to`.
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minAmountOut,
        address to
    ) external returns (uint256 amountOut);
}
