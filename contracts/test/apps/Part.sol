// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlugBase} from "../../gateway/protocol/base/PlugBase.sol";

/// @title A contract that is deployed in several ways
contract Part is PlugBase {
    uint256 public immutable made;
    uint256 public variable;

    constructor(uint256 made_) {
        made = made_;
    }

    function initialize(uint256 value) external {
        variable += value;
    }

    function initializeBySocket(uint256 value) external onlySocket {
        variable += value;
    }
}
