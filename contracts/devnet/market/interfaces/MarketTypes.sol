// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Stands for the chain's native token wherever a token's address is asked for.
address constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

/// @dev One route, from what a user pays on this chain to what a receiver gets on this or another chain:
/// `inputToken → [originDex] → bridgedToken → [bridge] → its counterpart there → [destinationDex] → outputToken`.
/// A part in brackets that is the zero address is left out. Without a bridge the route is
/// `inputToken → [originDex] → outputToken`, and every other field of the way across must be zero. The native token is
/// wrapped before the first step and unwrapped after the last. The id of a quote is the hash of its order, see
/// {ISwapRouter-quoteIdOf}, so nobody can use up a quote's id with another order.
/// @param salt Tells apart orders that are alike in everything else.
/// @param user Whom the order is for, for the logs; whoever sends it pays.
/// @param receiver Gets the output token, where the route ends.
/// @param refundTo Gets back what could not be delivered, on this chain.
/// @param inputToken A token of this chain, or NATIVE.
/// @param inputAmount What is taken of it, the fee included.
/// @param feeTaker Gets `feeAmount` of the input token before anything else happens; zero for none.
/// @param originDex A dex of this chain that the router knows; zero for none.
/// @param bridgedToken What is handed to the bridge: a token of this chain, never NATIVE; zero without a bridge.
/// @param minBridgedAmount What is handed to the bridge at least, or the transaction reverts.
/// @param bridge A bridge of this chain that the router knows; zero for a route on this chain alone.
/// @param dstChainSlug Where the bridge goes to; zero without a bridge.
/// @param destinationDex A dex of that chain that its router knows; zero for none.
/// @param outputToken A token of the chain where the route ends, or NATIVE.
/// @param minAmountOut What the receiver gets at least. If a bridge's destination can't give it, the value goes back.
/// @param deadline Unix seconds; the order can't start after it.
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
}

/// @dev The end of a route, as its last router gets it.
/// @param dex Swaps what arrived into `outputToken`; zero for none.
/// @param outputToken A token of the chain where the route ends, or NATIVE.
struct Delivery {
    address receiver;
    address dex;
    address outputToken;
    uint256 minAmountOut;
}

/// @dev What a router hands to a bridge.
/// @param token A token of the source chain that the bridge lists.
/// @param refundTo Gets `amount` of `token` back, on the source chain, if it can't be delivered.
struct Shipment {
    bytes32 quoteId;
    address token;
    uint256 amount;
    uint32 dstChainSlug;
    address refundTo;
    Delivery delivery;
}
