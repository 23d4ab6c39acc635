// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title A shop that is paid on one chain and delivers on another
/// @notice Planted bug, refund to the wrong side: an order that comes when the shop is closed is refunded on the shop's
/// chain, although the buyer has paid on the other.
contract Shop is Plug {
    uint256 internal constant ORDER_GAS = 600_000;
    uint256 internal constant REFUND_GAS = 100_000;

    bool public isClosed;
    mapping(address buyer => uint256) public credit;
    mapping(address buyer => uint256) public goods;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Accepts the ether that answers are paid from.
    receive() external payable {}

    function topUp(address buyer, uint256 amount) external onlyOwner {
        credit[buyer] += amount;
    }

    function close() external onlyOwner {
        isClosed = true;
    }

    /// @notice Orders goods from the shop on another chain, at one credit each.
    function order(uint32 dstChainSlug, uint256 amount) external payable paysFees {
        credit[msg.sender] -= amount;
        _send(dstChainSlug, ORDER_GAS, abi.encode(true, msg.sender, amount));
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        (bool isOrder, address buyer, uint256 amount) = abi.decode(payload, (bool, address, uint256));
        if (!isOrder) credit[buyer] += amount;
        else if (isClosed) _refund(srcChainSlug, buyer, amount);
        else goods[buyer] += amount;
    }

    function _refund(uint32, address buyer, uint256 amount) internal virtual {
        credit[buyer] += amount;
    }
}

/// @title The same, mended: the refund goes back to the chain where the buyer has paid
contract ShopMended is Shop {
    constructor(ISocket socket_, address owner_) Shop(socket_, owner_) {}

    function _refund(uint32 srcChainSlug, address buyer, uint256 amount) internal override {
        _sendFromBalance(srcChainSlug, REFUND_GAS, abi.encode(false, buyer, amount));
    }
}
