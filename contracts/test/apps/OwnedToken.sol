// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {PlugBase} from "../../gateway/protocol/base/PlugBase.sol";

/// @title A token on every chain, with an owner, that its app gateway mints and burns
contract OwnedToken is ERC20, Ownable, PlugBase {
    uint8 private immutable _decimals;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address owner_,
        uint256 supply_
    ) ERC20(name_, symbol_) Ownable(owner_) {
        _decimals = decimals_;
        _mint(owner_, supply_);
    }

    function mint(address to, uint256 amount) external onlySocket {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlySocket {
        _burn(from, amount);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
