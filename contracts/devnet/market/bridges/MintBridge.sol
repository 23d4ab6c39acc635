// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {IMintable} from "../interfaces/IMintable.sol";
import {IMintBridge} from "../interfaces/IMintBridge.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {RouteBridge} from "./RouteBridge.sol";

/// @title Bridge that burns on the origin and mints on the destination, after a delay
/// @notice It never runs out of tokens but is slow: after arrival, value waits for `delay` seconds until anyone
/// releases it. The fee goes to the owner on the destination, so burned and minted amounts are always equal.
contract MintBridge is IMintBridge, RouteBridge {
    struct Arrival {
        uint32 srcChainSlug;
        uint64 payableAt;
        Cargo cargo;
    }

    /// @inheritdoc IRouteBridge
    uint256 public immutable delay;

    mapping(bytes32 quoteId => Arrival) private _arrivals;

    constructor(
        ISocket socket_,
        address owner_,
        ISwapRouter router_,
        uint256 feeBps_,
        Listing[] memory listings,
        uint32 delay_
    ) payable RouteBridge(socket_, owner_, router_, feeBps_, listings) {
        delay = delay_;
    }

    /// @inheritdoc IMintBridge
    function release(bytes32 quoteId) external {
        Arrival memory arrival = _arrivals[quoteId];
        if (arrival.payableAt == 0) revert NothingWaits(quoteId);
        if (block.timestamp < arrival.payableAt) revert TooEarly(arrival.payableAt);
        delete _arrivals[quoteId];
        _settle(arrival.srcChainSlug, arrival.cargo);
    }

    /// @inheritdoc IMintBridge
    function payableAt(bytes32 quoteId) external view returns (uint256) {
        return _arrivals[quoteId].payableAt;
    }

    /// @inheritdoc IRouteBridge
    function available(address token) public view returns (uint256) {
        return assetOf[token] == bytes32(0) ? 0 : type(uint256).max;
    }

    function _arrive(uint32 srcChainSlug, Cargo memory cargo) internal override {
        uint64 payableAt_ = uint64(block.timestamp + delay);
        _arrivals[cargo.quoteId] = Arrival(srcChainSlug, payableAt_, cargo);
        emit RouteArrived(cargo.quoteId, srcChainSlug, tokenOf[cargo.asset], cargo.amount - cargo.fee, payableAt_);
    }

    function _lock(address token, uint256 amount) internal override {
        IMintable(token).burn(amount);
    }

    function _payOut(address token, address to, uint256 amount) internal override {
        IMintable(token).mint(to, amount);
    }

    function _earn(address token, uint256 fee) internal override {
        IMintable(token).mint(owner(), fee);
    }

    /// @dev An arrival is only recorded.
    function _cargoGas() internal pure override returns (uint256 gas) {
        return 400_000;
    }
}
