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

/// @title Base contract of the market's bridges
/// @notice A delivery runs in a call of its own. If any part of it fails, all of it is reverted and the value is
/// returned as {WayBack} describes.
abstract contract RouteBridge is WayBack {
    using SafeERC20 for IERC20;

    /// @dev Content of a message to the destination.
    /// @param amount Amount taken on the origin.
    /// @param fee Amount deducted from the delivery. The origin fixes it, so that a later change of the fee has no
    /// effect.
    struct Cargo {
        bytes32 quoteId;
        bytes32 asset;
        uint256 amount;
        uint256 fee;
        address refundTo;
        Delivery delivery;
    }

    uint256 private constant BPS = 10_000;
    /// @dev Gas for a whole delivery: the payment to the router, a swap, unwrapping, and a receiver with code.
    uint256 private constant DELIVERY_GAS = 500_000;
    /// @dev Gas that {_settle} needs at its start, so that neither a delivery nor the handling of its failure runs out.
    /// A call gets at most 63/64 of the remaining gas.
    uint256 internal constant SETTLE_GAS = (DELIVERY_GAS * 64) / 63 + RETURN_GAS;
    /// @dev Length of a message in bytes: a direction and the words of {Cargo}.
    uint256 private constant CARGO_SIZE = 352;

    /// @notice Router of this chain, the only sender of shipments, through which the bridge delivers.
    ISwapRouter public immutable router;
    /// @inheritdoc IRouteBridge
    uint256 public immutable feeBps;

    error InvalidFee(uint256 feeBps);

    /// @dev Attached value pays for messages back to the origin.
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

    /// @notice Delivers cargo completely, or reverts. Only this contract can call it.
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

    /// @dev Tries the delivery, and returns the value to the origin if it fails. It reverts, so that it can be retried,
    /// if the router is executing another order or the caller supplied too little gas: neither is a fault of this
    /// delivery.
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

    /// @notice Handles cargo that arrived from another chain.
    function _arrive(uint32 srcChainSlug, Cargo memory cargo) internal virtual;

    /// @notice Keeps or burns the tokens that a route hands to this bridge.
    function _lock(address token, uint256 amount) internal virtual;

    /// @notice Collects the fee of a delivery.
    function _earn(address token, uint256 fee) internal virtual;

    /// @return gas Gas limit of `inbound` for cargo.
    function _cargoGas() internal pure virtual returns (uint256 gas);

    /// @dev Rounds up, so that no amount is carried free of charge, and computes in an order that cannot overflow.
    function _feeOf(uint256 amount) private view returns (uint256) {
        return (amount / BPS) * feeBps + ((amount % BPS) * feeBps + BPS - 1) / BPS;
    }
}
