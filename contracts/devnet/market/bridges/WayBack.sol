// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Plug} from "../../../plugs/Plug.sol";
import {Assets} from "../Assets.sol";
import {CappedCall} from "./CappedCall.sol";

/// @title How value that can't be delivered gets back to where it came from
/// @notice On the destination, a message goes back, paid from ether that somebody left there; when this has run out, the
/// value waits for anybody who pays. On the origin, what was taken is paid to the refund address; if the pool is too
/// small at the moment, it waits for anybody who calls again. At no time is the value in two places, or in none.
abstract contract WayBack is Assets, Plug {
    /// @dev What the origin is told.
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

    /// @dev What sending back takes: a message, or the note that one has to be sent.
    uint256 internal constant RETURN_GAS = 300_000;
    /// @dev For the payment of a refund.
    uint256 private constant REFUND_GAS = 150_000;
    /// @dev The note that the refund is due instead, and all around it.
    uint256 private constant BACK_GAS = REFUND_GAS + 150_000;
    /// @dev Bytes of a message: a direction, and the words of {Refund}.
    uint256 private constant REFUND_SIZE = 160;

    /// @notice What could be neither delivered nor sent back yet.
    mapping(bytes32 quoteId => WaitingRefund) public waitingRefunds;
    /// @notice What came back and could not be paid yet.
    mapping(bytes32 quoteId => DueRefund) public dueRefunds;

    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf();
        _;
    }

    /// @notice Takes ether to pay messages back from.
    receive() external payable {}

    /// @notice Sends back what waits here after a RouteRefundWaiting. Anybody may pay the fee, see {refundMessageFee};
    /// what is attached above it is returned.
    function claimRefund(bytes32 quoteId) external payable paysFees returns (bytes32 msgId) {
        WaitingRefund memory waiting = waitingRefunds[quoteId];
        if (waiting.srcChainSlug == 0) revert NothingWaits(quoteId);
        delete waitingRefunds[quoteId];
        msgId = _send(waiting.srcChainSlug, BACK_GAS, abi.encode(Direction.Back, waiting.refund));
        emit RouteRefunding(quoteId, waiting.srcChainSlug, msgId, "");
    }

    /// @notice Pays what waits here after a RouteRefundDue. Anybody may call.
    function payRefund(bytes32 quoteId) external {
        DueRefund memory due = dueRefunds[quoteId];
        if (due.token == address(0)) revert NothingWaits(quoteId);
        delete dueRefunds[quoteId];
        _payOut(due.token, due.to, due.amount);
        emit RouteRefunded(quoteId, due.to, due.token, due.amount);
    }

    /// @notice A step of this contract itself: pays a refund, or does nothing.
    function refund(address token, address to, uint256 amount) external onlySelf {
        _payOut(token, to, amount);
    }

    /// @notice What a message of {claimRefund} costs now, in wei.
    function refundMessageFee(uint32 srcChainSlug) public view returns (uint256) {
        return minFees(srcChainSlug, BACK_GAS, REFUND_SIZE);
    }

    /// @notice Pays on this chain what was locked on another, or reverts.
    function _payOut(address token, address to, uint256 amount) internal virtual;

    function _sendBack(uint32 srcChainSlug, Refund memory refund_, bytes memory reason) internal {
        // A route that was released late may come from a chain that has been disconnected.
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

    /// @dev Never reverts for want of anything in the pool: an undelivered message would not be tried for long.
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
