// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Minters} from "./Minters.sol";

/// @title Token with the quirks of some widely used ones
/// @notice It cannot change a nonzero approval to another nonzero one, and its functions return nothing where the
/// standard requires a boolean. Code that works with it works with the tokens that integrators meet.
contract AwkwardToken is Minters {
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error InsufficientBalance(address account, uint256 balance, uint256 needed);
    error InsufficientAllowance(address spender, uint256 allowed, uint256 needed);
    /// @dev The current approval is not zero. Approve zero first.
    error ApprovalNotZero(address spender, uint256 allowed);

    /// @param initialSupply Amount minted to the owner.
    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        uint256 initialSupply
    ) Minters(owner_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        _mint(owner_, initialSupply);
    }

    function approve(address spender, uint256 value) external {
        uint256 allowed = allowance[msg.sender][spender];
        if (value != 0 && allowed != 0) revert ApprovalNotZero(spender, allowed);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function transfer(address to, uint256 value) external {
        _take(msg.sender, value);
        _give(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
        allowance[from][msg.sender] = allowed - value;
        _take(from, value);
        _give(from, to, value);
    }

    function mint(address to, uint256 amount) external onlyMinter {
        _mint(to, amount);
    }

    function mintEach(address[] calldata accounts, uint256 amount) external onlyMinter {
        for (uint256 i = 0; i < accounts.length; i++) _mint(accounts[i], amount);
    }

    function burn(uint256 amount) external {
        _take(msg.sender, amount);
        totalSupply -= amount;
        emit Transfer(msg.sender, address(0), amount);
    }

    function _mint(address to, uint256 amount) private {
        totalSupply += amount;
        _give(address(0), to, amount);
    }

    function _take(address from, uint256 value) private {
        uint256 balance = balanceOf[from];
        if (balance < value) revert InsufficientBalance(from, balance, value);
        balanceOf[from] = balance - value;
    }

    function _give(address from, address to, uint256 value) private {
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
