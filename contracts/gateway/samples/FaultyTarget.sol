// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {PlugBase} from "../PlugBase.sol";

/// @title A contract on a chain that refuses work until its owner mends it
contract FaultyTarget is PlugBase, Ownable {
    bool public isBroken = true;
    uint256 public workDone;

    /// @notice The target is out of order, and refuses to work until its owner mends it.
    error OutOfOrder(uint256 amount);

    constructor(address owner) Ownable(owner) {}

    /// @notice Mends it, or breaks it again.
    function setBroken(bool broken) external onlyOwner {
        isBroken = broken;
    }

    function work(uint256 amount) external onlySocket returns (uint256) {
        if (isBroken) revert OutOfOrder(amount);
        return workDone += amount;
    }
}
