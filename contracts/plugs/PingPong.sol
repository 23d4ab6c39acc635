// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {Plug} from "./Plug.sol";

/// @title A plug that answers
/// @notice A ping is paid by whoever sends it, its answer by the plug that was pinged, from ether that somebody left
/// there. When that has run out, the ping still arrives and the answer is refused with an event: reverting would leave
/// the ping undelivered because of something its sender can't mend.
contract PingPong is Plug {
    /// @dev A ping pays for the whole answer on its destination, a pong only counts.
    uint256 public constant PING_GAS = 500_000;
    uint256 public constant PONG_GAS = 100_000;

    bytes32 private constant PING = "ping";
    bytes32 private constant PONG = "pong";

    /// @notice Pings that arrived here.
    uint256 public pings;
    /// @notice Answers that arrived here.
    uint256 public pongs;

    /// @notice A ping arrived. `pings` counts it.
    event Pinged(uint32 srcChainSlug, uint256 pings);
    /// @notice An answer arrived. `pongs` counts it.
    event Ponged(uint32 srcChainSlug, uint256 pongs);
    /// @notice A ping was not answered, since the answer costs `required` wei and the plug has `available`. Send
    /// ether to the plug.
    event AnswerRefused(uint32 dstChainSlug, uint256 required, uint256 available);

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    /// @notice Takes ether to pay answers from.
    receive() external payable {}

    /// @notice Pings the sibling, which answers if it can pay.
    function ping(uint32 dstChainSlug) external payable paysFees returns (bytes32 msgId) {
        return _send(dstChainSlug, PING_GAS, abi.encode(PING));
    }

    /// @notice Takes back what was left for answers.
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
        _sendFromBalance(dstChainSlug, PONG_GAS, pong);
    }
}
