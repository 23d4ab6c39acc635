// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title A notice that is shown on several chains
/// @notice Planted bug, trust in order: the notice that arrives last is shown, although messages can arrive in any order.
contract Notice is Plug {
    uint256 internal constant INBOUND_GAS = 100_000;

    uint256 public shown;
    /// @notice Number of the notice that is shown.
    uint256 public number;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Shows a notice on this chain and on another.
    function show(uint32 dstChainSlug, uint256 notice) external payable paysFees {
        shown = notice;
        number++;
        _send(dstChainSlug, INBOUND_GAS, abi.encode(number, notice));
    }

    function _inbound(uint32, bytes calldata payload) internal virtual override {
        (number, shown) = abi.decode(payload, (uint256, uint256));
    }
}

/// @title The same, mended: a notice that is older than the one shown is left out
contract NoticeMended is Notice {
    constructor(ISocket socket_, address owner_) Notice(socket_, owner_) {}

    function _inbound(uint32, bytes calldata payload) internal override {
        (uint256 number_, uint256 notice) = abi.decode(payload, (uint256, uint256));
        if (number_ > number) (number, shown) = (number_, notice);
    }
}
