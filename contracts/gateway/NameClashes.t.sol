// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file, no-empty-blocks
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AccessControlDefaultAdminRules} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {AccessManaged} from "@openzeppelin/contracts/access/manager/AccessManaged.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {ERC20Pausable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Pausable.sol";
import {ERC20FlashMint} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20FlashMint.sol";
import {ERC20Capped} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Capped.sol";
import {ERC20Wrapper} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Wrapper.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {ERC721Consecutive} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Consecutive.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {ERC721Votes} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Votes.sol";
import {ERC721Royalty} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Royalty.sol";
import {ERC1155Supply} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155Supply.sol";
import {ERC1155URIStorage} from "@openzeppelin/contracts/token/ERC1155/extensions/ERC1155URIStorage.sol";
import {ERC6909TokenSupply} from "@openzeppelin/contracts/token/ERC6909/extensions/ERC6909TokenSupply.sol";

import {SoladyOwnableRoles, SoladyERC4626} from "../../test/fixtures/contracts/libraries/SoladyNames.sol";
import {
    SoladyERC721,
    SoladyERC1155,
    SoladyERC6909,
    SoladyERC2981,
    SoladyWETH
} from "../../test/fixtures/contracts/libraries/SoladyTokenNames.sol";
import {
    SolmateOwned,
    SolmateAuth,
    SolmateERC4626,
    SolmateERC721,
    SolmateERC1155
} from "../../test/fixtures/contracts/libraries/SolmateNames.sol";
import {vm} from "../../test/fixtures/contracts/Vm.sol";
import {OlderAppGatewayBase} from "./OlderAppGatewayBase.sol";
import {PlugBase} from "./PlugBase.sol";

// An app gateway or a plug is often a token too, or has an owner. A name that one of our bases shares with a base of the
// library is an error of the compiler: each contract below compiles, so no error, function or event clashes.

// --- OpenZeppelin

abstract contract Ownable2StepApp is OlderAppGatewayBase, Ownable2Step {}

abstract contract Ownable2StepPlug is PlugBase, Ownable2Step {}

abstract contract AccessControlDefaultAdminRulesApp is OlderAppGatewayBase, AccessControlDefaultAdminRules {}

abstract contract AccessControlDefaultAdminRulesPlug is PlugBase, AccessControlDefaultAdminRules {}

abstract contract AccessControlEnumerableApp is OlderAppGatewayBase, AccessControlEnumerable {}

abstract contract AccessControlEnumerablePlug is PlugBase, AccessControlEnumerable {}

abstract contract AccessManagedApp is OlderAppGatewayBase, AccessManaged {}

abstract contract AccessManagedPlug is PlugBase, AccessManaged {}

abstract contract ERC20VotesApp is OlderAppGatewayBase, ERC20Votes {}

abstract contract ERC20VotesPlug is PlugBase, ERC20Votes {}

abstract contract ERC20PermitApp is OlderAppGatewayBase, ERC20Permit {}

abstract contract ERC20PermitPlug is PlugBase, ERC20Permit {}

abstract contract ERC20BurnableApp is OlderAppGatewayBase, ERC20Burnable {}

abstract contract ERC20BurnablePlug is PlugBase, ERC20Burnable {}

abstract contract ERC20PausableApp is OlderAppGatewayBase, ERC20Pausable {}

abstract contract ERC20PausablePlug is PlugBase, ERC20Pausable {}

abstract contract ERC20FlashMintApp is OlderAppGatewayBase, ERC20FlashMint {}

abstract contract ERC20FlashMintPlug is PlugBase, ERC20FlashMint {}

abstract contract ERC20CappedApp is OlderAppGatewayBase, ERC20Capped {}

abstract contract ERC20CappedPlug is PlugBase, ERC20Capped {}

abstract contract ERC20WrapperApp is OlderAppGatewayBase, ERC20Wrapper {}

abstract contract ERC20WrapperPlug is PlugBase, ERC20Wrapper {}

abstract contract ERC4626App is OlderAppGatewayBase, ERC4626 {}

abstract contract ERC4626Plug is PlugBase, ERC4626 {}

abstract contract ERC721ConsecutiveApp is OlderAppGatewayBase, ERC721Consecutive {}

