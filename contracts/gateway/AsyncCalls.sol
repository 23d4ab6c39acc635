// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, Parallel, Read, WriteFinality} from "./GatewayTypes.sol";
import {GatewayAccess} from "./GatewayAccess.sol";

/// @title Requests, the options of their calls, and callbacks
/// @notice A function with the modifier `async` queues calls, which are submitted as one request when the function
/// ends. Make a call on a forwarder that is cast to an interface of the target whose functions return nothing: the
/// result arrives later, in the callback that `then` sets.
/// @dev The overloads of `_setOverrides` and the options they set. Options apply to the calls that follow until the
/// request closes; then they return to their defaults. Options that an overload does not take keep their values.
///
/// | overload                                         | sets                                                        |
/// | ------------------------------------------------ | ----------------------------------------------------------- |
/// | (Read)                                           | whether a call only reads; default: it writes               |
/// | (Read, uint256 readAtBlockNumber)                | the same, and the block to read at; default: the latest     |
/// | (Parallel)                                       | whether calls run in parallel; default: sequentially        |
/// | (Parallel, uint256 readAtBlockNumber)            | the same, and the block to read at                          |
/// | (WriteFinality)                                  | finality of a write before its callback runs; default: low  |
/// | (uint256 gasLimit)                               | gas limit of each call on its chain; default: the watcher's |
/// | (address consumeFrom)                            | account whose credits pay; default: this app gateway        |
/// | (Read, Parallel)                                 | both                                                        |
/// | (Read, Parallel, uint256 gasLimit)               | both, and the gas limit of each call                        |
/// | (Read, Parallel, uint256 gasLimit, uint256 fees) | all three, and the request's maximum fees; default: maxFees |
abstract contract AsyncCalls is GatewayAccess {
    /// @notice Maximum fees of a request, in credits. They are held until the request completes.
    uint256 public maxFees;

    bool private _isAsync;
    /// @dev Lets requests without overrides skip reading the options.
    bool private _isOverridden;
    address private _consumeFrom;
    uint256 private _requestFees;
    CallOptions private _callOptions;

    /// @notice Queues the calls that the function makes and submits them as one request when the function ends. A
    /// nested `async` function of this app gateway adds its calls to the outer function's request.
    modifier async() {
        bool isOutermost = _openAsync();
        _;
        if (isOutermost) _closeAsync();
    }

    /// @notice Sets the callback of the call, deployment or schedule immediately before.
    /// @param selector Selector of a function `f(bytes data, bytes returnData)` of this contract with the modifier
    /// `onlyPromises`. `returnData` is what the call returned.
    /// @param data Passed to the callback unchanged.
    function then(bytes4 selector, bytes memory data) internal {
        watcher__().setCallback(selector, data);
    }

    /// @notice Schedules a callback, which the next `then` sets.
    /// @param delayInSeconds Seconds to wait, at most 24 hours.
    function _setSchedule(uint256 delayInSeconds) internal {
        watcher__().schedule(delayInSeconds);
    }

    /// @notice Sets the maximum fees of the requests that follow.
    /// @param fees Maximum fees in credits.
    function _setMaxFees(uint256 fees) internal {
        maxFees = fees;
    }

    /// @notice Sets the options of the calls that follow. The table above lists every overload.
    /// @param gasLimit Gas limit of each call on its chain; zero for the default.
    /// @param fees Maximum fees of this request in credits; zero for `maxFees`.
    function _setOverrides(Read read, Parallel parallel, uint256 gasLimit, uint256 fees) internal {
        _requestFees = fees;
        _setOverrides(read, parallel, gasLimit);
    }

    function _setOverrides(Read read, Parallel parallel, uint256 gasLimit) internal {
        _callOptions.gasLimit = gasLimit;
        _setOverrides(read, parallel);
    }

    function _setOverrides(Read read, Parallel parallel) internal {
        _callOptions.read = read;
        _setOverrides(parallel);
    }

    function _setOverrides(Read read) internal {
        _callOptions.read = read;
        _useOverrides();
    }

    /// @param readAtBlockNumber Block of the target's chain to read at; zero for the latest.
    function _setOverrides(Read read, uint256 readAtBlockNumber) internal {
        _callOptions.readAtBlockNumber = readAtBlockNumber;
        _setOverrides(read);
    }

    function _setOverrides(Parallel parallel) internal {
        _callOptions.parallel = parallel;
        _useOverrides();
    }

    /// @param readAtBlockNumber Block of the target's chain to read at; zero for the latest.
    function _setOverrides(Parallel parallel, uint256 readAtBlockNumber) internal {
        _callOptions.readAtBlockNumber = readAtBlockNumber;
        _setOverrides(parallel);
    }

    function _setOverrides(WriteFinality writeFinality) internal {
        _callOptions.writeFinality = writeFinality;
        _useOverrides();
    }

    function _setOverrides(uint256 gasLimit) internal {
        _callOptions.gasLimit = gasLimit;
        _useOverrides();
    }

    /// @param consumeFrom Account whose credits pay for the request; it must have approved this app gateway.
    function _setOverrides(address consumeFrom) internal {
        _consumeFrom = consumeFrom;
        _isOverridden = true;
    }

    /// @notice Sets the native value that each call carries on its chain until the request closes, in wei.
    function _setMsgValue(uint256 value) internal {
        _callOptions.value = value;
        _useOverrides();
    }

    /// @notice Returns the open request, or the last one if none is open.
    function _getCurrentRequestCount() internal view returns (uint40) {
        return watcher__().currentRequestOf(address(this));
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
        watcher__().openRequest();
        // Options set before the request opened apply to it.
        if (_isOverridden) watcher__().setCallOptions(_callOptions);
        return true;
    }

    function _closeAsync() private {
        uint256 fees = _requestFees == 0 ? maxFees : _requestFees;
        address payer = _consumeFrom == address(0) ? address(this) : _consumeFrom;
        _isAsync = false;
        if (_isOverridden) _resetOverrides();
        watcher__().closeRequest(fees, payer, _takeOnCompleteData());
    }

    function _useOverrides() private {
        _isOverridden = true;
        if (_isAsync) watcher__().setCallOptions(_callOptions);
    }

    function _resetOverrides() private {
        _isOverridden = false;
        delete _consumeFrom;
        delete _requestFees;
        delete _callOptions;
    }
}
