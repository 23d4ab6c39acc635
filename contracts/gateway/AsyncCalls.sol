// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Overrides} from "./Overrides.sol";

/// @title Requests, schedules and callbacks
/// @notice A function with the modifier `async` queues calls, which are submitted as one request when the function
/// ends. Make a call on a forwarder that is cast to an interface of the target whose functions return nothing: the
/// result arrives later, in the callback that `then` sets.
abstract contract AsyncCalls is Overrides {
    /// @notice Queues the calls that the function makes and submits them as one request when the function ends. A
    /// nested `async` function of this app gateway adds its calls to the outer function's request.
    modifier async() {
        bool isOutermost = _openAsync();
        _;
        if (isOutermost) _closeAsync();
    }

    /// @notice Sets the callback of the call, deployment or schedule immediately before.
    /// @param selector Selector of a function `f(bytes data, bytes returnData)` of this contract with the modifier
    /// `onlyPromises`. `returnData` is what the call returned; it is empty for a schedule.
    /// @param data Passed to the callback unchanged.
    function then(bytes4 selector, bytes memory data) internal {
        _queue().setCallback(selector, data);
    }

    /// @notice Queues a pause, and the next `then` sets what is called after it. Sequential calls that follow wait for
    /// it, as they wait for a call.
    /// @param delayInSeconds Seconds to wait from the moment that the schedule's batch begins, at most 24 hours.
    function _setSchedule(uint256 delayInSeconds) internal {
        _revertOutsideAsync();
        _queue().schedule(delayInSeconds);
    }

    /// @notice Returns the open request, or the last one if none is open.
    function _getCurrentRequestCount() internal view returns (uint40) {
        return watcher__().getCurrentRequestCount();
    }

    function _revertOutsideAsync() internal view {
        if (!_isAsync) revert AsyncModifierNotSet();
    }

    /// @dev Returns the data that `onRequestComplete` receives, and clears it. Called when a request closes.
    function _takeOnCompleteData() internal virtual returns (bytes memory) {
        return "";
    }

    function _openAsync() private returns (bool isOutermost) {
        if (_isAsync) return false;
        _isAsync = true;
        _queue().openRequest();
        _passOverrides();
        return true;
    }

    function _closeAsync() private {
        _isAsync = false;
        address payer = _takeOverrides();
        _queue().closeRequest(maxFees, payer, _takeOnCompleteData());
    }
}
