// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {Plug} from "../../../plugs/Plug.sol";
import {Assets} from "../Assets.sol";
import {CappedCall} from "./CappedCall.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {Delivery, Shipment} from "../interfaces/MarketTypes.sol";
import {WayBack} from "./WayBack.sol";

/// @title What the market's bridges have in common
/// @notice A delivery is tried as a whole, in a call of its own. If anything in it fails, all of it is undone and the
/// value goes {WayBack}.
abstract contract RouteBridge is WayBack {
    using SafeERC20 for IERC20;

    /// @dev What the destination is told.
    /// @param amount What was taken on the origin.
    /// @param fee How much less is delivered. The origin has promised it, so a later change can't.
    struct Cargo {
        bytes32 quoteId;
        bytes32 asset;
        uint256 amount;
        uint256 fee;
        address refundTo;
        Delivery delivery;
    }

    uint256 private constant BPS = 10_000;
    /// @dev For all of a delivery: the payment to the router, a swap, unwrapping, and a receiver with habits.
    uint256 private constant DELIVERY_GAS = 500_000;
    /// @dev What {_settle} needs at its start, so that neither a delivery nor its failure is starved. A call gets at most
    /// 63/64 of what is left.
    uint256 internal constant SETTLE_GAS = (DELIVERY_GAS * 64) / 63 + RETURN_GAS;
    /// @dev Bytes of a message: a direction, and the words of {Cargo}.
    uint256 private constant CARGO_SIZE = 320;

    /// @notice This chain's router: the only one who sends, and who delivers.
    ISwapRouter public immutable router;
    /// @inheritdoc IRouteBridge
    uint256 public immutable feeBps;

    error InvalidFee(uint256 feeBps);

    /// @dev Attached value pays messages back.
    constructor(
        ISocket socket_,
        address owner_,
        ISwapRouter router_,
        uint256 feeBps_,
        Listing[] memory listings
    ) payable Assets(listings) Plug(socket_, owner_) {
        if (feeBps_ >= BPS) revert InvalidFee(feeBps_);
        router = router_;
        feeBps = feeBps_;
    }

    /// @inheritdoc IRouteBridge
    function send(Shipment calldata shipment) external payable paysFees returns (bytes32 msgId) {
        if (msg.sender != address(router)) revert OnlyRouter();
        Cargo memory cargo = Cargo({
            quoteId: shipment.quoteId,
            asset: _assetOf(shipment.token),
            amount: shipment.amount,
            fee: _feeOf(shipment.amount),
            refundTo: shipment.refundTo,
            delivery: shipment.delivery
        });
        IERC20(shipment.token).safeTransferFrom(msg.sender, address(this), shipment.amount);
        _lock(shipment.token, shipment.amount);
        msgId = _send(shipment.dstChainSlug, _cargoGas(), abi.encode(Direction.Out, cargo));
        emit RouteBridged(shipment.quoteId, shipment.dstChainSlug, msgId, shipment.token, shipment.amount, cargo.fee);
    }

    /// @notice A step of this contract itself: everything that a delivery does, or nothing.
    function deliver(Cargo calldata cargo) external onlySelf {
        address token = _tokenOf(cargo.asset);
        uint256 amount = cargo.amount - cargo.fee;
        _payOut(token, address(router), amount);
        _earn(token, cargo.fee);
        router.complete(cargo.quoteId, token, amount, cargo.delivery);
    }

    /// @inheritdoc IRouteBridge
    function quote(address token, uint256 amount) external view returns (uint256 amountOut) {
        _assetOf(token);
        return amount - _feeOf(amount);
    }

    /// @inheritdoc IRouteBridge
    function messageFee(uint32 dstChainSlug) external view returns (uint256) {
        return minFees(dstChainSlug, _cargoGas(), CARGO_SIZE);
    }

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        Direction direction = abi.decode(payload[:32], (Direction));
        if (direction == Direction.Out) _arrive(srcChainSlug, abi.decode(payload[32:], (Cargo)));
        else _payBack(abi.decode(payload[32:], (Refund)));
    }

    /// @dev Tries the delivery, and sends the value back if it fails. A router in the middle of another order would
    /// refuse this one for no fault of its own, and a caller who is short of gas would make it fail: both revert instead,
    /// so that it can be tried again.
    function _settle(uint32 srcChainSlug, Cargo memory cargo) internal {
        if (router.isBusy()) revert RouterBusy();
        if (gasleft() < SETTLE_GAS) revert NotEnoughGas(SETTLE_GAS);
        (bool success, bytes memory reason) = CappedCall.tryCall(
            address(this),
            DELIVERY_GAS,
            abi.encodeCall(this.deliver, (cargo))
        );
        if (!success) {
            _sendBack(srcChainSlug, Refund(cargo.quoteId, cargo.asset, cargo.amount, cargo.refundTo), reason);
        }
    }

    /// @notice Handles cargo that has arrived from another chain.
    function _arrive(uint32 srcChainSlug, Cargo memory cargo) internal virtual;

    /// @notice Keeps, or destroys, what a route hands over here.
    function _lock(address token, uint256 amount) internal virtual;

    /// @notice Takes the fee of a delivery.
    function _earn(address token, uint256 fee) internal virtual;

    /// @return gas What `inbound` gets for cargo.
    function _cargoGas() internal pure virtual returns (uint256 gas);

    /// @dev Rounded up, so that no amount is carried for nothing, and in an order in which nothing overflows.
    function _feeOf(uint256 amount) private view returns (uint256) {
        return (amount / BPS) * feeBps + ((amount % BPS) * feeBps + BPS - 1) / BPS;
    }
}