abstract contract ERC721ConsecutivePlug is PlugBase, ERC721Consecutive {}

abstract contract ERC721EnumerableApp is OlderAppGatewayBase, ERC721Enumerable {}

abstract contract ERC721EnumerablePlug is PlugBase, ERC721Enumerable {}

abstract contract ERC721VotesApp is OlderAppGatewayBase, ERC721Votes {}

abstract contract ERC721VotesPlug is PlugBase, ERC721Votes {}

abstract contract ERC721RoyaltyApp is OlderAppGatewayBase, ERC721Royalty {}

abstract contract ERC721RoyaltyPlug is PlugBase, ERC721Royalty {}

abstract contract ERC1155SupplyApp is OlderAppGatewayBase, ERC1155Supply {}

abstract contract ERC1155SupplyPlug is PlugBase, ERC1155Supply {}

abstract contract ERC1155URIStorageApp is OlderAppGatewayBase, ERC1155URIStorage {}

abstract contract ERC1155URIStoragePlug is PlugBase, ERC1155URIStorage {}

abstract contract ERC6909TokenSupplyApp is OlderAppGatewayBase, ERC6909TokenSupply {}

abstract contract ERC6909TokenSupplyPlug is PlugBase, ERC6909TokenSupply {}

// --- Solady

abstract contract SoladyOwnableRolesApp is OlderAppGatewayBase, SoladyOwnableRoles {}

abstract contract SoladyOwnableRolesPlug is PlugBase, SoladyOwnableRoles {}

abstract contract SoladyERC4626App is OlderAppGatewayBase, SoladyERC4626 {}

abstract contract SoladyERC4626Plug is PlugBase, SoladyERC4626 {}

abstract contract SoladyERC721App is OlderAppGatewayBase, SoladyERC721 {}

abstract contract SoladyERC721Plug is PlugBase, SoladyERC721 {}

abstract contract SoladyERC1155App is OlderAppGatewayBase, SoladyERC1155 {}

abstract contract SoladyERC1155Plug is PlugBase, SoladyERC1155 {}

abstract contract SoladyERC6909App is OlderAppGatewayBase, SoladyERC6909 {}

abstract contract SoladyERC6909Plug is PlugBase, SoladyERC6909 {}

abstract contract SoladyERC2981App is OlderAppGatewayBase, SoladyERC2981 {}

abstract contract SoladyERC2981Plug is PlugBase, SoladyERC2981 {}

abstract contract SoladyWETHApp is OlderAppGatewayBase, SoladyWETH {}

abstract contract SoladyWETHPlug is PlugBase, SoladyWETH {}

// --- Solmate

abstract contract SolmateOwnedApp is OlderAppGatewayBase, SolmateOwned {}

abstract contract SolmateOwnedPlug is PlugBase, SolmateOwned {}

abstract contract SolmateAuthApp is OlderAppGatewayBase, SolmateAuth {}

abstract contract SolmateAuthPlug is PlugBase, SolmateAuth {}

abstract contract SolmateERC4626App is OlderAppGatewayBase, SolmateERC4626 {}

abstract contract SolmateERC4626Plug is PlugBase, SolmateERC4626 {}

abstract contract SolmateERC721App is OlderAppGatewayBase, SolmateERC721 {}

abstract contract SolmateERC721Plug is PlugBase, SolmateERC721 {}

abstract contract SolmateERC1155App is OlderAppGatewayBase, SolmateERC1155 {}

abstract contract SolmateERC1155Plug is PlugBase, SolmateERC1155 {}

/// @dev What an author writes most often: a token that its app gateway mints.
contract OwnedTokenPlug is PlugBase, ERC20Permit, Ownable2Step {
    constructor() ERC20("Token", "T") ERC20Permit("Token") Ownable(msg.sender) {}

    function mint(address to, uint256 amount) external onlySocket {
        _mint(to, amount);
    }
}

contract NameClashesTest {
    function test_aTokenWithAnOwnerCanBeAPlug() public {
        OwnedTokenPlug plug = new OwnedTokenPlug();
        vm.assertEq(plug.owner(), address(this));
        vm.assertEq(address(plug.socket__()), address(0));
        vm.expectRevert(PlugBase.NotSocket.selector);
        plug.mint(address(this), 1);
    }
}
