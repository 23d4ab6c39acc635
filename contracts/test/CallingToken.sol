// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title A token that calls somebody whenever it moves
contract CallingToken is ERC20 {
    /// @notice Whether the last such call succeeded.
    bool public called;
    bytes public answer;

    address private _target;
    bytes private _input;

    constructor(uint256 supply) ERC20("Calling", "CALL") {
        _mint(msg.sender, supply);
    }

    function callWhenMoved(address target, bytes calldata input) external {
        _target = target;
        _input = input;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (_target != address(0)) (called, answer) = _target.call(_input);
    }
}
