// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PlugBase} from "../../gateway/PlugBase.sol";

/// @title A list of members on a chain
contract Members is PlugBase {
    mapping(address account => bool) public isMember;

    function add(address account) external onlySocket {
        isMember[account] = true;
    }
}
