// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IDex} from "../devnet/market/interfaces/IDex.sol";
import {IRouteBridge} from "../devnet/market/interfaces/IRouteBridge.sol";
import {NATIVE, Order} from "../devnet/market/interfaces/MarketTypes.sol";
import {MoodyReceiver} from "./MoodyReceiver.sol";
import {RouteBook} from "./RouteBook.sol";

/// @title Orders of every kind
/// @notice Any tokens, dexes, bridges and fees; receivers with and without code; minima that hold now, that never hold,
/// and none.
abstract contract RandomOrders is RouteBook {
    MoodyReceiver internal _refuser;
    MoodyReceiver internal _meddler;

    constructor() {
        _refuser = new MoodyReceiver();
        _refuser.feel(MoodyReceiver.Mood.Refuses);
        _meddler = new MoodyReceiver();
    }

    /// @notice What an order would give at this moment; reverts when it could not work.
    function expected(Order calldata order, bool isThere) external view returns (uint256 amount) {
        Market storage market = _market(isThere);
        address token = _wrapped(market, order.inputToken);
        amount = order.inputAmount - order.feeAmount;
        if (order.bridge == address(0))
            return _quote(order.originDex, token, _wrapped(market, order.outputToken), amount);
        amount = _quote(order.originDex, token, order.bridgedToken, amount);
        amount = IRouteBridge(order.bridge).quote(order.bridgedToken, amount);
        Market storage other = _market(!isThere);
        address arrived = order.bridgedToken == address(market.usdc) ? address(other.usdc) : address(other.usdt);
        if (order.bridgedToken == address(market.weth)) arrived = address(other.weth);
        return _quote(order.destinationDex, arrived, _wrapped(other, order.outputToken), amount);
    }

    function _randomOrder(uint256 seed, bool isThere) internal view returns (Order memory order) {
        Market storage market = _market(isThere);
        uint160 number = uint160(_quoteIds.length);
        order.salt = bytes32(seed);
        order.user = address(this);
        order.receiver = address(0x100000 + number);
        order.refundTo = address(0x200000 + number);
        order.feeTaker = address(0x300000 + number);
        order.deadline = block.timestamp + 10 minutes;
        order.inputToken = _token(market, _pick(seed, "input", 4));
        bool isEther = order.inputToken == NATIVE || order.inputToken == address(market.weth);
        order.inputAmount = 1 + _pick(seed, "amount", isEther ? 80 ether : 200_000e6);
        order.feeAmount = _pick(seed, "fee", 2) * (order.inputAmount / 100);
        order.originDex = _dex(market, _pick(seed, "origin dex", 3));
        if (_pick(seed, "bridge", 4) > 0) _cross(seed, order, isThere);
        else order.outputToken = _token(market, _pick(seed, "output", 4));
        if (order.outputToken == NATIVE) _chooseReceiver(seed, order);
        _chooseMinimum(seed, order, isThere);
    }

    /// @dev More often than not what arrives can become what is asked for.
    function _cross(uint256 seed, Order memory order, bool isThere) private view {
        Market storage market = _market(isThere);
        Market storage other = _market(!isThere);
        order.bridge = _pick(seed, "bridge", 4) == 1 ? address(market.press) : address(market.pool);
        order.dstChainSlug = isThere ? ALPHA : BETA;
        order.bridgedToken =
            order.originDex == address(0)
                ? _wrapped(market, order.inputToken)
                : _token(market, _pick(seed, "bridged", 3));
        order.destinationDex = _dex(other, _pick(seed, "destination dex", 3));
        order.outputToken = _token(other, _pick(seed, "output", 4));
        if (order.destinationDex != address(0) || _pick(seed, "senseless", 4) == 0) return;
        for (uint256 i = 0; i < 3; i++) {
            if (order.bridgedToken == _token(market, i)) order.outputToken = _token(other, i);
        }
        bool isEther = order.outputToken == address(other.weth);
        if (isEther && _pick(seed, "unwrap", 2) == 1) order.outputToken = NATIVE;
    }

    function _chooseReceiver(uint256 seed, Order memory order) private view {
        uint256 who = _pick(seed, "receiver", 4);
        if (who == 0) order.receiver = address(_refuser);
        if (who == 1) order.receiver = address(_meddler);
    }

    function _chooseMinimum(uint256 seed, Order memory order, bool isThere) private view {
        uint256 kind = _pick(seed, "minimum", 4);
        if (kind == 0) return;
        try this.expected(order, isThere) returns (uint256 amount) {
            order.minAmountOut = kind == 1 ? amount + 1 : amount - amount / (10 * kind);
        } catch {}
    }

    function _pick(uint256 seed, string memory what, uint256 count) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, what))) % count;
    }

    function _dex(Market storage market, uint256 index) private view returns (address) {
        return [address(0), address(market.curve), address(market.desk)][index];
    }

    function _wrapped(Market storage market, address token) private view returns (address) {
        return token == NATIVE ? address(market.weth) : token;
    }

    function _quote(address dex, address from, address to, uint256 amount) private view returns (uint256) {
        return dex == address(0) ? amount : IDex(dex).quote(from, to, amount);
    }
}
