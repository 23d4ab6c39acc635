// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISocket} from "hardhat-plugs/contracts/interfaces/ISocket.sol";
import {Plug} from "hardhat-plugs/contracts/plugs/Plug.sol";

/// @title Keeps the last greeting that came from another chain
contract Greeter is Plug {
    uint256 private constant INBOUND_GAS = 200_000;

    string public greeting;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Greets the sibling on another chain. Attach at least the fee; the rest is refunded.
    function greet(uint32 dstChainSlug, string calldata text) external payable paysFees {
        _send(dstChainSlug, INBOUND_GAS, abi.encode(text));
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        greeting = abi.decode(payload, (string));
    }
}
