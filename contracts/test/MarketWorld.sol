// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {NATIVE, Order} from "../devnet/market/interfaces/MarketTypes.sol";
import {RandomOrders} from "./RandomOrders.sol";
import {vm} from "./Vm.sol";

/// @title Everything that can happen on two markets, in any order
/// @notice Orders and deposits of every kind, messages that overtake each other, keepers who call at any time, pools and
/// purses that run empty.
contract MarketWorld is RandomOrders {
    using SafeERC20 for IERC20;

    /// @dev Few routes, so that a run takes many of them to their end.
    uint256 private constant MAX_ROUTES = 12;

    /// @notice Deliveries that reverted. A bridge takes whatever comes.
    uint256 public refusedDeliveries;

    constructor() {
        // One way back is free, the others wait for somebody who pays.
        vm.deal(address(here.pool), here.pool.refundMessageFee(BETA));
        vm.deal(address(there.pool), there.pool.refundMessageFee(ALPHA));
        vm.deal(address(there.press), 0);
    }

    /// @notice One thing happens. Which one, and how, the seed decides.
    function act(uint256 seed) public {
        uint256 kind = _pick(seed, "kind", 11);
        if (kind < 4) _begin(seed, kind > 1);
        else if (kind < 7) _deliverAny(seed);
        else if (kind == 7) vm.warp(block.timestamp + _pick(seed, "seconds", 100));
        else if (kind == 8) _emptyPool(seed);
        else if (_quoteIds.length > 0) _keep(_quoteIds[_pick(seed, "route", _quoteIds.length)], kind == 10);
    }

    /// @notice What is under way comes to its end: messages arrive, keepers call, deadlines pass, pools are filled up.
    function finish() external {
        vm.warp(block.timestamp + 1 hours);
        for (uint256 round = 0; round < 4; round++) {
            while (_parcels.length > 0) _deliverAny(round);
            vm.warp(block.timestamp + DELAY);
            _fillPools();
            for (uint256 i = 0; i < _quoteIds.length; i++) _keep(_quoteIds[i], true);
        }
    }

    function _begin(uint256 seed, bool isDeposit) private {
        if (_quoteIds.length == MAX_ROUTES) return;
        bool isThere = _pick(seed, "side", 2) == 1;
        Market storage market = _market(isThere);
        Order memory order = _randomOrder(seed, isThere);
        bytes32 quoteId = market.router.quoteIdOf(order);
        if (_routes[quoteId].order.deadline != 0) return;
        _quoteIds.push(quoteId);
        Route storage route = _routes[quoteId];
        (route.order, route.isThere, route.isDeposit) = (order, isThere, isDeposit);

        _meddler.callWhenPaid(address(market.router), abi.encodeCall(market.router.execute, (order)));
        if (isDeposit) {
            address vault = market.deposits.depositAddress(order);
            _transfer(order.inputToken, vault, 1 + (order.inputAmount * (95 + _pick(seed, "deposit", 20))) / 100);
        } else {
            uint256 value = order.inputToken == NATIVE ? order.inputAmount : 0;
            _try(address(market.router), value + 1 ether, abi.encodeCall(market.router.execute, (order)));
        }
    }

    function _deliverAny(uint256 seed) private {
        if (_parcels.length == 0) return;
        uint256 index = _pick(seed, "parcel", _parcels.length);
        Parcel memory parcel = _parcels[index];
        _parcels[index] = _parcels[_parcels.length - 1];
        _parcels.pop();
        bool success = _try(
            address(_chain(parcel.dstChainSlug).socket),
            0,
            abi.encodeCall(ISocket.execute, (_executionDetails(parcel), parcel.message))
        );
        if (!success) refusedDeliveries++;
    }

    /// @dev A keeper tries everything that could bring a route further.
    function _keep(bytes32 quoteId, bool pays) private {
        Route storage route = _routes[quoteId];
        Market storage market = _market(route.isThere);
        Market storage other = _market(!route.isThere);
        if (route.isDeposit) {
            uint256 value = pays ? 1 ether : 0;
            _try(address(market.deposits), value, abi.encodeCall(market.deposits.sweep, (route.order)));
            address token = route.order.inputToken;
            _try(address(market.deposits), 0, abi.encodeCall(market.deposits.refundDeposit, (route.order, token)));
        }
        _try(address(other.press), 0, abi.encodeCall(other.press.release, (quoteId)));
        _try(address(market.pool), 0, abi.encodeCall(market.pool.payRefund, (quoteId)));
        if (!pays) return;
        _try(address(other.press), 1 ether, abi.encodeCall(other.press.claimRefund, (quoteId)));
        _try(address(other.pool), 1 ether, abi.encodeCall(other.pool.claimRefund, (quoteId)));
    }

    /// @dev The recorder keeps the logs of what was reverted, too.
    function _try(address target, uint256 value, bytes memory input) private returns (bool success) {
        (success, ) = target.call{value: value}(input);
        if (success) _watch();
        else vm.getRecordedLogs();
    }

    /// @dev The owner of a pool takes all that is there of a token, whatever is under way.
    function _emptyPool(uint256 seed) private {
        Market storage market = _market(_pick(seed, "side", 2) == 1);
        uint256 index = _pick(seed, "token", 3);
        IERC20 token = IERC20(_token(market, index));
        uint256 amount = Math.min(token.balanceOf(address(market.pool)), _pooled[index]);
        _pooled[index] -= amount;
        vm.prank(address(market.pool));
        (bool success, ) = address(token).call(abi.encodeCall(token.transfer, (address(this), amount)));
        vm.assertTrue(success);
    }

    function _fillPools() private {
        for (uint256 i = 0; i < 6; i++) {
            Market storage market = _market(i % 2 == 1);
            uint256 amount = i < 4 ? 1_000_000e6 : 1_000 ether;
            if (i >= 4) market.weth.deposit{value: amount}();
            _transfer(_token(market, i / 2), address(market.pool), amount);
            _pooled[i / 2] += amount;
        }
    }

    function _transfer(address token, address to, uint256 amount) private {
        if (token != NATIVE) return IERC20(token).safeTransfer(to, amount);
        (bool success, ) = to.call{value: amount}("");
        vm.assertTrue(success);
    }
}
