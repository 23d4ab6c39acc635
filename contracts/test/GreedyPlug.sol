// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug whose inbound runs out of gas, however much it gets
/// @notice For tests of everything that simulates inbound. It is over at once, which a loop without end is not.
contract GreedyPlug is Plug {
    uint256 public constant INBOUND_GAS = 100_000;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function send(uint32 dstChainSlug) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, INBOUND_GAS, "");
    }

    function _inbound(uint32, bytes calldata) internal pure override {
        // The memory up to there costs more than any block has.
        assembly ("memory-safe") {
            mstore(0xffffffffff, 1)
        }
    }
}
