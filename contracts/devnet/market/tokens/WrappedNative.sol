// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {IWrappedNative} from "../interfaces/IWrappedNative.sol";

/// @title The chain's native token as an ERC-20
/// @notice Every token is backed by one native token that this contract holds.
contract WrappedNative is ERC20, IWrappedNative {
    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    receive() external payable {
        deposit();
    }

    /// @inheritdoc IWrappedNative
    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }

    /// @inheritdoc IWrappedNative
    function depositEach(address[] calldata accounts) external payable {
        uint256 amount = msg.value / accounts.length;
        if (amount * accounts.length != msg.value) revert UnevenValue(msg.value, accounts.length);
        for (uint256 i = 0; i < accounts.length; i++) {
            _mint(accounts[i], amount);
            emit Deposit(accounts[i], amount);
        }
    }

    /// @inheritdoc IWrappedNative
    function deposit() public payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }
}
