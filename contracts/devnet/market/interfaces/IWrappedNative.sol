// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Interface of the native token as an ERC-20
interface IWrappedNative is IERC20 {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    /// @notice Wraps the attached value.
    function deposit() external payable;

    /// @notice Unwraps tokens of the caller and sends the value to the caller.
    function withdraw(uint256 amount) external;
}
