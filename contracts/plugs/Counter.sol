// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "./Plug.sol";

/// @title A counter that other chains increase
/// @notice A minimal plug: one function sends, one receives.
contract Counter is Plug {
    /// @dev Enough for one storage write and one event on the destination.
    uint256 public constant INBOUND_GAS = 100_000;

    /// @notice Sum of all amounts received.
    uint256 public counter;

    /// @notice Emitted when an amount arrives from another chain. `counter` is the new sum.
    event Added(uint32 srcChainSlug, uint256 amount, uint256 counter);

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Adds `amount` to the sibling's counter.
    function add(uint32 dstChainSlug, uint256 amount) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, INBOUND_GAS, abi.encode(amount));
    }

    /// @notice Adds every amount to the sibling's counter, one message per amount, in one transaction.
    function addMany(uint32 dstChainSlug, uint256[] calldata amounts) external payable paysFees {
        for (uint256 i = 0; i < amounts.length; i++) {
            _send(dstChainSlug, INBOUND_GAS, abi.encode(amounts[i]));
        }
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        uint256 amount = abi.decode(payload, (uint256));
        counter += amount;
        emit Added(srcChainSlug, amount, counter);
    }
}
