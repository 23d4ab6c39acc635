// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CrossChainTest} from "./CrossChainTest.sol";

/// @title Base of handlers for invariants over chains
/// @notice The runner of tests calls the handler's functions in any order: these deliver, and those that you add send.
///
///     contract TokenHandler is DeliveryHandler {
///         BridgeToken private immutable _token;
///         uint32 private immutable _beta;
///
///         constructor(CrossChainTest world_, BridgeToken token, uint32 beta) DeliveryHandler(world_) {
///             (_token, _beta) = (token, beta);
///         }
///
///         function bridge(uint256 amount) external {
///             amount %= _token.balanceOf(address(this)) + 1;
///             world.sendAs(address(this), address(_token), abi.encodeCall(_token.bridge, (_beta, address(this), amount)));
///         }
///     }
///
/// The test returns the handler from `targetContracts()`.
abstract contract DeliveryHandler {
    /// @notice The test whose messages it delivers.
    CrossChainTest public immutable world;

    constructor(CrossChainTest world_) {
        world = world_;
    }

    /// @dev Receives refunds.
    receive() external payable {}

    /// @notice Advances any pending message by one stage.
    function advance(uint256 seed) external {
        world.advanceAny(seed);
    }

    /// @notice Delivers any pending message, in any order.
    function deliver(uint256 seed) external {
        world.deliverAny(seed);
    }

    /// @notice Delivers all pending messages, in any order.
    function deliverAll(uint256 seed) external {
        world.deliverShuffled(seed);
    }
}
