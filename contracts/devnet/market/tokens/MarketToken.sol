// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {Minters} from "./Minters.sol";

/// @title Token to trade on the devnet
contract MarketToken is ERC20, Minters {
    uint8 private immutable _decimals;

    /// @param initialSupply Amount minted to the owner.
    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        uint256 initialSupply
    ) ERC20(name_, symbol_) Minters(owner_) {
        _decimals = decimals_;
        _mint(owner_, initialSupply);
    }

    function mint(address to, uint256 amount) external onlyMinter {
        _mint(to, amount);
    }

    function mintEach(address[] calldata accounts, uint256 amount) external onlyMinter {
        for (uint256 i = 0; i < accounts.length; i++) _mint(accounts[i], amount);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
