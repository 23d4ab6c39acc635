// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IPlug} from "../interfaces/IPlug.sol";
import {ISocket} from "../interfaces/ISocket.sol";

/// @title The base of a contract that talks to its siblings on other chains
/// @notice Inherit it, send with {_send} from functions that carry {paysFees}, and handle what arrives in {_inbound}.
/// The owner connects it with {connect}, on both chains, before the first message.
///
/// Fees: the socket's price is read in the transaction that pays it, so it can't be stale. A caller attaches at least
/// that much, and whatever is left when the function ends goes back. One attached value pays all messages of a call.
///
/// Trust: a plug trusts its socket, and its owner, who names siblings and the switchboards that guard them.
abstract contract Plug is IPlug, Ownable {
    /// @dev What {_claimed} holds between calls. Not zero, because a slot that never becomes zero is cheaper to change.
    uint256 private constant NOT_PAYING = type(uint256).max;

    /// @dev Transmission at the default speed.
    bytes32 private constant NO_TRANSMISSION_PARAMS = bytes32(0);
    /// @dev No native value travels with a message.
    bytes32 private constant NO_EXECUTION_PARAMS = bytes32(0);

    /// @notice The messaging contract of this chain.
    ISocket public immutable socket;

    /// @notice The plug on another chain that this one exchanges messages with; zero when there is none.
    mapping(uint32 chainSlug => address plug) public siblings;

    /// @dev Wei of the attached value that the running function has claimed so far.
    uint256 private _claimed = NOT_PAYING;

    /// @notice The call costs `required` wei, its reserved value included, but only `provided` is there to pay it.
    /// Attach at least `required`; one simulated call tells how much.
    error InsufficientFees(uint256 required, uint256 provided);
    /// @notice There is no sibling on that chain to send to. The owner calls `connect` first.
    error NotConnected(uint32 dstChainSlug);
    /// @notice Messages are accepted from the socket alone. Nobody else calls `inbound`.
    error OnlySocket();
    /// @notice There is no sibling on that chain to hear from. The owner calls `connect` first; the message can be
    /// delivered then.
    error NotASibling(uint32 srcChainSlug);
    /// @notice The sender did not take what was left of its value. Attach exactly the fee, or let the sending
    /// contract receive ether.
    error RefundFailed(address to, uint256 amount);
    /// @notice A function with {paysFees} runs already, and the value attached to it is not for anybody else to
    /// spend. Do not call one from another, and do not use {_sendFromBalance} inside one.
    error PaysFeesReentered();
    /// @notice The function sends or reserves value without the modifier {paysFees}. Add it.
    error MissingPaysFees();

    /// @notice Pays the messages that the function sends from the value attached to the call, and refunds the rest.
    /// @dev Every function that uses {_send} carries it. A shortage is reported once, for all messages together, so one
    /// simulated call tells what to attach. The refund comes last, after every effect, because the sender may be a
    /// contract and may call again.
    modifier paysFees() {
        if (_claimed != NOT_PAYING) revert PaysFeesReentered();
        _claimed = 0;
        _;
        _settle();
    }

    constructor(ISocket socket_, address owner_) Ownable(owner_) {
        socket = socket_;
    }

    /// @notice Names the sibling on another chain, and the switchboard that guards both directions. The sibling must
    /// name this plug in turn. The zero address as sibling disconnects.
    function connect(uint32 siblingChainSlug, address siblingPlug, address switchboard) external onlyOwner {
        siblings[siblingChainSlug] = siblingPlug;
        socket.connect(siblingChainSlug, siblingPlug, switchboard, switchboard);
    }

    /// @inheritdoc IPlug
    /// @dev That the sender is the sibling, and no other plug of its chain, is proven by the socket: it computes the
    /// message's hash with the sibling that this plug named in {connect}, and any other sender gives another hash.
    function inbound(uint32 srcChainSlug_, bytes calldata payload_) external payable {
        if (msg.sender != address(socket)) revert OnlySocket();
        if (siblings[srcChainSlug_] == address(0)) revert NotASibling(srcChainSlug_);
        _inbound(srcChainSlug_, payload_);
    }

    /// @notice What a message costs at this moment, in wei.
    /// @param minMsgGasLimit Gas for `inbound` on the destination.
    /// @param payloadSize Bytes.
    function minFees(uint32 dstChainSlug, uint256 minMsgGasLimit, uint256 payloadSize) public view returns (uint256) {
        // The socket would revert without saying why.
        if (siblings[dstChainSlug] == address(0)) revert NotConnected(dstChainSlug);
        return
            socket.getMinFees(
                minMsgGasLimit,
                payloadSize,
                NO_EXECUTION_PARAMS,
                NO_TRANSMISSION_PARAMS,
                dstChainSlug,
                address(this)
            );
    }

    /// @notice Handles a message of the sibling on `srcChainSlug`.
    /// @dev If it reverts, the message stays undelivered and is tried again for a while.
    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal virtual;

    /// @notice Sends `payload` to the sibling on `dstChainSlug`, paid from the value attached to the call.
    /// @dev Once the call is known to be too cheap nothing more is sent, and {paysFees} reverts it with the whole price.
    /// @param minMsgGasLimit Gas that `inbound` gets at least; if that is too little, the message stays undelivered.
    /// @return msgId The message's id on every chain; zero when it was not sent, in a call that is about to revert.
    function _send(uint32 dstChainSlug, uint256 minMsgGasLimit, bytes memory payload) internal returns (bytes32 msgId) {
        uint256 fee = minFees(dstChainSlug, minMsgGasLimit, payload.length);
        bool isCovered = _claim(fee);
        if (isCovered) msgId = _outbound(dstChainSlug, minMsgGasLimit, payload, fee);
    }

    /// @notice Sends like {_send}, paid from what the plug itself owns.
    /// @dev For answers, which nobody attaches value to. Refused inside {paysFees}: there the balance contains value
    /// that belongs to the sender.
    function _sendFromBalance(
        uint32 dstChainSlug,
        uint256 minMsgGasLimit,
        bytes memory payload
    ) internal returns (bytes32 msgId) {
        if (_claimed != NOT_PAYING) revert PaysFeesReentered();
        uint256 fee = minFees(dstChainSlug, minMsgGasLimit, payload.length);
        if (fee > address(this).balance) revert InsufficientFees(fee, address(this).balance);
        return _outbound(dstChainSlug, minMsgGasLimit, payload, fee);
    }

    /// @notice Keeps `amount` of the attached value for the function's own purpose, out of fees and refund.
    function _reserve(uint256 amount) internal {
        _claim(amount);
    }

    /// @return isCovered Whether the attached value is enough for everything claimed so far.
    function _claim(uint256 amount) private returns (bool isCovered) {
        if (_claimed == NOT_PAYING) revert MissingPaysFees();
        _claimed += amount;
        return _claimed <= msg.value;
    }

    function _settle() private {
        uint256 claimed = _claimed;
        if (claimed > msg.value) revert InsufficientFees(claimed, msg.value);
        _claimed = NOT_PAYING;

        uint256 rest = msg.value - claimed;
        if (rest == 0) return;
        (bool isTaken, ) = msg.sender.call{value: rest}("");
        if (!isTaken) revert RefundFailed(msg.sender, rest);
    }

    function _outbound(
        uint32 dstChainSlug,
        uint256 minMsgGasLimit,
        bytes memory payload,
        uint256 fee
    ) private returns (bytes32 msgId) {
        return
            socket.outbound{value: fee}(
                dstChainSlug,
                minMsgGasLimit,
                NO_EXECUTION_PARAMS,
                NO_TRANSMISSION_PARAMS,
                payload
            );
    }
}
