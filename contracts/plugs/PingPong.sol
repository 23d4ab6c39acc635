// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "./Plug.sol";

/// @title A plug that replies
/// @notice The sender pays for a ping; the plug that receives it pays for the reply from its own balance. If the
/// balance is too low, the ping still arrives and AnswerRefused is emitted: a revert would leave the ping undelivered
/// for a reason that its sender cannot fix.
contract PingPong is Plug {
    /// @dev A ping's gas covers sending the reply from its destination; a pong only increments a counter.
    uint256 public constant PING_GAS = 500_000;
    uint256 public constant PONG_GAS = 100_000;

    bytes32 private constant PING = "ping";
    bytes32 private constant PONG = "pong";

    /// @notice Number of pings received.
    uint256 public pings;
    /// @notice Number of replies received.
    uint256 public pongs;

    /// @notice Emitted when a ping arrives. `pings` is the new count.
    event Pinged(uint32 srcChainSlug, uint256 pings);
    /// @notice Emitted when a reply arrives. `pongs` is the new count.
    event Ponged(uint32 srcChainSlug, uint256 pongs);
    /// @notice Emitted when a ping is not answered because the reply costs `required` wei and the plug has only
    /// `available`. Send ether to the plug.
    event AnswerRefused(uint32 dstChainSlug, uint256 required, uint256 available);

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Accepts ether that pays for replies.
    receive() external payable {}

    /// @notice Sends a ping to the sibling, which replies if its balance covers the fee.
    function ping(uint32 dstChainSlug) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, PING_GAS, abi.encode(PING));
    }

    /// @notice Withdraws ether that was deposited for replies.
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        Address.sendValue(to, amount);
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        if (abi.decode(payload, (bytes32)) == PONG) {
            emit Ponged(srcChainSlug, ++pongs);
            return;
        }
        emit Pinged(srcChainSlug, ++pings);
        _answer(srcChainSlug);
    }

    function _answer(uint32 dstChainSlug) private {
        bytes memory pong = abi.encode(PONG);
        uint256 fee = minFees(dstChainSlug, PONG_GAS, pong.length);
        if (fee > address(this).balance) {
            emit AnswerRefused(dstChainSlug, fee, address(this).balance);
            return;
        }
        // plugs-lint-disable-next-line fee-from-balance the balance is for replies, and pings arrive without it
        _sendFromBalance(dstChainSlug, PONG_GAS, pong);
    }
}
