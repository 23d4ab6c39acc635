// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlugBase} from "../../gateway/protocol/base/PlugBase.sol";

/// @dev The app gateway's functions as they are called on the socket.
interface ITroubledApp {
    function onReport(uint256 amount) external;
}

/// @title A plug that can be broken, and that calls its app gateway
contract TroubledTarget is PlugBase {
    bool public isBroken;
    uint256 public workDone;
    mapping(uint256 => uint256) private _written;

    error OutOfOrder(uint256 amount);

    function setBroken(bool broken) external {
        isBroken = broken;
    }

    function work(uint256 amount) external onlySocket returns (uint256) {
        if (isBroken) revert OutOfOrder(amount);
        return workDone += amount;
    }

    /// @notice Needs about 22,000 gas for each slot.
    function write(uint256 slots) external onlySocket {
        for (uint256 i = 0; i < slots; i++) _written[i] = i + 1;
    }

    function report(uint256 amount) external {
        ITroubledApp(address(socket__)).onReport(amount);
    }
}
