// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AppGatewayBase} from "./AppGatewayBase.sol";

/// @title Base contract for app gateways of the generation before
/// @notice It adds the names that they use and that newer app gateways do not have. In a new app gateway, inherit
/// AppGatewayBase, and use `_setSchedule` in place of `setTimeout`.
abstract contract OlderAppGatewayBase is AppGatewayBase {
    /// @notice Schedules a call of this app gateway with the calldata `payload`, for the fee of a payload.
    /// @param delayInSeconds Seconds to wait, at most 24 hours.
    /// @param payload Calldata of a function of this contract with the modifier `onlyWatcher`.
    function setTimeout(uint256 delayInSeconds, bytes memory payload) internal returns (bytes32 timeoutId) {
        return watcherPrecompile__().setTimeout(delayInSeconds, payload);
    }
}
