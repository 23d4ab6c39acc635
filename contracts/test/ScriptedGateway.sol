// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CallOptions} from "../gateway/GatewayTypes.sol";
import {IAppGateway} from "../gateway/interfaces/IAppGateway.sol";
import {IWatcher} from "../gateway/interfaces/IWatcher.sol";

/// @title An app gateway that does what a test says, with nothing between it and the watcher
contract ScriptedGateway is IAppGateway {
    // solhint-disable-next-line gas-struct-packing
    struct Step {
        address forwarder;
        bytes callData;
        CallOptions options;
        bool hasCallback;
    }

    IWatcher public immutable watcher;

    uint256 public answers;
    uint256 public completions;
    uint256 public reverts;
    uint256 public calls;
    bytes public lastData;
    bytes public lastReturnData;
    bytes public lastOnCompleteData;
    uint32 public lastTriggerChain;
    address public lastTriggerPlug;

    bool private _refuses;
    address private _reactionTo;
    bytes private _reaction;

    error Refused();
    error NotAPromise();
    error NotACall();

    constructor(IWatcher watcher_) {
        watcher = watcher_;
    }

    function request(
        Step[] calldata steps,
        uint256 maxFees,
        address consumeFrom,
        bytes calldata onCompleteData
    ) external returns (uint40 requestCount) {
        requestCount = watcher.openRequest();
        for (uint256 i = 0; i < steps.length; i++) {
            watcher.setCallOptions(steps[i].options);
            run(steps[i].forwarder, steps[i].callData);
            if (steps[i].hasCallback) watcher.setCallback(this.onAnswer.selector, abi.encode(i));
        }
        watcher.closeRequest(maxFees, consumeFrom, onCompleteData);
    }

    function onAnswer(bytes calldata data, bytes calldata returnData) external {
        if (msg.sender != address(watcher) || !watcher.isPromiseOf(address(this))) revert NotAPromise();
        if (_refuses) revert Refused();
        answers++;
        lastData = data;
        lastReturnData = returnData;
        _react();
    }

    function onCall() external {
        if (msg.sender != address(watcher) || !watcher.isCallOf(address(this))) revert NotACall();
        if (_refuses) revert Refused();
        calls++;
        (lastTriggerChain, lastTriggerPlug) = watcher.currentTrigger();
        _react();
    }

    function onRequestComplete(uint40, bytes calldata onCompleteData) external {
        if (msg.sender != address(watcher) || !watcher.isCallOf(address(this))) revert NotACall();
        completions++;
        lastOnCompleteData = onCompleteData;
    }

    function handleRevert(bytes32) external {
        if (msg.sender != address(watcher) || !watcher.isCallOf(address(this))) revert NotACall();
        if (_refuses) revert Refused();
        reverts++;
    }

    function refuse(bool isRefused) external {
        _refuses = isRefused;
    }

    /// @notice Says what to do inside the next callback.
    function reactWith(address to, bytes calldata data) external {
        (_reactionTo, _reaction) = (to, data);
    }

    /// @notice Makes any call in this contract's name.
    function run(address to, bytes memory data) public {
        (bool success, bytes memory revertData) = to.call(data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(revertData, 0x20), mload(revertData))
        }
    }

    function _react() private {
        address to = _reactionTo;
        if (to == address(0)) return;
        _reactionTo = address(0);
        run(to, _reaction);
    }
}
