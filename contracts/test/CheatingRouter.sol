// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A router that does whatever its calldata says, and creates a contract on the way.
contract CheatingRouter {
    struct Step {
        address to;
        uint256 value;
        bytes data;
    }

    error StepFailed(uint256 index, bytes reason);

    function swap(Step[] calldata steps) external payable {
        for (uint256 index = 0; index < steps.length; ++index) {
            Step calldata step = steps[index];
            (bool success, bytes memory reason) = step.to.call{value: step.value}(step.data);
            if (!success) revert StepFailed(index, reason);
        }
    }

    /// @notice Creates a contract, owns it, and hands it over: nothing of anybody else changes hands.
    function create(address owner_) external {
        new Owned().transferOwnership(owner_);
    }

    receive() external payable {}
}

/// @notice A contract that its creator owns.
contract Owned is Ownable {
    constructor() Ownable(msg.sender) {}
}

/// @notice A token that keeps a tenth of every transfer, and that logs an approval whenever a transfer lowers an allowance, as
/// tokens before version 5 of OpenZeppelin do.
contract OldTaxedToken is ERC20 {
    address private immutable _collector;

    constructor(address owner_) ERC20("Old taxed token", "OLD") {
        _collector = address(this);
        _mint(owner_, 1000);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _approve(from, msg.sender, allowance(from, msg.sender) - amount);
        _transfer(from, _collector, amount / 10);
        _transfer(from, to, amount - amount / 10);
        return true;
    }
}
