// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {CallingToken} from "../../../../test/fixtures/solidity/CallingToken.sol";
import {MoodyReceiver} from "../../../../test/fixtures/solidity/MoodyReceiver.sol";
import {TwoMarkets} from "../../../../test/fixtures/solidity/TwoMarkets.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Plug} from "../../../plugs/Plug.sol";
import {Assets} from "../Assets.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {IRouteEvents} from "../interfaces/IRouteEvents.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {NATIVE, Order} from "../interfaces/MarketTypes.sol";
import {LiquidityBridge} from "./LiquidityBridge.sol";
import {MarketToken} from "../tokens/MarketToken.sol";
import {WayBack} from "./WayBack.sol";

contract WayBackTest is TwoMarkets {
    address private constant RECEIVER = address(0xcafe);
    address private constant REFUND_TO = address(0xbacc);
    address private constant STRANGER = address(0x5);

    function testFuzz_refund_paysBackAllThatWasBridged(uint256 amount, bool slow) public {
        Order memory order = slow ? _slowCrossing() : _crossing();
        order.inputAmount = 1 + (amount % 400_000e6);
        order.minAmountOut = order.inputAmount;
        _startAndFail(order);
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 0, "before");
        _deliver(_collectOne());
        _assertRefunded(order.inputAmount);
    }

    function test_refund_logsEveryStep() public {
        Order memory order = _crossing();
        order.minAmountOut = 1_000e6;
        bytes32 quoteId = _start(order);
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);
        vm.expectEmit(address(there.pool));
        emit IRouteEvents.RouteArrived(quoteId, ALPHA, address(there.usdc), 998e6, block.timestamp);
        vm.expectEmit(address(there.pool));
        emit IRouteEvents.RouteRefunding(
            quoteId,
            ALPHA,
            bytes32((uint256(BETA) << 224) | (uint256(uint160(address(here.pool))) << 64)),
            abi.encodeWithSelector(ISwapRouter.TooLittleOut.selector, 998e6, 1_000e6)
        );
        _execute(parcel);
        parcel = _collectOne();
        _sealProposeAttest(parcel);
        vm.expectEmit(address(here.pool));
        emit IRouteEvents.RouteRefunded(quoteId, REFUND_TO, address(here.usdc), 1_000e6);
        _execute(parcel);
    }

    function test_refund_whenThePoolIsTooSmall() public {
        _empty(there, 500_000e6 - 998e6 + 1);
        _startAndFail(_crossing());
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function test_refund_whenThePriceMovedOnTheWay() public {
        Order memory order = _crossing();
        (order.destinationDex, order.outputToken) = (address(there.curve), address(there.weth));
        order.minAmountOut = there.curve.quote(address(there.usdc), address(there.weth), 998e6);
        _start(order);
        Parcel memory parcel = _collectOne();
        there.router.execute(_order(there));
        uint256 before = there.weth.balanceOf(RECEIVER);
        _deliver(parcel);
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
        vm.assertEq(there.weth.balanceOf(RECEIVER), before, "nothing was paid");
    }

    function test_refund_whenTheReceiverRefuses() public {
        _failWithReceiver(MoodyReceiver.Mood.Refuses);
    }

    function test_refund_whenTheReceiverBurnsAllGas() public {
        _failWithReceiver(MoodyReceiver.Mood.BurnsGas);
    }

    function test_refund_whenTheDestinationKnowsNoSuchDex() public {
        Order memory order = _crossing();
        order.destinationDex = address(here.curve);
        _startAndFail(order);
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function test_refund_whenTheTokenIsNotOneThatArrives() public {
        Order memory order = _crossing();
        order.outputToken = address(there.usdt);
        _startAndFail(order);
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function test_refund_whenTheReceiverIsTheRouter() public {
        Order memory order = _crossing();
        order.receiver = address(there.router);
        _startAndFail(order);
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function test_refund_whenTheDestinationDoesNotKnowTheToken() public {
        MarketToken token = new MarketToken(address(this), "Exotic", "XTC", 3, 1e9);
        _startAndFail(_crossingWith(token));
        _deliver(_collectOne());
        vm.assertEq(token.balanceOf(REFUND_TO), 1_000e6, "refunded");
    }

    function test_refund_isSentWhenTheBridgeOwnsExactlyTheFee() public {
        uint256 fee = there.pool.refundMessageFee(ALPHA);
        vm.deal(address(there.pool), fee);
        Order memory order = _crossing();
        order.minAmountOut = order.inputAmount;
        _startAndFail(order);
        vm.assertEq(address(there.pool).balance, 0, "spent");
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function testFuzz_claimRefund_paysTheMessageThatTheBridgeCouldNotPay(uint64 held, uint64 excess, bool slow) public {
        Order memory order = slow ? _slowCrossing() : _crossing();
        order.minAmountOut = order.inputAmount;
        WayBack bridge = slow ? WayBack(there.press) : WayBack(there.pool);
        uint256 fee = bridge.refundMessageFee(ALPHA);
        vm.deal(address(bridge), held % fee);

        bytes32 quoteId = _startAndFail(order);
        vm.assertEq(_collect().length, 0, "messages sent");
        vm.deal(STRANGER, fee + excess);
        vm.prank(STRANGER);
        bridge.claimRefund{value: fee + excess}(quoteId);
        vm.assertEq(STRANGER.balance, excess, "returned");
        vm.assertEq(address(bridge).balance, held % fee, "of the bridge");
        Parcel memory parcel = _collectOne();
        vm.assertEq(parcel.message.payload.length, 160, "payload");
        _deliver(parcel);
        _assertRefunded(1_000e6);
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.NothingWaits.selector, quoteId));
        bridge.claimRefund{value: fee}(quoteId);
    }

    function test_claimRefund_sendsNothingWhenOneWeiShort() public {
        vm.deal(address(there.pool), 0);
        Order memory order = _crossing();
        order.minAmountOut = order.inputAmount;
        bytes32 quoteId = _startAndFail(order);
        uint256 fee = there.pool.refundMessageFee(ALPHA);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        there.pool.claimRefund{value: fee - 1}(quoteId);
        there.pool.claimRefund{value: fee}(quoteId);
    }

    /// @dev The most expensive end of a delivery: everything fails and must be recorded.
    function test_refundWaits_whenTheReceiverBurnsAllGasAndTheBridgeIsPoor() public {
        vm.deal(address(there.pool), 0);
        MoodyReceiver receiver = new MoodyReceiver();
        receiver.feel(MoodyReceiver.Mood.BurnsGas);
        Order memory order = _toNative(address(receiver));
        bytes32 quoteId = _startAndFail(order);
        there.pool.claimRefund{value: 1 ether}(quoteId);
        _deliver(_collectOne());
        vm.assertEq(here.weth.balanceOf(REFUND_TO), 1 ether, "refunded");
    }

    function test_refundWaits_whenTheOriginWasDisconnected() public {
        Order memory order = _slowCrossing();
        order.minAmountOut = order.inputAmount;
        bytes32 quoteId = _start(order);
        _deliver(_collectOne());
        vm.warp(block.timestamp + DELAY);
        there.press.connect(ALPHA, address(0), address(beta.switchboard));
        there.press.release(quoteId);

        there.press.connect(ALPHA, address(here.press), address(beta.switchboard));
        there.press.claimRefund{value: 1 ether}(quoteId);
        _deliver(_collectOne());
        _assertRefunded(1_000e6);
    }

    function testFuzz_payRefund_paysOnceThePoolIsLargeEnough(uint256 missing) public {
        missing = 1 + (missing % 1_000e6);
        Order memory order = _crossing();
        order.minAmountOut = order.inputAmount;
        bytes32 quoteId = _startAndFail(order);
        Parcel memory parcel = _collectOne();
        _empty(here, 500_000e6 + missing);
        _sealProposeAttest(parcel);
        vm.expectEmit(address(here.pool));
        emit IRouteEvents.RouteRefundDue(quoteId, REFUND_TO, address(here.usdc), 1_000e6);
        _execute(parcel);
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.PoolTooSmall.selector, 1_000e6, 1_000e6 - missing));
        here.pool.payRefund(quoteId);

        here.usdc.transfer(address(here.pool), missing);
        vm.prank(STRANGER);
        here.pool.payRefund(quoteId);
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 1_000e6, "refunded");
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.NothingWaits.selector, quoteId));
        here.pool.payRefund(quoteId);
    }

    /// @dev The token calls again while it is being paid out, and the pool has enough for two refunds.
    function test_payRefund_paysOnceWhenTheTokenCallsAgain() public {
        CallingToken token = new CallingToken(1e12);
        Order memory order = _crossingWith(token);
        bytes32 quoteId = _startAndFail(order);
        Parcel memory parcel = _collectOne();
        vm.prank(order.bridge);
        token.transfer(address(this), 1_000e6);
        _deliver(parcel);
        token.transfer(order.bridge, 2_000e6);

        token.callWhenMoved(order.bridge, abi.encodeCall(WayBack.payRefund, (quoteId)));
        WayBack(payable(order.bridge)).payRefund(quoteId);
        vm.assertFalse(token.called());
        vm.assertEq(token.answer(), abi.encodeWithSelector(IRouteBridge.NothingWaits.selector, quoteId));
        vm.assertEq(token.balanceOf(REFUND_TO), 1_000e6, "refunded");
        vm.assertEq(token.balanceOf(order.bridge), 1_000e6, "left in the pool");
    }

    /// @dev Order for a token that only the origin knows, through a bridge of its own.
    function _crossingWith(IERC20 token) private returns (Order memory order) {
        Assets.Listing[] memory listings = new Assets.Listing[](1);
        listings[0] = Assets.Listing("XTC", address(token));
        LiquidityBridge bridge = new LiquidityBridge(alpha.socket, address(this), here.router, 0, listings);
        bridge.connect(BETA, address(there.pool), address(alpha.switchboard));
        there.pool.connect(ALPHA, address(bridge), address(beta.switchboard));
        address[] memory bridges = new address[](1);
        bridges[0] = address(bridge);
        here.router.list(new address[](0), bridges);
        token.approve(address(here.router), type(uint256).max);
        order = _crossing();
        (order.inputToken, order.bridgedToken, order.bridge) = (address(token), address(token), address(bridge));
    }

    function _failWithReceiver(MoodyReceiver.Mood mood) private {
        MoodyReceiver receiver = new MoodyReceiver();
        receiver.feel(mood);
        _startAndFail(_toNative(address(receiver)));
        _deliver(_collectOne());
        vm.assertEq(address(receiver).balance, 0, "nothing was paid");
        vm.assertEq(here.weth.balanceOf(REFUND_TO), 1 ether, "refunded");
        vm.assertEq(there.weth.balanceOf(address(there.pool)), 200 ether, "pool there");
        _assertNothingLeftIn(there, address(there.router));
    }

    function _toNative(address receiver) private view returns (Order memory order) {
        order = _crossing();
        (order.inputToken, order.inputAmount) = (NATIVE, 1 ether);
        order.bridgedToken = address(here.weth);
        (order.receiver, order.outputToken) = (receiver, NATIVE);
    }

    /// @dev Runs an order until its delivery has failed and the refund is in progress or waits.
    function _startAndFail(Order memory order) private returns (bytes32 quoteId) {
        quoteId = here.router.execute{value: 2 ether}(order);
        _deliver(_collectOne());
        if (order.bridge != address(here.press)) return quoteId;
        vm.warp(block.timestamp + DELAY);
        there.press.release(quoteId);
    }

    function _empty(Market storage market, uint256 amount) private {
        vm.prank(address(market.pool));
        market.usdc.transfer(address(this), amount);
    }

    function _assertRefunded(uint256 amount) private view {
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), amount, "refunded");
        vm.assertEq(here.usdc.totalSupply(), SUPPLY, "supply here");
        vm.assertEq(there.usdc.totalSupply(), SUPPLY, "supply there");
        vm.assertEq(here.usdc.balanceOf(address(here.pool)), 500_000e6, "pool here");
        vm.assertEq(there.usdc.balanceOf(RECEIVER), 0, "nothing was paid");
        _assertNothingLeftIn(there, address(there.router));
    }
}
