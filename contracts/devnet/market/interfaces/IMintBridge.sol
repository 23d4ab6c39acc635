// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteBridge} from "./IRouteBridge.sol";

/// @title Interface of a bridge that burns on the origin and mints on the destination, after a delay
interface IMintBridge is IRouteBridge {
    /// @dev The delay has not passed. Release from `payableAt` on, in Unix seconds.
    error TooEarly(uint256 payableAt);

    /// @notice Delivers or returns the value that arrived for a quote at least `delay` seconds ago. Anyone can call it.
    function release(bytes32 quoteId) external;

    /// @notice Returns when {release} can be called for a quote, in Unix seconds; zero if nothing waits for it.
    function payableAt(bytes32 quoteId) external view returns (uint256);
}
