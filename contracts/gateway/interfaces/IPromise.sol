// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title The result of a call, as many app gateways ask for it
/// @notice Every forwarder has this function: `IPromise(forwarder).then(…)` is the same as `then(…)` of the base
/// contract, for the last call of that forwarder.
interface IPromise {
    /// @notice Sets the callback of the caller's last call of this forwarder in the open request.
    /// @param selector Selector of a function `f(bytes data, bytes returnData)` of the caller with the modifier
    /// `onlyPromises`.
    /// @param data Passed to the callback unchanged.
    /// @return forwarder The forwarder itself.
    function then(bytes4 selector, bytes calldata data) external returns (address forwarder);
}
