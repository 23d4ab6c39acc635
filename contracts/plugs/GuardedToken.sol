// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {GuardedPlug} from "./GuardedPlug.sol";
import {Plug} from "./Plug.sol";

/// @title A token that exists on several chains, and of which forged messages mint only so much
/// @notice As {BridgeToken}, tokens are burned on the chain that they leave and minted where they arrive. What arrives is
/// limited per chain and window, see {GuardedPlug}; the supplies of all chains plus the tokens in transit and those of
/// held messages, whether these have ended or not, always equal the initial supply.
///
/// Tokens of a message that has ended are never minted: they were burned on the chain that they left. The owner therefore
/// has honest messages released before `connect` or `endHeld`, or transfers tokens of his own to their receivers. For
/// each, `MessageHeld` has the receiver in its payload, and the amount. Dropping a message changes nothing about that.
contract GuardedToken is ERC20, GuardedPlug {
    /// @dev Enough to mint to an account that never held the token, or to hold the message.
    uint256 public constant INBOUND_GAS = 250_000;

    /// @notice Emitted when tokens of `from` are burned here, to be minted to `to` on another chain.
    event BridgedOut(uint32 indexed dstChainSlug, address indexed from, address indexed to, uint256 amount);
    /// @notice Emitted when tokens that were burned on another chain are minted to `to` here.
    event BridgedIn(uint32 indexed srcChainSlug, address indexed to, uint256 amount);

    /// @param initialSupply Amount minted to the owner on this chain. Mint on one chain only, and pass zero on the
    /// others.
    constructor(
        ISocket socket_,
        address owner_,
        string memory name_,
        string memory symbol_,
        uint256 initialSupply
    ) ERC20(name_, symbol_) Plug(socket_, owner_) {
        _mint(owner_, initialSupply);
    }

    /// @notice Transfers `amount` of the caller's tokens to `to` on another chain.
    function bridge(uint32 dstChainSlug, address to, uint256 amount) external payable paysFees returns (bytes32 msgId) {
        // The destination could not mint to the zero address, and the message would be held for ever.
        if (to == address(0)) revert ERC20InvalidReceiver(to);
        _burn(msg.sender, amount);
        emit BridgedOut(dstChainSlug, msg.sender, to, amount);
        return _send(dstChainSlug, INBOUND_GAS, abi.encode(to, amount));
    }

    function _amountOf(uint32, bytes calldata payload) internal pure override returns (uint256 amount) {
        (, amount) = abi.decode(payload, (address, uint256));
    }

    function _handle(uint32 srcChainSlug, bytes calldata payload) internal override {
        (address to, uint256 amount) = abi.decode(payload, (address, uint256));
        _mint(to, amount);
        emit BridgedIn(srcChainSlug, to, amount);
    }
}
