// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {CrosschainLinked} from "@openzeppelin/contracts/crosschain/CrosschainLinked.sol";
import {IERC7786GatewaySource} from "@openzeppelin/contracts/interfaces/draft-IERC7786.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Crosschain} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Crosschain.sol";
import {IRelayAttribute} from "hardhat-plugs/contracts/standard/IRelayAttribute.sol";

/// @title A token that exists on several chains
/// @notice OpenZeppelin burns here and mints there, so that all supplies and what is on its way are always the first supply.
contract Token is ERC20Crosschain, Ownable {
    /// @dev Enough to mint to an account that never held the token.
    uint256 private constant RECEIVE_GAS = 150_000;

    /// @param supply Minted to the owner. Mint on one chain only, and pass zero on the others.
    constructor(address owner_, uint256 supply) ERC20("Token", "TKN") CrosschainLinked(new Link[](0)) Ownable(owner_) {
        _mint(owner_, supply);
    }

    /// @notice Names the token on another chain, as ERC-7930 has it, and the gateway of this chain. A link is made once.
    function link(address gateway, bytes calldata counterpart) external onlyOwner {
        _setLink(gateway, counterpart, false);
    }

    /// @notice Transfers to an account on another chain, as ERC-7930 has it. Attach at least the fee; the rest is refunded.
    /// @dev `crosschainTransfer` does the same, and takes no value, so it reverts with the fee.
    function bridge(bytes calldata to, uint256 amount) external payable {
        crosschainTransfer(to, amount);
    }

    function _sendMessageToCounterpart(
        bytes memory chain,
        bytes memory payload,
        bytes[] memory
    ) internal override returns (bytes32) {
        (address gateway, bytes memory counterpart) = getLink(chain);
        bytes[] memory attributes = new bytes[](1);
        attributes[0] = abi.encodeCall(IRelayAttribute.requestRelay, (0, RECEIVE_GAS, msg.sender));
        return IERC7786GatewaySource(gateway).sendMessage{value: msg.value}(counterpart, payload, attributes);
    }
}
