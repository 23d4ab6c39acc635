// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Stands on the gateway chain for one contract on another chain
/// @notice Any call that it does not know itself is queued for that contract, on behalf of the app gateway that calls.
interface IForwarder {
    function getOnChainAddress() external view returns (address);
    function getChainSlug() external view returns (uint32);
}
