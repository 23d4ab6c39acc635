// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order} from "./MarketTypes.sol";

/// @title Interface of the factory for orders that are paid by a plain transfer
/// @notice Every order has its own address, at which only its vault can be created. Tokens sent there can only go into
/// that order or to its `refundTo`.
interface IDepositFactory {
    /// @notice Emitted when a deposit starts a route. The router's RouteStarted, with the vault as payer, is in the
    /// same transaction.
    event DepositSwept(bytes32 indexed quoteId, address indexed vault, address token, uint256 amount);

    /// @notice Emitted when tokens at a deposit address are returned. If the quote's route has not started and the
    /// token is the order's input token, this ends the quote as refunded. Otherwise, the tokens were excess.
    /// @param token Token that was paid. If the input token is native and the receiver rejected it, this is its
    /// wrapper.
    event DepositRefunded(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);

    /// @dev The order has no refund address.
    error NoRefundAddress();
    /// @dev The deposit is less than the order takes.
    error DepositTooSmall(uint256 required, uint256 deposited);
    /// @dev The deposit is sufficient for its order and can still be swept.
    error DepositUsable(bytes32 quoteId);
    /// @dev The deposit address has none of this token.
    error NothingDeposited(address token);

    /// @notice Returns the address that the order's input must be sent to. It is known before the vault exists.
    function depositAddress(Order calldata order) external view returns (address vault);

    /// @notice Executes an order with its deposit. Anyone can call it. A route with a bridge needs the message fee
    /// attached, see {ISwapRouter-quoteMessageFee}; the excess is returned to the caller. Deposited tokens above the
    /// input amount go to `refundTo`.
    function sweep(Order calldata order) external payable returns (bytes32 quoteId);

    /// @notice Returns an unusable deposit to `refundTo`: one that is too small, too late, in another token, or in
    /// excess of what its order took. Anyone can call it.
    /// @param token Token to return; NATIVE for native tokens.
    function refundDeposit(Order calldata order, address token) external returns (uint256 amount);
}
