// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title Grants that are given on another chain
/// @notice Planted bug, missing sibling check: while a chain is left, anybody can make a contract of that chain the sibling.
contract Grants is Plug {
    uint256 internal constant INBOUND_GAS = 100_000;

    /// @notice What a plug of another chain has granted.
    uint256 public granted;

    error NotVacant();

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function grant(uint32 dstChainSlug, uint256 amount) external payable onlyOwner paysFees {
        _send(dstChainSlug, INBOUND_GAS, abi.encode(amount));
    }

    /// @notice Leaves a chain until somebody joins it again.
    function vacate(uint32 siblingChainSlug, address switchboard) external onlyOwner {
        _connect(siblingChainSlug, address(0), switchboard);
    }

    /// @notice Joins a chain that was left.
    function join(uint32 siblingChainSlug, address siblingPlug, address switchboard) external virtual {
        _join(siblingChainSlug, siblingPlug, switchboard);
    }

    function _join(uint32 siblingChainSlug, address siblingPlug, address switchboard) internal {
        if (siblings[siblingChainSlug] != address(0)) revert NotVacant();
        _connect(siblingChainSlug, siblingPlug, switchboard);
    }

    function _connect(uint32 siblingChainSlug, address siblingPlug, address switchboard) private {
        siblings[siblingChainSlug] = siblingPlug;
        socket.connect(siblingChainSlug, siblingPlug, switchboard, switchboard);
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        granted += abi.decode(payload, (uint256));
    }
}

/// @title The same, mended: only the owner joins
contract GrantsMended is Grants {
    constructor(ISocket socket_, address owner_) Grants(socket_, owner_) {}

    function join(uint32 siblingChainSlug, address siblingPlug, address switchboard) external override onlyOwner {
        _join(siblingChainSlug, siblingPlug, switchboard);
    }
}
