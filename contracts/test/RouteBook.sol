// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IDepositFactory} from "../devnet/market/interfaces/IDepositFactory.sol";
import {IRouteEvents} from "../devnet/market/interfaces/IRouteEvents.sol";
import {NATIVE, Order} from "../devnet/market/interfaces/MarketTypes.sol";
import {TwoMarkets} from "./TwoMarkets.sol";
import {vm, Vm} from "./Vm.sol";

/// @title What two markets' logs say about every route, and whether the balances agree
abstract contract RouteBook is TwoMarkets {
    /// @param isDeposit Whether the order is paid at its deposit address.
    /// @param bridged What its bridge took, and `fee` what that bridge earns.
    struct Route {
        Order order;
        bool isThere;
        bool isDeposit;
        bool isStarted;
        uint256 bridged;
        uint256 fee;
        uint256 completions;
        uint256 refunds;
        uint256 depositRefunds;
        uint256 paid;
        uint256 paidBack;
    }

    bytes32[] internal _quoteIds;
    mapping(bytes32 quoteId => Route) internal _routes;
    /// @dev What accounts were paid.
    mapping(address token => mapping(address account => uint256)) internal _logged;
    /// @dev What both pools together began with, and what the world put into them or took out.
    mapping(uint256 index => uint256) internal _pooled;
    Parcel[] internal _parcels;

    constructor() {
        for (uint256 i = 0; i < 3; i++) _pooled[i] = _inPools(i);
    }

    function checkSupplies() external view {
        uint256 usdc = here.usdc.totalSupply() + there.usdc.totalSupply();
        uint256 usdt = here.usdt.totalSupply() + there.usdt.totalSupply();
        vm.assertEq(usdc + _onTheWay(address(here.press), address(here.usdc)), 2 * SUPPLY, "usdc");
        vm.assertEq(usdt + _onTheWay(address(here.press), address(here.usdt)), 2 * SUPPLY, "usdt");
        vm.assertEq(here.weth.totalSupply(), address(here.weth).balance, "wrapped here");
        vm.assertEq(there.weth.totalSupply(), address(there.weth).balance, "wrapped there");
    }

    function checkPools() external view {
        for (uint256 i = 0; i < 3; i++) {
            vm.assertEq(_inPools(i), _pooled[i] + _onTheWay(address(here.pool), _token(here, i)), "pools");
        }
    }

    function checkPayments() external view {
        for (uint256 i = 0; i < _quoteIds.length; i++) {
            Route storage route = _routes[_quoteIds[i]];
            Order storage order = route.order;
            vm.assertLe(route.completions + route.refunds + route.depositRefunds, 1);
            vm.assertTrue(route.isStarted || route.completions + route.refunds == 0);
            if (route.completions > 0) vm.assertGe(route.paid, order.minAmountOut);
            if (route.refunds > 0) vm.assertEq(route.paidBack, route.bridged, "paid back");
            _assertLogged(order.outputToken, order.receiver);
            _assertLogged(order.inputToken, order.refundTo);
            if (order.bridge != address(0)) _assertLogged(order.bridgedToken, order.refundTo);
            _assertLogged(order.inputToken, order.feeTaker);
        }
    }

    function checkNothingIsLeft() external view {
        _assertNothingLeftIn(here, address(here.router));
        _assertNothingLeftIn(there, address(there.router));
        _assertNothingLeftIn(here, address(here.deposits));
        _assertNothingLeftIn(there, address(there.deposits));
        vm.assertEq(here.usdc.balanceOf(address(here.press)) + there.usdt.balanceOf(address(there.press)), 0, "press");
        for (uint256 i = 0; i < _quoteIds.length; i++) {
            Route storage route = _routes[_quoteIds[i]];
            Market storage market = _market(route.isThere);
            if (route.isStarted) _assertNothingLeftIn(market, market.deposits.depositAddress(route.order));
        }
    }

    /// @notice Every route that started was completed or refunded, and every deposit started one or went back.
    function checkAllIsOver() external view {
        for (uint256 i = 0; i < _quoteIds.length; i++) {
            Route storage route = _routes[_quoteIds[i]];
            vm.assertEq(route.completions + route.refunds, route.isStarted ? 1 : 0, "ends");
            if (route.isDeposit) vm.assertEq(route.depositRefunds, route.isStarted ? 0 : 1, "deposits");
        }
    }

    /// @return completed Routes that a bridge delivered.
    /// @return refunded Routes that a bridge paid back.
    function ends() external view returns (uint256 completed, uint256 refunded) {
        for (uint256 i = 0; i < _quoteIds.length; i++) {
            Route storage route = _routes[_quoteIds[i]];
            if (route.order.bridge != address(0)) completed += route.completions;
            refunded += route.refunds;
        }
    }

    function _market(bool isThere) internal view returns (Market storage) {
        return isThere ? there : here;
    }

    function _token(Market storage market, uint256 index) internal view returns (address) {
        return [address(market.usdc), address(market.usdt), address(market.weth), NATIVE][index];
    }

    /// @dev Brings the book up to date, and what was sent to where it can be executed. Packets are sealed in the order
    /// of their queue, so this has to follow every step.
    function _watch() internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) _read(logs[i]);
        Parcel[] memory parcels = _parcelsIn(logs);
        for (uint256 i = 0; i < parcels.length; i++) {
            _sealProposeAttest(parcels[i]);
            _parcels.push(parcels[i]);
        }
    }

    function _read(Vm.Log memory log) private {
        bytes32 topic = log.topics[0];
        if (topic == IRouteEvents.RouteStarted.selector) {
            Route storage route = _routes[log.topics[1]];
            // The recorder keeps the logs of what was reverted, and a receiver that meddles tries in vain.
            if (_market(route.isThere).router.isExecuted(log.topics[1])) _readStart(route, log.data);
        } else if (topic == IRouteEvents.RouteBridged.selector) {
            Route storage route = _routes[log.topics[1]];
            (, , route.bridged, route.fee) = abi.decode(log.data, (bytes32, address, uint256, uint256));
        } else if (topic == IRouteEvents.RouteCompleted.selector) {
            Route storage route = _routes[log.topics[1]];
            route.completions++;
            route.paid = _readPayment(log);
        } else if (topic == IRouteEvents.RouteRefunded.selector) {
            Route storage route = _routes[log.topics[1]];
            route.refunds++;
            route.paidBack = _readPayment(log);
        } else if (topic == IDepositFactory.DepositRefunded.selector) {
            Route storage route = _routes[log.topics[1]];
            if (!route.isStarted) route.depositRefunds++;
            _readPayment(log);
        }
    }

    function _readStart(Route storage route, bytes memory data) private {
        route.isStarted = true;
        (, address token, , address feeTaker, uint256 feeAmount) = abi.decode(
            data,
            (address, address, uint256, address, uint256)
        );
        _logged[token][feeTaker] += feeAmount;
    }

    function _readPayment(Vm.Log memory log) private returns (uint256 amount) {
        address token;
        (token, amount) = abi.decode(log.data, (address, uint256));
        _logged[token][address(uint160(uint256(log.topics[2])))] += amount;
    }

    function _inPools(uint256 index) private view returns (uint256) {
        return
            IERC20(_token(here, index)).balanceOf(address(here.pool)) +
            IERC20(_token(there, index)).balanceOf(address(there.pool));
    }

    /// @dev What a bridge took and neither side has paid, and what it earned when it kept that too.
    function _onTheWay(address bridge, address token) private view returns (uint256 amount) {
        bool isPool = bridge == address(here.pool);
        for (uint256 i = 0; i < _quoteIds.length; i++) {
            Route storage route = _routes[_quoteIds[i]];
            if (!route.isStarted || _nameOf(route.order.bridge) != _nameOf(bridge)) continue;
            if (_nameOf(route.order.bridgedToken) != _nameOf(token)) continue;
            if (route.completions + route.refunds == 0) amount += route.bridged;
            else if (route.completions > 0 && isPool) amount += route.fee;
        }
    }

    /// @dev The same for the two chains' counterparts.
    function _nameOf(address account) private view returns (uint256) {
        address[10] memory accounts = [
            address(here.pool),
            address(here.press),
            address(here.usdc),
            address(here.usdt),
            address(here.weth),
            address(there.pool),
            address(there.press),
            address(there.usdc),
            address(there.usdt),
            address(there.weth)
        ];
        for (uint256 i = 0; i < 10; i++) if (accounts[i] == account) return 1 + (i % 5);
        return 0;
    }

    function _assertLogged(address token, address account) private view {
        uint256 balance = token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
        vm.assertEq(balance, _logged[token][account], "paid and logged");
    }
}
