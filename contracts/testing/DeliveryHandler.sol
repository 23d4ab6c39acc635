// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CrossChainTest} from "./CrossChainTest.sol";

/// @title Base of handlers for invariants over chains
/// @notice The runner of tests calls the handler's functions in any order: these deliver, and the ones that you add send.
abstract contract DeliveryHandler {
    /// @notice The test whose messages it delivers.
    CrossChainTest public immutable test;

    constructor(CrossChainTest test_) {
        test = test_;
    }

    /// @notice Advances any pending message by one stage.
    function advance(uint256 seed) external {
        test.advanceAny(seed);
    }

    /// @notice Delivers any pending message, in any order.
    function deliver(uint256 seed) external {
        test.deliverAny(seed);
    }

    /// @notice Delivers all pending messages, in any order.
    function deliverAll(uint256 seed) external {
        test.deliverShuffled(seed);
    }
}
