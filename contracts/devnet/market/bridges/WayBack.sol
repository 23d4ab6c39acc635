// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Plug} from "../../../plugs/Plug.sol";
import {Assets} from "../Assets.sol";
import {CappedCall} from "./CappedCall.sol";

/// @title Return of value that cannot be delivered
/// @notice The destination sends a message back, paid from ether that was deposited here; if that is used up, the value
/// waits until anyone pays for the message. The origin pays the amount taken to the refund address; if the pool is too
/// small, the refund waits until anyone calls again. The value is always in exactly one place.
abstract contract WayBack is Assets, Plug {
    /// @dev Content of a message to the origin.
    struct Refund {
        bytes32 quoteId;
        bytes32 asset;
        uint256 amount;
        address refundTo;
    }

    struct WaitingRefund {
        uint32 srcChainSlug;
        Refund refund;
    }

    struct DueRefund {
        address token;
        address to;
        uint256 amount;
    }

    enum Direction {
        Out,
        Back
    }

    /// @dev Gas to return value: a message, or the record that one must be sent.
    uint256 internal constant RETURN_GAS = 300_000;
    /// @dev Gas to pay a refund.
    uint256 private constant REFUND_GAS = 150_000;
    /// @dev Gas to record a refund as due instead, and for everything around it.
    uint256 private constant BACK_GAS = REFUND_GAS + 150_000;
    /// @dev Length of a message in bytes: a direction and the words of {Refund}.
    uint256 private constant REFUND_SIZE = 160;

    /// @notice Value that could neither be delivered nor returned yet.
    mapping(bytes32 quoteId => WaitingRefund) public waitingRefunds;
    /// @notice Refunds that arrived here and could not be paid yet.
    mapping(bytes32 quoteId => DueRefund) public dueRefunds;

    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf();
        _;
    }

    /// @notice Accepts ether that pays for messages back to the origin.
    receive() external payable {}

    /// @notice Sends back value that waits here after a RouteRefundWaiting. Anyone can pay the fee, see
    /// {refundMessageFee}; excess value is returned.
    function claimRefund(bytes32 quoteId) external payable paysFees returns (bytes32 msgId) {
        WaitingRefund memory waiting = waitingRefunds[quoteId];
        if (waiting.srcChainSlug == 0) revert NothingWaits(quoteId);
        delete waitingRefunds[quoteId];
        msgId = _send(waiting.srcChainSlug, BACK_GAS, abi.encode(Direction.Back, waiting.refund));
        emit RouteRefunding(quoteId, waiting.srcChainSlug, msgId, "");
    }

    /// @notice Pays a refund that waits here after a RouteRefundDue. Anyone can call it.
    function payRefund(bytes32 quoteId) external {
        DueRefund memory due = dueRefunds[quoteId];
        if (due.token == address(0)) revert NothingWaits(quoteId);
        delete dueRefunds[quoteId];
        _payOut(due.token, due.to, due.amount);
        emit RouteRefunded(quoteId, due.to, due.token, due.amount);
    }

    /// @notice Pays a refund, or reverts. Only this contract can call it.
    function refund(address token, address to, uint256 amount) external onlySelf {
        _payOut(token, to, amount);
    }

    /// @notice Returns the current price of the message that {claimRefund} sends, in wei.
    function refundMessageFee(uint32 srcChainSlug) public view returns (uint256) {
        return minFees(srcChainSlug, BACK_GAS, REFUND_SIZE);
    }

    /// @notice Pays on this chain what was locked on another, or reverts.
    function _payOut(address token, address to, uint256 amount) internal virtual;

    function _sendBack(uint32 srcChainSlug, Refund memory refund_, bytes memory reason) internal {
        // A route that is released late may come from a chain that was disconnected since.
        bool isPossible =
            siblings[srcChainSlug] != address(0) && address(this).balance >= refundMessageFee(srcChainSlug);
        if (!isPossible) {
            waitingRefunds[refund_.quoteId] = WaitingRefund(srcChainSlug, refund_);
            emit RouteRefundWaiting(refund_.quoteId, srcChainSlug, reason);
            return;
        }
        bytes32 msgId = _sendFromBalance(srcChainSlug, BACK_GAS, abi.encode(Direction.Back, refund_));
        emit RouteRefunding(refund_.quoteId, srcChainSlug, msgId, reason);
    }

    /// @dev Never reverts because the pool is too small: an undelivered message would not be retried for long.
    function _payBack(Refund memory refund_) internal {
        address token = tokenOf[refund_.asset];
        (bool success, ) = CappedCall.tryCall(
            address(this),
            REFUND_GAS,
            abi.encodeCall(this.refund, (token, refund_.refundTo, refund_.amount))
        );
        if (success) {
            emit RouteRefunded(refund_.quoteId, refund_.refundTo, token, refund_.amount);
        } else {
            dueRefunds[refund_.quoteId] = DueRefund(token, refund_.refundTo, refund_.amount);
            emit RouteRefundDue(refund_.quoteId, refund_.refundTo, token, refund_.amount);
        }
    }
}
