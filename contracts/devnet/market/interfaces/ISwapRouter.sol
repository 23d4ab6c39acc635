// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteEvents} from "./IRouteEvents.sol";
import {Delivery, Order} from "./MarketTypes.sol";

/// @title Interface of the router that executes a route in one transaction
/// @notice The router keeps nothing: what it takes leaves it in the same transaction, or the transaction reverts.
interface ISwapRouter is IRouteEvents {
    event DexListed(address indexed dex);
    event BridgeListed(address indexed bridge);

    /// @dev Fields of the order contradict each other, or a required field is zero.
    error InvalidOrder();
    /// @dev The order's deadline has passed.
    error DeadlinePassed(uint256 deadline);
    /// @dev The order was already executed. Each order is executed once.
    error AlreadyExecuted(bytes32 quoteId);
    error UnknownDex(address dex);
    error UnknownBridge(address bridge);
    /// @dev The attached value is less than the native input plus the message fee.
    error InsufficientValue(uint256 required, uint256 provided);
    /// @dev The route yields less than the order's minimum.
    error TooLittleOut(uint256 amountOut, uint256 minAmountOut);
    /// @dev The sender rejected the refund of excess value.
    error ValueNotTaken(address to, uint256 amount);
    /// @dev Only bridges that the router lists can deliver.
    error OnlyBridge();
    /// @dev No receiver waits for this payload: it was executed, or the route has another one or has not ended.
    error NoSuchPayload(bytes32 quoteId);
    /// @dev Only the wrapper and the bridges can send native tokens; attach value to an order instead.
    error UnexpectedValue();

    /// @notice Executes an order. Takes `inputAmount` of the input token from the sender, who must have approved it, or
    /// from the attached value if the input is native. A route with a bridge also needs {quoteMessageFee} attached.
    /// Excess value is returned to the sender.
    /// @return quoteId The order's id, see {quoteIdOf}.
    function execute(Order calldata order) external payable returns (bytes32 quoteId);

    /// @notice Delivers the tokens that a bridge has just transferred to this router. Only bridges can call it.
    function complete(bytes32 quoteId, address token, uint256 amount, Delivery calldata delivery) external;

    /// @notice Calls the receiver of a route that was completed on this chain with the payload of its order. Anyone can
    /// call it, with enough gas; if the receiver reverts, it can be tried again.
    /// @param amount Amount that the receiver was paid.
    function executePayload(
        bytes32 quoteId,
        address receiver,
        address token,
        uint256 amount,
        bytes calldata payload
    ) external;

    /// @notice Returns `keccak256(abi.encode(block.chainid, address(this), order))`, the id in all events of the order.
    function quoteIdOf(Order calldata order) external view returns (bytes32 quoteId);

    /// @notice Returns the current price of the bridge's message for an order, in wei of this chain; zero without a
    /// bridge.
    function quoteMessageFee(Order calldata order) external view returns (uint256);

    function isExecuted(bytes32 quoteId) external view returns (bool);

    /// @notice Returns whether the router is executing an order and thus rejects others.
    function isBusy() external view returns (bool);

    function isDex(address account) external view returns (bool);

    function isBridge(address account) external view returns (bool);

    /// @notice Returns the token that represents the native token inside a route.
    function wrappedNative() external view returns (address);
}
