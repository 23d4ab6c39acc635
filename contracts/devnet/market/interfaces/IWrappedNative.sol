// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Interface of the native token as an ERC-20
interface IWrappedNative is IERC20 {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    /// @dev The attached value cannot be divided by the number of accounts.
    error UnevenValue(uint256 value, uint256 accounts);

    /// @notice Wraps the attached value.
    function deposit() external payable;

    /// @notice Wraps the attached value, the same part of it for each of some accounts.
    function depositEach(address[] calldata accounts) external payable;

    /// @notice Unwraps tokens of the caller and sends the value to the caller.
    function withdraw(uint256 amount) external;
}
