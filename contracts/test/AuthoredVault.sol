// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {PlugBase} from "../gateway/PlugBase.sol";

/// @dev What the vault calls through its socket.
interface IAuthoredAlarm {
    function onAlarm(uint256 amount) external;
}

/// @title A plug as an author of the deployed system writes one
contract AuthoredVault is PlugBase {
    uint256 public stored;
    uint256 public immutable step;

    constructor(uint256 step_) {
        step = step_;
    }

    function store(uint256 amount) external payable onlySocket {
        stored += amount * step;
    }

    function prepare() external {
        stored += step;
    }

    function alarm() external {
        IAuthoredAlarm(address(socket__)).onAlarm(stored);
    }
}
