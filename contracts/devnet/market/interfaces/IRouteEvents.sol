// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What the market logs about a route
/// @notice A quote's status follows from these events alone, read from the routers and bridges of every chain:
/// - none: it has not started, and after its deadline it never will;
/// - RouteStarted, RouteBridged, RouteArrived: on its way;
/// - RouteRefunding, RouteRefundWaiting, RouteRefundDue: failed, and on its way back;
/// - RouteCompleted or RouteRefunded: over. Every quote that has started ends with exactly one of the two.
interface IRouteEvents {
    /// @notice A router took the input. Logged on the origin, first of all.
    /// @param payer Who sent the order: the user, anybody who pays for them, or the vault of a deposit.
    event RouteStarted(
        bytes32 indexed quoteId,
        address indexed user,
        address payer,
        address inputToken,
        uint256 inputAmount,
        address feeTaker,
        uint256 feeAmount
    );

    /// @notice A bridge of the origin took the value and sent a message. Logged by the bridge.
    /// @param token Of the origin.
    /// @param amount What the bridge took; a refund gives back all of it.
    /// @param bridgeFee How much less of it arrives.
    event RouteBridged(
        bytes32 indexed quoteId,
        uint32 indexed dstChainSlug,
        bytes32 msgId,
        address token,
        uint256 amount,
        uint256 bridgeFee
    );

    /// @notice The message of a bridge arrived at its destination. Logged by the bridge there.
    /// @param token Of the destination; zero when the bridge has no such token here.
    /// @param amount What is there to be delivered.
    /// @param payableAt Unix seconds from which it is paid out; now, for a bridge without delay.
    event RouteArrived(
        bytes32 indexed quoteId,
        uint32 indexed srcChainSlug,
        address token,
        uint256 amount,
        uint256 payableAt
    );

    /// @notice The receiver was paid. Logged by the router where the route ends, in the transaction that pays.
    /// @param token What the receiver got, NATIVE for the native token.
    event RouteCompleted(bytes32 indexed quoteId, address indexed receiver, address token, uint256 amountOut);

    /// @notice The destination could not deliver, and a message to the origin will refund. Logged by the bridge of the
    /// destination, in the transaction that sends the message.
    /// @param reason Revert data of the delivery, at most its first 256 bytes.
    event RouteRefunding(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes32 msgId, bytes reason);

    /// @notice The destination could not deliver, and can't pay for a message back either. The value waits until
    /// somebody pays for one with {IRouteBridge-claimRefund}.
    event RouteRefundWaiting(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes reason);

    /// @notice A refund came back to a pool that is too small at the moment. It waits until somebody calls
    /// {IRouteBridge-payRefund}. Logged by the bridge of the origin.
    event RouteRefundDue(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);

    /// @notice What had been bridged was paid back. Logged by the bridge of the origin, in the transaction that pays.
    event RouteRefunded(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);
}
