// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallOptions, Parallel, Read, WriteFinality} from "./GatewayTypes.sol";
import {GatewayAccess} from "./GatewayAccess.sol";

/// @title Requests, how their calls are made, and their callbacks
/// @notice A function with the modifier `async` queues calls; when it ends, they go out as one request. A call is made on
/// a forwarder, cast to an interface of the target whose functions return nothing: the result comes later, to the
/// callback that `then` sets.
/// @dev What `_setOverrides` takes, and what that sets for the calls from there on until the request closes. What a form
/// does not name stays as it is. After the request the defaults are back.
///
/// | form                                             | sets                                                               |
/// | ------------------------------------------------ | ------------------------------------------------------------------ |
/// | (Read)                                           | whether a call only reads; default: it writes                      |
/// | (Read, uint256 readAtBlockNumber)                | that, and the block to read at; default: the latest                |
/// | (Parallel)                                       | whether calls run side by side; default: one after another         |
/// | (Parallel, uint256 readAtBlockNumber)            | that, and the block to read at                                     |
/// | (WriteFinality)                                  | how settled a write must be before its callback runs; default: low |
/// | (uint256 gasLimit)                               | gas for each call, on its chain; default: the watcher's            |
/// | (address consumeFrom)                            | whose credits pay the request; default: this app gateway's         |
/// | (Read, Parallel)                                 | both                                                               |
/// | (Read, Parallel, uint256 gasLimit)               | both, and gas for each call                                        |
/// | (Read, Parallel, uint256 gasLimit, uint256 fees) | all that, and what the request may cost; default: maxFees          |
abstract contract AsyncCalls is GatewayAccess {
    /// @notice Credits that one request may cost at most. They are held until it is complete.
    uint256 public maxFees;

    bool private _isAsync;
    /// @dev Spares every request without overrides the look at what they might be.
    bool private _isOverridden;
    address private _consumeFrom;
    uint256 private _requestFees;
    CallOptions private _callOptions;

    /// @notice Opens a queue of calls, and closes it as one request when the function ends. Inside another `async`
    /// function of this app gateway, it joins that one's request.
    modifier async() {
        bool isOutermost = _openAsync();
        _;
        if (isOutermost) _closeAsync();
    }

    /// @notice Sets the callback of the call, the deployment or the schedule just before.
    /// @param selector Of a function `f(bytes data, bytes returnData)` of this contract that carries `onlyPromises`.
    /// @param data Comes back as it is; `returnData` is what the call returned.
    function then(bytes4 selector, bytes memory data) internal {
        watcher__().setCallback(selector, data);
    }

    /// @notice Has the callback that `then` sets next called after a delay.
    /// @param delayInSeconds 24 hours at most.
    function _setSchedule(uint256 delayInSeconds) internal {
        watcher__().schedule(delayInSeconds);
    }

    function _setMaxFees(uint256 fees) internal {
        maxFees = fees;
    }

    /// @notice Sets how the calls from here on are made; the table above has every form.
    /// @param gasLimit For each call, on its chain; zero for the default.
    /// @param fees What this request may cost at most; zero for `maxFees`.
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

    /// @param readAtBlockNumber Of the target's chain; zero for the latest.
    function _setOverrides(Read read, uint256 readAtBlockNumber) internal {
        _callOptions.readAtBlockNumber = readAtBlockNumber;
        _setOverrides(read);
    }

    function _setOverrides(Parallel parallel) internal {
        _callOptions.parallel = parallel;
        _useOverrides();
    }

    /// @param readAtBlockNumber Of the target's chain; zero for the latest.
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

    /// @param consumeFrom Whose credits pay the request; it must have approved this app gateway.
    function _setOverrides(address consumeFrom) internal {
        _consumeFrom = consumeFrom;
        _isOverridden = true;
    }

    /// @notice Sets what each call carries, in native tokens of its chain, until the request closes.
    function _setMsgValue(uint256 value) internal {
        _callOptions.value = value;
        _useOverrides();
    }

    /// @notice The request that is open; the last one when none is.
    function _getCurrentRequestCount() internal view returns (uint40) {
        return watcher__().currentRequestOf(address(this));
    }

    function _revertOutsideAsync() internal view {
        if (!_isAsync) revert AsyncModifierNotSet();
    }

    /// @dev Given when a request closes, for `onRequestComplete`.
    function _takeOnCompleteData() internal virtual returns (bytes memory) {
        return "";
    }

    function _openAsync() private returns (bool isOutermost) {
        if (_isAsync) return false;
        _isAsync = true;
        watcher__().openRequest();
        // What was set before the request opened counts for it.
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
