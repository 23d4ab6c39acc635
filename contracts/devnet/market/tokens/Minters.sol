// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IMintable} from "../interfaces/IMintable.sol";

/// @title Accounts that can mint a token: its owner, and the bridges that the owner names
abstract contract Minters is IMintable, Ownable {
    mapping(address account => bool) public isMinter;

    modifier onlyMinter() {
        if (msg.sender != owner() && !isMinter[msg.sender]) revert OnlyMinter();
        _;
    }

    constructor(address owner_) Ownable(owner_) {}

    /// @inheritdoc IMintable
    function setMinter(address account, bool isMinter_) external onlyOwner {
        isMinter[account] = isMinter_;
        emit MinterSet(account, isMinter_);
    }
}
