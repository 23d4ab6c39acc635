// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title A token whose supply moves between chains
/// @notice A move can be sent again in case that its message is lost, and is still credited once. Planted bug, supply not
/// conserved under a reorg: a move is named after its block, so one that a reorg puts into another block is credited
/// twice when it is sent again.
contract MovingToken is Plug {
    uint256 internal constant INBOUND_GAS = 150_000;

    uint256 public supply;
    /// @notice Name and amount of the last move from this chain.
    bytes32 public lastName;
    uint256 public lastAmount;
    uint256 public moves;
    mapping(bytes32 name => bool) public isCredited;

    constructor(ISocket socket_, address owner_, uint256 supply_) Plug(socket_, owner_) {
        supply = supply_;
    }

    function move(uint32 dstChainSlug, uint256 amount) external payable onlyOwner paysFees {
        supply -= amount;
        moves++;
        (lastName, lastAmount) = (_name(), amount);
        _send(dstChainSlug, INBOUND_GAS, abi.encode(lastName, amount));
    }

    /// @notice Sends the last move again.
    function sendAgain(uint32 dstChainSlug) external payable paysFees {
        _send(dstChainSlug, INBOUND_GAS, abi.encode(lastName, lastAmount));
    }

    function _name() internal view virtual returns (bytes32) {
        return keccak256(abi.encode(block.number, blockhash(block.number - 1)));
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        (bytes32 name, uint256 amount) = abi.decode(payload, (bytes32, uint256));
        if (isCredited[name]) return;
        isCredited[name] = true;
        supply += amount;
    }
}

/// @title The same, mended: a move is named after its number
contract MovingTokenMended is MovingToken {
    constructor(ISocket socket_, address owner_, uint256 supply_) MovingToken(socket_, owner_, supply_) {}

    function _name() internal view override returns (bytes32) {
        return bytes32(moves);
    }
}
