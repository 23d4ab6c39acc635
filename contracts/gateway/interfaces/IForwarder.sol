// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Representative on the gateway chain of one contract on another chain
/// @notice Any call other than the functions below is queued for that contract, on behalf of the calling app gateway.
interface IForwarder {
    /// @notice Returns the address of the contract that this forwarder represents.
    function getOnChainAddress() external view returns (address);
    /// @notice Returns the slug of that contract's chain.
    function getChainSlug() external view returns (uint32);
}
