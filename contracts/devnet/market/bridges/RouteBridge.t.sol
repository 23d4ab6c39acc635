// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPlug} from "../../../interfaces/IPlug.sol";
import {MoodyReceiver} from "../../../../test/fixtures/solidity/MoodyReceiver.sol";
import {TwoMarkets} from "../../../../test/fixtures/solidity/TwoMarkets.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {Plug} from "../../../plugs/Plug.sol";
import {Assets} from "../Assets.sol";
import {IMintBridge} from "../interfaces/IMintBridge.sol";
import {IRouteBridge} from "../interfaces/IRouteBridge.sol";
import {IRouteEvents} from "../interfaces/IRouteEvents.sol";
import {Delivery, NATIVE, Order, Shipment} from "../interfaces/MarketTypes.sol";
import {LiquidityBridge} from "./LiquidityBridge.sol";
import {RouteBridge} from "./RouteBridge.sol";

contract RouteBridgeTest is TwoMarkets {
    address private constant RECEIVER = address(0xcafe);
    address private constant KEEPER = address(0x6ee);

    function testFuzz_pool_paysImmediatelyMinusItsFee(uint256 amount) public {
        Order memory order = _crossing();
        order.inputAmount = 1 + (amount % 400_000e6);
        order.minAmountOut = here.pool.quote(order.bridgedToken, order.inputAmount);
        uint256 fee = order.inputAmount - order.minAmountOut;
        vm.assertGe(fee * 10_000, order.inputAmount * POOL_FEE);
        vm.assertLe(fee * 10_000, order.inputAmount * POOL_FEE + 9_999);

        _start(order);
        _deliver(_collectOne());
        vm.assertEq(there.usdc.balanceOf(RECEIVER), order.minAmountOut, "paid");
        vm.assertEq(here.usdc.balanceOf(address(here.pool)), 500_000e6 + order.inputAmount, "pool here");
        vm.assertEq(there.usdc.balanceOf(address(there.pool)), 500_000e6 - order.minAmountOut, "pool there");
        _assertNothingLeftIn(here, address(here.router));
        _assertNothingLeftIn(there, address(there.router));
    }

    function testFuzz_press_burnsHereAndMintsThereAfterItsDelay(uint256 amount, uint256 early, bool awkward) public {
        Order memory order = _slowCrossing();
        order.inputAmount = 1 + (amount % 400_000e6);
        if (awkward) {
            (order.inputToken, order.bridgedToken) = (address(here.usdt), address(here.usdt));
            order.outputToken = address(there.usdt);
        }
        order.minAmountOut = here.press.quote(order.bridgedToken, order.inputAmount);
        bytes32 quoteId = _start(order);
        _deliver(_collectOne());
        uint256 supplyHere = awkward ? here.usdt.totalSupply() : here.usdc.totalSupply();
        vm.assertEq(supplyHere, SUPPLY - order.inputAmount, "burned");

        uint256 payableAt = block.timestamp + DELAY;
        vm.assertEq(there.press.payableAt(quoteId), payableAt, "payable at");
        vm.warp(block.timestamp + (early % DELAY));
        vm.expectRevert(abi.encodeWithSelector(IMintBridge.TooEarly.selector, payableAt));
        there.press.release(quoteId);

        vm.warp(payableAt);
        uint256 earned = awkward ? there.usdt.balanceOf(address(this)) : there.usdc.balanceOf(address(this));
        vm.prank(KEEPER);
        there.press.release(quoteId);
        earned = (awkward ? there.usdt.balanceOf(address(this)) : there.usdc.balanceOf(address(this))) - earned;
        uint256 got = awkward ? there.usdt.balanceOf(RECEIVER) : there.usdc.balanceOf(RECEIVER);
        vm.assertEq(got, order.minAmountOut, "paid");
        vm.assertEq(earned, order.inputAmount - got, "the owner's fee");
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.NothingWaits.selector, quoteId));
        there.press.release(quoteId);
    }

    function test_route_logsEveryStep() public {
        Order memory order = _slowCrossing();
        bytes32 quoteId = here.router.quoteIdOf(order);
        vm.expectEmit(address(here.press));
        emit IRouteEvents.RouteBridged(
            quoteId,
            BETA,
            bytes32((uint256(ALPHA) << 224) | (uint256(uint160(address(there.press))) << 64)),
            order.bridgedToken,
            1_000e6,
            500_000
        );
        _start(order);
        Parcel memory parcel = _collectOne();

        _sealProposeAttest(parcel);
        vm.expectEmit(address(there.press));
        emit IRouteEvents.RouteArrived(quoteId, ALPHA, address(there.usdc), 999_500_000, block.timestamp + DELAY);
        _execute(parcel);
        vm.warp(block.timestamp + DELAY);
        vm.expectEmit(address(there.router));
        emit IRouteEvents.RouteCompleted(quoteId, RECEIVER, address(there.usdc), 999_500_000);
        there.press.release(quoteId);
    }

    /// @dev From native to native tokens over two dexes and a pool.
    function test_route_swapsOnBothSides() public {
        Order memory order = _crossing();
        (order.inputToken, order.inputAmount) = (NATIVE, 2 ether);
        order.originDex = address(here.curve);
        (order.destinationDex, order.outputToken) = (address(there.posted), NATIVE);
        uint256 bridged = here.curve.quote(address(here.weth), order.bridgedToken, 2 ether);
        uint256 arrived = here.pool.quote(order.bridgedToken, bridged);
        uint256 quoted = there.posted.quote(address(there.usdc), address(there.weth), arrived);
        (order.minBridgedAmount, order.minAmountOut) = (bridged, quoted);
        uint256 before = address(this).balance;
        uint256 fee = here.router.quoteMessageFee(order);

        here.router.execute{value: 5 ether}(order);
        vm.assertEq(before - address(this).balance, 2 ether + fee, "spent");
        _deliver(_collectOne());
        vm.assertEq(RECEIVER.balance, quoted, "paid");
        _assertNothingLeftIn(here, address(here.router));
        _assertNothingLeftIn(there, address(there.router));
    }

    /// @dev A route whose outcome would be too low is not sent at all.
    function test_route_revertsWhenTheOriginsSwapIsTooBad() public {
        Order memory order = _crossing();
        order.inputToken = address(here.usdt);
        order.originDex = address(here.curve);
        order.minBridgedAmount = here.curve.quote(order.inputToken, order.bridgedToken, order.inputAmount) + 1;
        vm.expectRevert();
        here.router.execute{value: 1 ether}(order);
        order.minBridgedAmount--;
        here.router.execute{value: 1 ether}(order);
    }

    function test_messageFee_isWhatAMessageCosts() public {
        Order[2] memory orders = [_crossing(), _slowCrossing()];
        for (uint256 i = 0; i < 2; i++) {
            uint256 fee = here.router.quoteMessageFee(orders[i]);
            vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
            here.router.execute{value: fee - 1}(orders[i]);
            here.router.execute{value: fee}(orders[i]);
            vm.assertEq(_collectOne().message.payload.length, 352, "payload");
        }
        vm.assertEq(here.router.quoteMessageFee(_order(here)), 0, "without a bridge");
    }

    function test_route_revertsWhereTheBridgeDoesNotGo() public {
        Order memory order = _crossing();
        order.dstChainSlug = ALPHA;
        vm.expectRevert(abi.encodeWithSelector(Plug.NotConnected.selector, ALPHA));
        here.router.execute{value: 1 ether}(order);
    }

    function test_route_revertsWhenTheBridgeDoesNotCarryTheToken() public {
        Order memory order = _slowCrossing();
        (order.inputToken, order.bridgedToken) = (address(here.weth), address(here.weth));
        order.inputAmount = 1 ether;
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.UnknownToken.selector, address(here.weth)));
        here.router.execute{value: 1 ether}(order);
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.UnknownToken.selector, address(here.weth)));
        here.press.quote(address(here.weth), 1);
    }

    function test_deliver_revertsForAnAssetThatIsNotListed() public {
        RouteBridge.Cargo memory cargo;
        cargo.asset = bytes32("unlisted");
        vm.prank(address(there.pool));
        vm.expectRevert(abi.encodeWithSelector(IRouteBridge.UnknownAsset.selector, cargo.asset));
        there.pool.deliver(cargo);
    }

    function test_available_isWhatCanBePaid() public view {
        vm.assertEq(here.pool.available(address(here.weth)), 200 ether);
        vm.assertEq(here.pool.available(address(there.weth)), 0);
        vm.assertEq(here.press.available(address(here.usdc)), type(uint256).max);
        vm.assertEq(here.press.available(address(here.weth)), 0);
    }

    /// @notice A keeper with too little gas cannot turn a valid route into a refund.
    function testFuzz_release_completesOrReverts(uint256 gas) public {
        Order memory order = _slowCrossing();
        (order.destinationDex, order.outputToken) = (address(there.curve), NATIVE);
        bytes32 quoteId = _start(order);
        _deliver(_collectOne());
        vm.warp(block.timestamp + DELAY);
        (bool success, ) = address(there.press).call{gas: 30_000 + (gas % 1_200_000)}(
            abi.encodeCall(there.press.release, (quoteId))
        );
        vm.assertTrue(success == (there.press.payableAt(quoteId) == 0));
        vm.assertTrue(success == (RECEIVER.balance > 0));
    }

    /// @notice A receiver cannot turn another route into a refund.
    function test_release_waitsWhileTheRouterIsBusy() public {
        bytes32 quoteId = _start(_slowCrossing());
        _deliver(_collectOne());
        vm.warp(block.timestamp + DELAY);

        MoodyReceiver receiver = new MoodyReceiver();
        receiver.callWhenPaid(address(there.press), abi.encodeCall(there.press.release, (quoteId)));
        Order memory order = _order(there);
        (order.receiver, order.outputToken) = (address(receiver), NATIVE);
        there.router.execute(order);
        vm.assertFalse(receiver.called());
        vm.assertEq(receiver.answer(), abi.encodeWithSelector(IRouteBridge.RouterBusy.selector));

        there.press.release(quoteId);
        vm.assertEq(there.usdc.balanceOf(RECEIVER), 999_500_000, "paid");
    }

    function test_send_revertsWhenNotRouter() public {
        here.usdc.approve(address(here.pool), 1);
        Delivery memory delivery = Delivery(RECEIVER, address(0), address(there.usdc), 0, 0);
        vm.expectRevert(IRouteBridge.OnlyRouter.selector);
        here.pool.send{value: 1 ether}(Shipment("", address(here.usdc), 1, BETA, RECEIVER, delivery));
    }

    function test_steps_revertWhenNotTheBridge() public {
        RouteBridge.Cargo memory cargo;
        vm.expectRevert(IRouteBridge.OnlySelf.selector);
        here.pool.deliver(cargo);
        vm.expectRevert(IRouteBridge.OnlySelf.selector);
        here.pool.refund(address(here.usdc), address(this), 1);
        vm.expectRevert(Plug.OnlySocket.selector);
        IPlug(here.pool).inbound(BETA, "");
    }

    function test_constructor_refusesToTakeEverything() public {
        vm.expectRevert(abi.encodeWithSelector(RouteBridge.InvalidFee.selector, 10_000));
        new LiquidityBridge(alpha.socket, address(this), here.router, 10_000, new Assets.Listing[](0));
    }
}
