// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";

/// @title Work that is done later, without anybody who calls for it
/// @notice Shows both ways to schedule. Scheduling is the owner's, so that nobody else fills the log.
contract ReminderAppGateway is AppGatewayBase, Ownable {
    uint256 public reminders;

    /// @notice A reminder came, at `time` of the gateway chain.
    event Reminded(string text, uint256 time);

    constructor(address addressResolver, address owner) Ownable(owner) {
        _initializeAppGateway(addressResolver);
    }

    /// @notice Schedules a callback.
    function remind(string calldata text, uint256 delayInSeconds) external onlyOwner async {
        _setSchedule(delayInSeconds);
        then(this.onSchedule.selector, abi.encode(text));
    }

    /// @notice Sets a timeout, which calls any function with any arguments, as older app gateways do.
    function remindByTimeout(string calldata text, uint256 delayInSeconds) external onlyOwner {
        watcherPrecompile__().setTimeout(address(this), abi.encodeCall(this.onTimeout, (text)), delayInSeconds);
    }

    function onSchedule(bytes calldata data, bytes calldata) external onlyPromises {
        _tell(abi.decode(data, (string)));
    }

    /// @dev Others can set timeouts on this function too; `onlyWatcher` refuses those.
    function onTimeout(string calldata text) external onlyWatcher {
        _tell(text);
    }

    function _tell(string memory text) private {
        reminders++;
        emit Reminded(text, block.timestamp);
    }
}
