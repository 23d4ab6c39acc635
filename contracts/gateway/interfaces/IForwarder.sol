// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Representative on the gateway chain of one contract on another chain
/// @notice Any call other than the functions below and those of IPromise is queued for that contract, on behalf of the
/// calling app gateway.
/// @dev The interface that a forwarder is cast to must have no `view` or `pure` function and no return values: a queued
/// call returns nothing. A `view` function reverts with CalledAsView. A return value, like a forwarder's address that is
/// zero, makes the caller itself revert without data, where no contract can give a reason.
interface IForwarder {
    /// @notice Returns the address of the contract that this forwarder represents.
    function getOnChainAddress() external view returns (address);
    /// @notice Returns the slug of that contract's chain.
    function getChainSlug() external view returns (uint32);

    /// @notice The function is marked `view` or `pure` in the interface that the forwarder was cast to, so the call
    /// cannot be queued. Remove that word and the return values from the interface; `_setOverrides(Read.ON)` makes the
    /// call a read, and `then` receives its result.
    error CalledAsView(bytes4 selector);
}
