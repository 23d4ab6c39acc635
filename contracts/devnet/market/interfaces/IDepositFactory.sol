// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order} from "./MarketTypes.sol";

/// @title Orders that are paid by a plain transfer
/// @notice Every order has an address of its own, where a vault can be created and nothing else. What is sent there can
/// go two ways only: into that order, or to its `refundTo`.
interface IDepositFactory {
    /// @notice A deposit became a route: the router's RouteStarted, with the vault as payer, is in the same transaction.
    event DepositSwept(bytes32 indexed quoteId, address indexed vault, address token, uint256 amount);

    /// @notice What was sent to a deposit address went back. If the route of the quote has not started, and it was the
    /// order's input token, this ends the quote as refunded. Otherwise it was something too much.
    /// @param token What was paid with: the order's input token appears as its wrapper here when it was the native one,
    /// and the receiver refused it.
    event DepositRefunded(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);

    /// @dev Nobody would get a refund.
    error NoRefundAddress();
    /// @dev Less was deposited than the order takes.
    error DepositTooSmall(uint256 required, uint256 deposited);
    /// @dev The deposit is what its order asks for and can still be swept.
    error DepositUsable(bytes32 quoteId);
    /// @dev None of that token is at the deposit address.
    error NothingDeposited(address token);

    /// @notice Where to send the order's input. Known before anything is there.
    function depositAddress(Order calldata order) external view returns (address vault);

    /// @notice Runs an order with what was deposited for it. Anybody may call. A route with a bridge needs the message
    /// fee attached, see {ISwapRouter-quoteMessageFee}; what is left of it returns to the caller. What was deposited
    /// above the input amount goes to `refundTo`.
    function sweep(Order calldata order) external payable returns (bytes32 quoteId);

    /// @notice Sends a deposit that can't be used to `refundTo`: one that is too small, too late, of another token, or
    /// beyond what its order took. Anybody may call.
    /// @param token NATIVE for native tokens.
    function refundDeposit(Order calldata order, address token) external returns (uint256 amount);
}
