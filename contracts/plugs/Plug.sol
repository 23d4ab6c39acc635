// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

import {IPlug} from "../interfaces/IPlug.sol";
import {ISocket} from "../interfaces/ISocket.sol";

/// @title Base contract for plugs, which exchange messages with their siblings on other chains
/// @notice Inherit it, send with {_send} from functions that have the modifier {paysFees}, and implement {_inbound} to
/// handle messages. Before the first message, the owner calls {connect} on both chains.
///
/// Fees: the plug reads the socket's price in the transaction that pays it, so the price is never stale. The caller
/// attaches at least that amount and gets the excess back when the function ends. One attached value pays for all
/// messages of a call.
///
/// Trust: a plug trusts its socket and its owner, who chooses the siblings and the switchboards that verify their
/// messages. Ownership is handed over in two steps: the owner calls `transferOwnership`, and nothing changes until the new
/// owner calls `acceptOwnership`. A wrong address therefore cannot take the plug away from its owner.
abstract contract Plug is IPlug, Ownable2Step {
    /// @dev Value of {_claimed} between calls. It is nonzero because updating a nonzero slot costs less gas.
    uint256 private constant NOT_PAYING = type(uint256).max;

    /// @dev Default transmission speed.
    bytes32 private constant NO_TRANSMISSION_PARAMS = bytes32(0);
    /// @dev Messages deliver no native value.
    bytes32 private constant NO_EXECUTION_PARAMS = bytes32(0);

    /// @notice The messaging contract of this chain.
    ISocket public immutable socket;

    /// @notice The plug on another chain that this plug exchanges messages with; zero if there is none.
    mapping(uint32 chainSlug => address plug) public siblings;

    /// @dev Wei of the attached value that the running function has claimed so far.
    uint256 private _claimed = NOT_PAYING;

    /// @notice The call costs `required` wei, including reserved value, but only `provided` wei are available. Attach
    /// at least `required`; one simulated call returns the amount.
    error InsufficientFees(uint256 required, uint256 provided);
    /// @notice The plug has no sibling on the destination chain. The owner must call `connect` first.
    error NotConnected(uint32 dstChainSlug);
    /// @notice The caller is not the socket. Only the socket can call `inbound`.
    error OnlySocket();
    /// @notice The plug has no sibling on the source chain. The owner must call `connect`; then the message can be
    /// delivered.
    error NotASibling(uint32 srcChainSlug);
    /// @notice The account that gets the refund rejected it. Attach exactly the fee, or let that contract receive ether.
    error RefundFailed(address to, uint256 amount);
    /// @notice A function with {paysFees} is already running, and the value attached to it pays for that function only.
    /// Do not call one such function from another, and do not use {_sendFromBalance} inside one.
    error PaysFeesReentered();
    /// @notice The function sends a message or reserves value without the modifier {paysFees}. Add the modifier.
    error MissingPaysFees();

    /// @notice Pays for the function's messages with the attached value and refunds the rest to the caller.
    /// @dev Required on every function that uses {_send}. A shortfall is reported once, for all messages together, so
    /// one simulated call returns the value to attach. The refund is the last step, after all effects, because the
    /// sender may be a contract that calls again.
    modifier paysFees() {
        _startPaying();
        _;
        _settle(msg.sender);
    }

    /// @notice Does what {paysFees} does, and refunds the rest to an account that the caller chose.
    modifier paysFeesAndRefunds(address refundRecipient) {
        _startPaying();
        _;
        _settle(refundRecipient);
    }

    constructor(ISocket socket_, address owner_) Ownable(owner_) {
        socket = socket_;
    }

    /// @notice Sets the sibling on another chain and one switchboard for both directions. The sibling must also name
    /// this plug. The zero address as sibling disconnects.
    function connect(uint32 siblingChainSlug, address siblingPlug, address switchboard) public virtual onlyOwner {
        siblings[siblingChainSlug] = siblingPlug;
        socket.connect(siblingChainSlug, siblingPlug, switchboard, switchboard);
    }

    /// @inheritdoc IPlug
    /// @dev The socket proves that the sender is the sibling: it computes the message's hash with the sibling set in
    /// {connect}, and any other sender gives a different hash.
    function inbound(uint32 srcChainSlug_, bytes calldata payload_) external payable {
        if (msg.sender != address(socket)) revert OnlySocket();
        if (siblings[srcChainSlug_] == address(0)) revert NotASibling(srcChainSlug_);
        _inbound(srcChainSlug_, payload_);
    }

    /// @notice Returns the current price of a message, in wei.
    /// @param dstChainSlug Slug of the destination chain.
    /// @param minMsgGasLimit Gas for `inbound` on the destination.
    /// @param payloadSize Length of the payload in bytes.
    function minFees(uint32 dstChainSlug, uint256 minMsgGasLimit, uint256 payloadSize) public view returns (uint256) {
        // The socket would revert without data.
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

    /// @notice Handles a message from the sibling on `srcChainSlug`.
    /// @dev If it reverts, the message stays undelivered, and executors retry it for a while.
    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal virtual;

    /// @notice Sends `payload` to the sibling on `dstChainSlug`, paid from the value attached to the call.
    /// @dev Once the attached value is too small, no further message is sent, and {paysFees} reverts with the total
    /// price.
    /// @param minMsgGasLimit Minimum gas for `inbound`; if it is too low, the message stays undelivered.
    /// @return msgId The message's id on both chains; zero if it was not sent because the call is about to revert.
    function _send(uint32 dstChainSlug, uint256 minMsgGasLimit, bytes memory payload) internal returns (bytes32 msgId) {
        uint256 fee = minFees(dstChainSlug, minMsgGasLimit, payload.length);
        bool isCovered = _claim(fee);
        if (isCovered) msgId = _outbound(dstChainSlug, minMsgGasLimit, payload, fee);
    }

    /// @notice Sends a message like {_send}, paid from the plug's own balance.
    /// @dev Meant for replies, for which no caller attaches value. It reverts inside {paysFees}, where part of the
    /// balance belongs to the sender.
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

    /// @notice Reserves `amount` wei of the attached value for the function's own use; it neither pays fees nor is
    /// refunded.
    function _reserve(uint256 amount) internal {
        _claim(amount);
    }

    /// @return isCovered Whether the attached value covers everything claimed so far.
    function _claim(uint256 amount) private returns (bool isCovered) {
        if (_claimed == NOT_PAYING) revert MissingPaysFees();
        _claimed += amount;
        return _claimed <= msg.value;
    }

    function _startPaying() private {
        if (_claimed != NOT_PAYING) revert PaysFeesReentered();
        _claimed = 0;
    }

    function _settle(address refundRecipient) private {
        uint256 claimed = _claimed;
        if (claimed > msg.value) revert InsufficientFees(claimed, msg.value);
        _claimed = NOT_PAYING;

        uint256 rest = msg.value - claimed;
        if (rest == 0) return;
        (bool isTaken, ) = refundRecipient.call{value: rest}("");
        if (!isTaken) revert RefundFailed(refundRecipient, rest);
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
