// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteEvents} from "./IRouteEvents.sol";
import {Shipment} from "./MarketTypes.sol";

/// @title Interface of bridges, which carry the value of routes to another chain
/// @notice No value is lost. If a delivery fails for any reason, a message goes back and the origin refunds everything
/// that it took. The bridge earns its fee only for a delivery.
interface IRouteBridge is IRouteEvents {
    event TokenListed(bytes32 indexed asset, address indexed token);

    /// @dev Only this chain's router can send.
    error OnlyRouter();
    /// @dev Only the bridge itself can call this step, which it isolates so that it can be reverted.
    error OnlySelf();
    /// @dev The bridge does not carry this token.
    error UnknownToken(address token);
    /// @dev The sibling lists this asset, but this bridge does not.
    error UnknownAsset(bytes32 asset);
    /// @dev No value of this quote waits here.
    error NothingWaits(bytes32 quoteId);
    /// @dev The call has less gas than a delivery needs. Retry it with more gas.
    error NotEnoughGas(uint256 required);
    /// @dev The router is executing another order. Retry this one later.
    error RouterBusy();
    /// @dev The pool has less than the amount to pay.
    error PoolTooSmall(uint256 required, uint256 available);

    /// @notice Takes a shipment from the router, which must have approved it, and sends its message for the attached
    /// value.
    /// @return msgId Id of the message, with which it can be tracked.
    function send(Shipment calldata shipment) external payable returns (bytes32 msgId);

    /// @notice Retries the return of value that waits here after a RouteRefundWaiting. Anyone can pay the fee, see
    /// {messageFee}; excess value is returned.
    function claimRefund(bytes32 quoteId) external payable returns (bytes32 msgId);

    /// @notice Pays a refund that waits here after a RouteRefundDue. Anyone can call it.
    function payRefund(bytes32 quoteId) external;

    /// @notice Returns what remains of `amount` on the destination after this bridge's fee.
    function quote(address token, uint256 amount) external view returns (uint256 amountOut);

    /// @notice Returns how much of a token this bridge can currently pay out on this chain.
    function available(address token) external view returns (uint256);

    /// @notice Returns the current price of `send`, in wei. It is the same for every shipment to a chain.
    function messageFee(uint32 dstChainSlug) external view returns (uint256);

    /// @notice Returns the current price of the message that {claimRefund} sends, in wei.
    function refundMessageFee(uint32 srcChainSlug) external view returns (uint256);

    /// @notice Fee of a delivery, in basis points.
    function feeBps() external view returns (uint256);

    /// @notice Seconds between arrival and payment.
    function delay() external view returns (uint256);

    /// @notice Name of a token in messages, the same on all chains; zero if it is not listed.
    function assetOf(address token) external view returns (bytes32 asset);

    /// @notice This chain's token with that name; zero if there is none.
    function tokenOf(bytes32 asset) external view returns (address token);
}
