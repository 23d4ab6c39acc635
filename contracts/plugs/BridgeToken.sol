// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "./Plug.sol";

/// @title A token that lives on several chains
/// @notice What leaves a chain is burned there and minted where it arrives, so the supplies of all chains and what is
/// on its way always add up to what was issued first. A message runs at most once, hence nothing is minted twice.
contract BridgeToken is ERC20, Plug {
    /// @dev Room for a mint to an account that never held the token.
    uint256 public constant INBOUND_GAS = 150_000;

    /// @notice Tokens of `from` were burned here, to be minted to `to` on another chain.
    event BridgedOut(uint32 indexed dstChainSlug, address indexed from, address indexed to, uint256 amount);
    /// @notice Tokens that were burned on another chain were minted to `to` here.
    event BridgedIn(uint32 indexed srcChainSlug, address indexed to, uint256 amount);

    /// @param initialSupply Issued to the owner, on this chain. Issue on one chain only, and zero on the others.
    constructor(
        ISocket socket_,
        address owner_,
        string memory name_,
        string memory symbol_,
        uint256 initialSupply
    ) ERC20(name_, symbol_) Plug(socket_, owner_) {
        _mint(owner_, initialSupply);
    }

    /// @notice Moves `amount` of the caller's tokens to `to` on another chain.
    function bridge(uint32 dstChainSlug, address to, uint256 amount) external payable paysFees returns (bytes32 msgId) {
        // The destination could never mint this, and what is burned here can't come back.
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        _burn(msg.sender, amount);
        emit BridgedOut(dstChainSlug, msg.sender, to, amount);
        return _send(dstChainSlug, INBOUND_GAS, abi.encode(to, amount));
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        (address to, uint256 amount) = abi.decode(payload, (address, uint256));
        _mint(to, amount);
        emit BridgedIn(srcChainSlug, to, amount);
    }
}
