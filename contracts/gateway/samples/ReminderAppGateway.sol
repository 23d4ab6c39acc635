// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";

/// @title Reminders that the watcher delivers later
/// @notice Example of both ways to schedule. Only the owner can schedule, because it spends credits.
contract ReminderAppGateway is AppGatewayBase, Ownable {
    uint256 public reminders;

    /// @notice Emitted when a reminder is delivered, at `time` in Unix seconds of the gateway chain.
    event Reminded(string text, uint256 time);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
    }

    /// @notice Schedules a reminder with a callback: a payload of a request, which later calls of it would wait for.
    function remind(string calldata text, uint256 delayInSeconds) external onlyOwner async {
        _setSchedule(delayInSeconds);
        then(this.onSchedule.selector, abi.encode(text));
    }

    /// @notice Schedules a reminder with a timeout, which belongs to no request and can call any function with any
    /// arguments, as older app gateways do.
    function remindByTimeout(string calldata text, uint256 delayInSeconds) external onlyOwner {
        watcherPrecompile__().setTimeout(address(this), abi.encodeCall(this.onTimeout, (text)), delayInSeconds);
    }

    function onSchedule(bytes calldata data, bytes calldata) external onlyPromises {
        _recordReminder(abi.decode(data, (string)));
    }

    /// @dev Others can set timeouts that call this function; `onlyWatcher` rejects them.
    function onTimeout(string calldata text) external onlyWatcher {
        _recordReminder(text);
    }

    function _recordReminder(string memory text) private {
        reminders++;
        emit Reminded(text, block.timestamp);
    }
}
