// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that reverts with as much data as its gas buys
contract LoudPlug is Plug {
    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function _inbound(uint32, bytes calldata) internal pure override {
        assembly ("memory-safe") {
            revert(0, 400000)
        }
    }
}
