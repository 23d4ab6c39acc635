// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteEvents} from "./IRouteEvents.sol";
import {Shipment} from "./MarketTypes.sol";

/// @title Carries the value of routes to another chain, and back when it can't be delivered there
/// @notice Nothing is lost on the way. If a delivery fails, for whatever reason, a message goes back and the origin
/// refunds all that it took. The fee is earned only by a delivery.
interface IRouteBridge is IRouteEvents {
    event TokenListed(bytes32 indexed asset, address indexed token);

    /// @dev Only this chain's router may send.
    error OnlyRouter();
    /// @dev A step that the bridge takes apart, to be able to undo it.
    error OnlySelf();
    /// @dev The bridge does not carry that token.
    error UnknownToken(address token);
    /// @dev A token that the sibling lists and this bridge does not.
    error UnknownAsset(bytes32 asset);
    /// @dev No value of that quote waits here.
    error NothingWaits(bytes32 quoteId);
    /// @dev The call has less gas than a delivery gets, so it would fail where a fair try might not.
    error NotEnoughGas(uint256 required);
    /// @dev The router is in the middle of another order. Nothing is wrong with this one.
    error RouterBusy();
    /// @dev The pool has less than is to be paid.
    error PoolTooSmall(uint256 required, uint256 available);

    /// @notice Takes a shipment from the router, which has approved it, and sends its message for the attached value.
    /// @return msgId The id of the message, by which its journey can be followed.
    function send(Shipment calldata shipment) external payable returns (bytes32 msgId);

    /// @notice Tries again to send back what waits here after a RouteRefundWaiting. Anybody may pay the fee, see
    /// {messageFee}; what is attached above it is returned.
    function claimRefund(bytes32 quoteId) external payable returns (bytes32 msgId);

    /// @notice Pays what waits here after a RouteRefundDue. Anybody may call.
    function payRefund(bytes32 quoteId) external;

    /// @notice What is left of `amount` on the destination, after this bridge's fee.
    function quote(address token, uint256 amount) external view returns (uint256 amountOut);

    /// @notice How much of a token this bridge can pay out on this chain at the moment.
    function available(address token) external view returns (uint256);

    /// @notice What `send` costs now, in wei. The same for every shipment to that chain.
    function messageFee(uint32 dstChainSlug) external view returns (uint256);

    /// @notice What a message of {claimRefund} costs now, in wei.
    function refundMessageFee(uint32 srcChainSlug) external view returns (uint256);

    /// @notice Hundredths of a percent that a delivery costs.
    function feeBps() external view returns (uint256);

    /// @notice Seconds between arrival and payment.
    function delay() external view returns (uint256);

    /// @notice The name that a token has in messages, the same on all chains; zero when it is not listed.
    function assetOf(address token) external view returns (bytes32 asset);

    /// @notice This chain's token of that name; zero when there is none.
    function tokenOf(bytes32 asset) external view returns (address token);
}
