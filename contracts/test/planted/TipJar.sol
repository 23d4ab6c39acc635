// SPDX-License-Identifier: MIT
// The contract with the bug stands beside its mended twin.
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";

/// @title A jar that pays tips that were given on another chain
/// @notice A recipient that refuses its tip gets it with the next one, or collects it. Planted bug, reentrancy on a second
/// delivery: the next tip is paid before what was refused is forgotten, so a recipient that collects meanwhile gets it
/// twice.
contract TipJar is Plug {
    uint256 internal constant INBOUND_GAS = 400_000;

    /// @notice What a recipient has refused, in wei.
    mapping(address recipient => uint256) public refused;
    /// @notice All tips of a recipient that were delivered, in wei.
    mapping(address recipient => uint256) public tipped;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Accepts the ether that tips are paid from.
    receive() external payable {}

    function tip(uint32 dstChainSlug, address recipient, uint256 amount) external payable paysFees {
        _send(dstChainSlug, INBOUND_GAS, abi.encode(recipient, amount));
    }

    function collect() external {
        uint256 amount = refused[msg.sender];
        refused[msg.sender] = 0;
        if (!_pay(msg.sender, amount)) refused[msg.sender] = amount;
    }

    function _inbound(uint32, bytes calldata payload) internal override {
        (address recipient, uint256 amount) = abi.decode(payload, (address, uint256));
        tipped[recipient] += amount;
        _payAll(recipient, refused[recipient] + amount);
    }

    function _payAll(address recipient, uint256 amount) internal virtual {
        refused[recipient] = _pay(recipient, amount) ? 0 : amount;
    }

    function _pay(address recipient, uint256 amount) internal returns (bool isTaken) {
        (isTaken, ) = recipient.call{value: amount}("");
    }
}

/// @title The same, mended: what was refused is forgotten first
contract TipJarMended is TipJar {
    constructor(ISocket socket_, address owner_) TipJar(socket_, owner_) {}

    function _payAll(address recipient, uint256 amount) internal override {
        refused[recipient] = 0;
        if (!_pay(recipient, amount)) refused[recipient] += amount;
    }
}
