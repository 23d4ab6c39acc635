// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Doubling} from "./Doubling.sol";

/// @title A contract that is linked with a library
contract LinkedDoubler {
    function double(uint256 amount) external pure returns (uint256) {
        return Doubling.double(amount);
    }
}
