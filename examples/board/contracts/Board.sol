// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PlugBase} from "hardhat-plugs/contracts/gateway/PlugBase.sol";

/// @title A board on a chain, on which its app gateway alone can write
contract Board is PlugBase {
    string public text;

    function write(string calldata newText) external onlySocket {
        text = newText;
    }
}
