// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that sends each message back, without end
/// @notice For tests of who waits for the end of deliveries. It pays from its balance.
contract Echo is Plug {
    uint256 private constant INBOUND_GAS = 400_000;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    receive() external payable {}

    function send(uint32 dstChainSlug) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, INBOUND_GAS, abi.encode(uint256(1)));
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        _sendFromBalance(srcChainSlug, INBOUND_GAS, payload);
    }
}
