// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A library that has to be deployed and linked, because its function is external
library Doubling {
    function double(uint256 amount) external pure returns (uint256) {
        return amount * 2;
    }
}
