// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteEvents} from "./IRouteEvents.sol";
import {Delivery, Order} from "./MarketTypes.sol";

/// @title Runs a route in one transaction
/// @notice The router keeps nothing: what it takes leaves it in the same transaction, or the transaction reverts.
interface ISwapRouter is IRouteEvents {
    event DexListed(address indexed dex);
    event BridgeListed(address indexed bridge);

    /// @dev The fields of the order contradict each other, or a field that it needs is zero.
    error InvalidOrder();
    /// @dev Now is later than the order allows.
    error DeadlinePassed(uint256 deadline);
    /// @dev Every order runs once.
    error AlreadyExecuted(bytes32 quoteId);
    error UnknownDex(address dex);
    error UnknownBridge(address bridge);
    /// @dev The input's native part, and the message fee, are more than what is attached.
    error InsufficientValue(uint256 required, uint256 provided);
    /// @dev The route ends with less than the order asks for.
    error TooLittleOut(uint256 amountOut, uint256 minAmountOut);
    /// @dev What is left of the attached value goes back to the sender, who did not take it.
    error ValueNotTaken(address to, uint256 amount);
    /// @dev Only bridges that the router knows may deliver.
    error OnlyBridge();
    /// @dev Native tokens come from the wrapper and the bridges alone; with an order they are attached.
    error UnexpectedValue();

    /// @notice Runs an order. Takes `inputAmount` of the input token from the sender, who has approved it, or from the
    /// attached value when the input is native. A route with a bridge also needs {quoteMessageFee} attached. What is
    /// left of the attached value goes back to the sender.
    /// @return quoteId The order's id, see {quoteIdOf}.
    function execute(Order calldata order) external payable returns (bytes32 quoteId);

    /// @notice Delivers what a bridge has put into this router just before. Bridges only.
    function complete(bytes32 quoteId, address token, uint256 amount, Delivery calldata delivery) external;

    /// @notice `keccak256(abi.encode(block.chainid, address(this), order))`: the id that all logs of the order carry.
    function quoteIdOf(Order calldata order) external view returns (bytes32 quoteId);

    /// @notice What the message of the order's bridge costs now, in wei of this chain; zero without a bridge.
    function quoteMessageFee(Order calldata order) external view returns (uint256);

    function isExecuted(bytes32 quoteId) external view returns (bool);

    /// @notice Whether the router is in the middle of an order, and so refuses to begin another.
    function isBusy() external view returns (bool);

    function isDex(address account) external view returns (bool);

    function isBridge(address account) external view returns (bool);

    /// @notice The token that stands for the native one inside a route.
    function wrappedNative() external view returns (address);
}
