// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Context} from "@openzeppelin/contracts/utils/Context.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

/// @notice Everything that an account can own in one contract: shares of a vault, a deposit in a pool, ownership, roles, a
/// proxy's implementation, a wallet. It takes whoever began the transaction for its caller, as careless contracts do, so a
/// router can give it away too.
contract Belongings is ERC20, Ownable, AccessControl, Multicall {
    event Upgraded(address indexed implementation);

    error CallFailed(bytes reason);

    constructor(address owner_) ERC20("Belongings", "BEL") Ownable(owner_) {
        _grantRole(DEFAULT_ADMIN_ROLE, owner_);
        _mint(owner_, 1000);
    }

    /// @notice As the vaults of ERC-4626 have it.
    function redeem(uint256 shares, address, address owner_) external {
        if (owner_ != _msgSender()) _spendAllowance(owner_, _msgSender(), shares);
        _burn(owner_, shares);
    }

    /// @notice As lending pools have it.
    function withdraw(address, uint256 amount, address) external {
        _burn(_msgSender(), amount);
    }

    /// @notice As proxies have it.
    function upgradeTo(address implementation) external onlyOwner {
        emit Upgraded(implementation);
    }

    /// @notice As wallets have it.
    function execTransaction(address to, uint256 value, bytes calldata data) external onlyOwner {
        _callOut(to, value, data);
    }

    function _callOut(address to, uint256 value, bytes calldata data) private {
        (bool success, bytes memory reason) = to.call{value: value}(data);
        if (!success) revert CallFailed(reason);
    }

    function _msgSender() internal view override returns (address) {
        // solhint-disable-next-line avoid-tx-origin -- this is what it is for
        return tx.origin;
    }

    function _contextSuffixLength() internal pure override(Context) returns (uint256) {
        return 0;
    }
}

/// @notice A token that is one of a kind, with the same careless caller.
contract Collectible is ERC721 {
    constructor(address owner_) ERC721("Collectible", "ONE") {
        _mint(owner_, 7);
    }

    function _msgSender() internal view override returns (address) {
        // solhint-disable-next-line avoid-tx-origin -- this is what it is for
        return tx.origin;
    }
}
