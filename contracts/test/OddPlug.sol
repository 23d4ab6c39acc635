// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "../plugs/Plug.sol";

/// @title A plug that uses its base in every way an author might, the wrong ones included
contract OddPlug is Plug {
    address private _callee;
    bytes private _callData;

    uint256 public received;
    /// @notice Gas that was left when the last message came in.
    uint256 public gasAtInbound;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    receive() external payable {}

    /// @notice Makes the next send, or the next message that arrives, call `callee`.
    function callOnNextMessage(address callee, bytes calldata data) external {
        _callee = callee;
        _callData = data;
    }

    function send(uint32 dstChainSlug, uint256 gasLimit, bytes calldata payload) external payable paysFees {
        _send(dstChainSlug, gasLimit, payload);
        _callBack();
    }

    function sendWithoutPaysFees(uint32 dstChainSlug) external payable {
        _send(dstChainSlug, 0, "");
    }

    function sendAndKeep(uint32 dstChainSlug, uint256 kept) external payable paysFees {
        _reserve(kept);
        _send(dstChainSlug, 0, "");
    }

    function sendFromBalance(uint32 dstChainSlug) external payable {
        _sendFromBalance(dstChainSlug, 0, "");
    }

    function sendFromBalanceWhilePaying(uint32 dstChainSlug) external payable paysFees {
        _sendFromBalance(dstChainSlug, 0, "");
    }

    function _inbound(uint32, bytes calldata) internal override {
        gasAtInbound = gasleft();
        received++;
        _callBack();
    }

    function _callBack() private {
        address callee = _callee;
        _callee = address(0);
        if (callee != address(0)) Address.functionCall(callee, _callData);
    }
}
