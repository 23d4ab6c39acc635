// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {requireCancun} from "../testing/devnet/deployContract.sol";

/// @title A contract that asks whether the EVM is as young as the devnet's contracts
/// @notice For tests that run it in older ones.
contract NeedsCancun {
    function check() external {
        requireCancun();
    }
}
