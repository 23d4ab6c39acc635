// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Represents the chain's native token wherever a token address is expected.
address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

/// @dev A route from what a user pays on this chain to what a receiver gets on this or another chain:
/// `inputToken → [originDex] → bridgedToken → [bridge] → its counterpart there → [destinationDex] → outputToken`.
/// Parts in brackets are skipped if they are the zero address. Without a bridge the route is `inputToken → [originDex]
/// → outputToken`, and every other field of the crossing must be zero. The native token is wrapped before the first
/// step and unwrapped after the last. The id of a quote is the hash of its order, see {ISwapRouter-quoteIdOf}, so
/// nobody can use up a quote's id with another order.
/// @param salt Distinguishes orders that are otherwise equal.
/// @param user Account that the order is for, used in events only; the sender of the order pays.
/// @param receiver Account that gets the output token, where the route ends.
/// @param refundTo Account on this chain that gets back what could not be delivered.
/// @param inputToken A token of this chain, or NATIVE.
/// @param inputAmount Amount of it to take, including the fee.
/// @param feeTaker Account that gets `feeAmount` of the input token first; zero for none.
/// @param originDex A dex of this chain that the router lists; zero for none.
/// @param bridgedToken Token of this chain that the bridge takes, never NATIVE; zero without a bridge.
/// @param minBridgedAmount Minimum amount that the bridge takes; below it, the transaction reverts.
/// @param bridge A bridge of this chain that the router lists; zero for a route on this chain.
/// @param dstChainSlug Destination of the bridge; zero without a bridge.
/// @param destinationDex A dex of that chain that its router lists; zero for none.
/// @param outputToken A token of the chain where the route ends, or NATIVE.
/// @param minAmountOut Minimum amount for the receiver. If the destination cannot pay it, the value is refunded.
/// @param deadline Last second at which the order can start, as a Unix timestamp.
/// @param payloadHash Hash of the payload that the receiver is called with once it is paid; zero for none.
struct Order {
    bytes32 salt;
    address user;
    address receiver;
    address refundTo;
    address inputToken;
    uint256 inputAmount;
    address feeTaker;
    uint256 feeAmount;
    address originDex;
    address bridgedToken;
    uint256 minBridgedAmount;
    address bridge;
    uint32 dstChainSlug;
    address destinationDex;
    address outputToken;
    uint256 minAmountOut;
    uint256 deadline;
    bytes32 payloadHash;
}

/// @dev The last part of a route, which its last router executes.
/// @param dex Dex that swaps what arrived into `outputToken`; zero for none.
/// @param outputToken A token of the chain where the route ends, or NATIVE.
struct Delivery {
    address receiver;
    address dex;
    address outputToken;
    uint256 minAmountOut;
    bytes32 payloadHash;
}

/// @dev Value that a router hands to a bridge.
/// @param token A token of the source chain that the bridge lists.
/// @param refundTo Account on the source chain that gets `amount` of `token` back if it cannot be delivered.
struct Shipment {
    bytes32 quoteId;
    address token;
    uint256 amount;
    uint32 dstChainSlug;
    address refundTo;
    Delivery delivery;
}
