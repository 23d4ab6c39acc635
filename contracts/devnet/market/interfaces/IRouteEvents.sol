// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Events of the market about a route
/// @notice A quote's status follows from these events alone, read from the routers and bridges of every chain:
/// - none: the route has not started, and after its deadline it never will;
/// - RouteStarted, RouteBridged, RouteArrived: in progress;
/// - RouteRefunding, RouteRefundWaiting, RouteRefundDue: failed, refund in progress;
/// - RouteCompleted or RouteRefunded: finished. Every quote that has started ends with exactly one of the two.
interface IRouteEvents {
    /// @notice Emitted by the router on the origin when it takes the input. It is the first event of a route.
    /// @param payer Account that sent the order: the user, anyone who pays for them, or the vault of a deposit.
    event RouteStarted(
        bytes32 indexed quoteId,
        address indexed user,
        address payer,
        address inputToken,
        uint256 inputAmount,
        address feeTaker,
        uint256 feeAmount
    );

    /// @notice Emitted by a bridge on the origin when it takes the value and sends a message.
    /// @param token A token of the origin.
    /// @param amount Amount that the bridge took; a refund returns all of it.
    /// @param bridgeFee Amount deducted on arrival.
    event RouteBridged(
        bytes32 indexed quoteId,
        uint32 indexed dstChainSlug,
        bytes32 msgId,
        address token,
        uint256 amount,
        uint256 bridgeFee
    );

    /// @notice Emitted by the bridge on the destination when its message arrives.
    /// @param token A token of the destination; zero if the bridge lists no such token here.
    /// @param amount Amount to deliver.
    /// @param payableAt Unix timestamp in seconds from which it is paid out; the current time for a bridge without
    /// delay.
    event RouteArrived(
        bytes32 indexed quoteId,
        uint32 indexed srcChainSlug,
        address token,
        uint256 amount,
        uint256 payableAt
    );

    /// @notice Emitted by the router where the route ends, in the transaction that pays the receiver.
    /// @param token Token that the receiver got; NATIVE for the native token.
    event RouteCompleted(bytes32 indexed quoteId, address indexed receiver, address token, uint256 amountOut);

    /// @notice Emitted by the router where the route ended, once its receiver took the payload.
    event PayloadExecuted(bytes32 indexed quoteId, address indexed receiver);

    /// @notice Emitted by the bridge on the destination when it cannot deliver, in the transaction that sends the
    /// refund message to the origin.
    /// @param reason First 256 bytes, at most, of the delivery's revert data.
    event RouteRefunding(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes32 msgId, bytes reason);

    /// @notice Emitted when the destination can neither deliver nor pay for the refund message. The value waits until
    /// someone pays for one with {IRouteBridge-claimRefund}.
    event RouteRefundWaiting(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes reason);

    /// @notice Emitted by the bridge on the origin when a refund arrives and the pool is too small. It waits until
    /// someone calls {IRouteBridge-payRefund}.
    event RouteRefundDue(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);

    /// @notice Emitted by the bridge on the origin, in the transaction that refunds the bridged amount.
    event RouteRefunded(bytes32 indexed quoteId, address indexed to, address token, uint256 amount);
}
