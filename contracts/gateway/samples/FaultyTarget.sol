// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {PlugBase} from "../PlugBase.sol";

/// @title A plug that reverts until its owner repairs it
contract FaultyTarget is PlugBase, Ownable {
    bool public isBroken = true;
    uint256 public workDone;

    /// @notice The target is broken. Its owner must call `setBroken(false)` first.
    error OutOfOrder(uint256 amount);

    constructor(address owner) Ownable(owner) {}

    /// @notice Breaks or repairs the target.
    function setBroken(bool broken) external onlyOwner {
        isBroken = broken;
    }

    function work(uint256 amount) external onlySocket returns (uint256) {
        if (isBroken) revert OutOfOrder(amount);
        return workDone += amount;
    }
}
