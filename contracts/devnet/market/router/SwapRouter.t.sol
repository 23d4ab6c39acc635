// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

import {CallingToken} from "../../../../test/fixtures/solidity/CallingToken.sol";
import {MoodyReceiver} from "../../../../test/fixtures/solidity/MoodyReceiver.sol";
import {PayloadTaker} from "../../../../test/fixtures/solidity/PayloadTaker.sol";
import {TwoMarkets} from "../../../../test/fixtures/solidity/TwoMarkets.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {ConstantProductDex} from "../dexes/ConstantProductDex.sol";
import {IRouteEvents} from "../interfaces/IRouteEvents.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {Delivery, NATIVE, Order} from "../interfaces/MarketTypes.sol";

contract SwapRouterTest is TwoMarkets {
    address private constant RECEIVER = address(0xcafe);

    function test_execute_logsFromStartToEnd() public {
        Order memory order = _order(here);
        (order.feeTaker, order.feeAmount) = (FEE_TAKER, 5e6);
        bytes32 quoteId = here.router.quoteIdOf(order);
        uint256 amountOut = here.curve.quote(order.inputToken, order.outputToken, 995e6);
        vm.expectEmit(address(here.router));
        emit IRouteEvents.RouteStarted(
            quoteId,
            order.user,
            address(this),
            order.inputToken,
            order.inputAmount,
            FEE_TAKER,
            5e6
        );
        vm.expectEmit(address(here.router));
        emit IRouteEvents.RouteCompleted(quoteId, RECEIVER, order.outputToken, amountOut);
        here.router.execute(order);
        vm.assertTrue(here.router.isExecuted(quoteId));
    }

    function testFuzz_execute_paysWhatTheDexQuotes(uint256 amount, bool onPosted, uint256 pair) public {
        Order memory order = _order(here);
        order.originDex = onPosted ? address(here.posted) : address(here.curve);
        order.inputAmount = 1 + (amount % 10_000e6);
        if (pair % 3 == 1) order.outputToken = address(here.usdt);
        if (pair % 3 == 2) (order.inputToken, order.outputToken) = (address(here.usdt), address(here.usdc));
        uint256 quoted = here.curve.quote(order.inputToken, order.outputToken, order.inputAmount);
        if (onPosted) quoted = here.posted.quote(order.inputToken, order.outputToken, order.inputAmount);

        uint256 before = here.usdc.balanceOf(RECEIVER) + here.usdt.balanceOf(RECEIVER) + here.weth.balanceOf(RECEIVER);
        here.router.execute(order);
        uint256 got = here.usdc.balanceOf(RECEIVER) + here.usdt.balanceOf(RECEIVER) + here.weth.balanceOf(RECEIVER);
        vm.assertEq(got - before, quoted, "paid");
        _assertNothingLeftIn(here, address(here.router));
    }

    function testFuzz_execute_takesTheInputAndPaysTheFeeTaker(uint256 amount, uint256 fee, bool isNative) public {
        Order memory order = _order(here);
        order.inputToken = isNative ? NATIVE : address(here.usdc);
        order.originDex = isNative ? address(0) : order.originDex;
        order.inputAmount = 1 + (amount % 10_000e6);
        (order.feeTaker, order.feeAmount) = (FEE_TAKER, fee % order.inputAmount);
        uint256 usdcBefore = here.usdc.balanceOf(address(this));
        uint256 etherBefore = address(this).balance;
        here.router.execute{value: 1 ether}(order);
        uint256 etherPaid = etherBefore - address(this).balance;
        uint256 usdcPaid = usdcBefore - here.usdc.balanceOf(address(this));
        vm.assertEq(isNative ? etherPaid : usdcPaid, order.inputAmount, "input");
        vm.assertEq(isNative ? usdcPaid : etherPaid, 0, "of the other token");
        vm.assertEq(isNative ? FEE_TAKER.balance : here.usdc.balanceOf(FEE_TAKER), order.feeAmount, "fee");
        _assertNothingLeftIn(here, address(here.router));
    }

    function testFuzz_execute_revertsBelowMinAmountOut(uint256 amount, uint256 excess) public {
        Order memory order = _order(here);
        order.inputAmount = 1e6 + (amount % 10_000e6);
        uint256 quoted = here.curve.quote(order.inputToken, order.outputToken, order.inputAmount);
        order.minAmountOut = quoted + 1 + (excess % 1e30);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.TooLittleOut.selector, quoted, order.minAmountOut));
        here.router.execute(order);
        order.minAmountOut = quoted;
        here.router.execute(order);
        vm.assertEq(here.weth.balanceOf(RECEIVER), quoted, "paid");
    }

    function test_execute_revertsWhenThePriceMovedSinceTheQuote() public {
        Order memory order = _order(here);
        order.minAmountOut = here.curve.quote(order.inputToken, order.outputToken, order.inputAmount);
        Order memory other = _order(here);
        other.inputAmount = 5_000e6;
        here.router.execute(other);
        uint256 left = here.curve.quote(order.inputToken, order.outputToken, order.inputAmount);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.TooLittleOut.selector, left, order.minAmountOut));
        here.router.execute(order);
    }

    function test_execute_takesAndPaysTheNativeToken() public {
        Order memory order = _order(here);
        (order.inputToken, order.inputAmount) = (NATIVE, 1 ether);
        order.outputToken = address(here.usdt);
        order.originDex = address(here.posted);
        here.router.execute{value: 1 ether}(order);
        vm.assertEq(here.usdt.balanceOf(RECEIVER), 2_480e6, "bought");

        order = _order(here);
        order.outputToken = NATIVE;
        uint256 quoted = here.curve.quote(order.inputToken, address(here.weth), order.inputAmount);
        here.router.execute(order);
        vm.assertEq(RECEIVER.balance, quoted, "sold");
        _assertNothingLeftIn(here, address(here.router));
    }

    function test_execute_wrapsAndUnwrapsWithoutADex() public {
        Order memory order = _order(here);
        order.originDex = address(0);
        (order.inputToken, order.inputAmount) = (NATIVE, 1 ether);
        here.router.execute{value: 1 ether}(order);
        vm.assertEq(here.weth.balanceOf(RECEIVER), 1 ether, "wrapped");
        (order.inputToken, order.outputToken) = (address(here.weth), NATIVE);
        here.router.execute(order);
        vm.assertEq(RECEIVER.balance, 1 ether, "unwrapped");
    }

    /// @dev The second order would fail if the first left an approval.
    function test_execute_sellsAnAwkwardTokenAgainAndAgain() public {
        Order memory order = _order(here);
        order.inputToken = address(here.usdt);
        order.outputToken = address(here.usdc);
        for (uint256 i = 0; i < 3; i++) {
            order.salt = bytes32(i);
            here.router.execute(order);
            vm.assertEq(here.usdt.allowance(address(here.router), address(here.curve)), 0, "allowance");
        }
    }

    function test_execute_returnsExcessValue() public {
        Order memory order = _order(here);
        uint256 before = address(this).balance;
        here.router.execute{value: 3 ether}(order);
        vm.assertEq(address(this).balance, before);
    }

    function test_execute_revertsWhenTheSenderRejectsTheExcess() public {
        MoodyReceiver sender = new MoodyReceiver();
        sender.feel(MoodyReceiver.Mood.Refuses);
        Order memory order = _order(here);
        order.originDex = address(0);
        (order.inputToken, order.inputAmount) = (NATIVE, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.ValueNotTaken.selector, address(sender), 1 wei));
        sender.run{value: 1 ether + 1}(address(here.router), abi.encodeCall(here.router.execute, (order)));
    }

    function test_execute_revertsOneSecondTooLate() public {
        Order memory order = _order(here);
        vm.warp(order.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.DeadlinePassed.selector, order.deadline));
        here.router.execute(order);
        vm.warp(order.deadline);
        here.router.execute(order);
    }

    function test_execute_runsAnOrderOnce() public {
        Order memory order = _order(here);
        bytes32 quoteId = here.router.execute(order);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.AlreadyExecuted.selector, quoteId));
        here.router.execute(order);
        order.salt = "another";
        here.router.execute(order);
    }

    /// @dev Nobody can use up another order's id.
    function test_quoteIdOf_isTheHashOfTheWholeOrder() public view {
        Order memory order = _order(here);
        bytes32 quoteId = here.router.quoteIdOf(order);
        vm.assertEq(quoteId, keccak256(abi.encode(block.chainid, address(here.router), order)));
        vm.assertFalse(quoteId == there.router.quoteIdOf(order));
        order.receiver = address(0xbad);
        vm.assertFalse(quoteId == here.router.quoteIdOf(order));
    }

    function test_execute_revertsWhenValueIsOneWeiShort() public {
        Order memory order = _order(here);
        (order.inputToken, order.inputAmount) = (NATIVE, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.InsufficientValue.selector, 1 ether, 1 ether - 1));
        here.router.execute{value: 1 ether - 1}(order);
    }

    function test_execute_revertsWithoutAllowance() public {
        Order memory order = _order(here);
        here.usdc.approve(address(here.router), order.inputAmount - 1);
        vm.expectRevert();
        here.router.execute(order);
    }

    function test_execute_revertsWhenADexIsNotListed() public {
        Order memory order = _order(here);
        order.originDex = address(new ConstantProductDex(address(this), 0));
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.UnknownDex.selector, order.originDex));
        here.router.execute(order);
    }

    function test_execute_revertsWhenTheBridgeIsNotListed() public {
        Order memory order = _crossing();
        order.bridge = address(there.pool);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.UnknownBridge.selector, order.bridge));
        here.router.execute(order);
    }

    function test_execute_refusesOrdersThatContradictThemselves() public {
        Order memory order = _order(here);
        order.originDex = address(0);
        _expectInvalid(order);
        order = _order(here);
        order.bridgedToken = address(here.usdc);
        _expectInvalid(order);
        order = _order(here);
        order.minBridgedAmount = 1;
        _expectInvalid(order);
        order = _order(here);
        order.dstChainSlug = BETA;
        _expectInvalid(order);
        order = _order(here);
        order.destinationDex = address(here.curve);
        _expectInvalid(order);
        order = _order(here);
        (order.feeTaker, order.feeAmount) = (FEE_TAKER, order.inputAmount);
        _expectInvalid(order);
        order = _order(here);
        order.inputAmount = 0;
        _expectInvalid(order);
        order = _crossing();
        order.bridgedToken = address(here.usdt);
        _expectInvalid(order);
    }

    /// @dev The router would keep the tokens for whoever comes next.
    function test_execute_revertsForReceiversThatCannotKeepTokens() public {
        address[3] memory accounts = [address(0), address(here.router), address(here.weth)];
        for (uint256 i = 0; i < accounts.length; i++) {
            Order memory order = _order(here);
            order.receiver = accounts[i];
            _expectInvalid(order);
            order = _order(here);
            order.refundTo = accounts[i];
            _expectInvalid(order);
            order = _order(here);
            (order.feeTaker, order.feeAmount) = (accounts[i], 1);
            _expectInvalid(order);
        }
    }

    function test_execute_cannotBeEnteredByAReceiver() public {
        MoodyReceiver receiver = new MoodyReceiver();
        Order memory order = _order(here);
        (order.receiver, order.outputToken) = (address(receiver), NATIVE);
        Order memory inner = _order(here);
        receiver.callWhenPaid(address(here.router), abi.encodeCall(here.router.execute, (inner)));
        here.router.execute(order);
        _assertStopped(receiver.called(), receiver.answer());
        _assertNothingLeftIn(here, address(here.router));
    }

    function test_execute_cannotBeEnteredByAToken() public {
        CallingToken token = new CallingToken(1e24);
        ConstantProductDex.Liquidity[] memory parts = new ConstantProductDex.Liquidity[](1);
        parts[0] = ConstantProductDex.Liquidity(address(token), 1e21, address(here.usdc), 1_000e6);
        token.approve(address(here.curve), 1e21);
        here.curve.addLiquidity(parts);

        Order memory order = _order(here);
        order.inputToken = address(token);
        order.outputToken = address(here.usdc);
        token.approve(address(here.router), type(uint256).max);
        token.callWhenMoved(address(here.router), abi.encodeCall(here.router.execute, (_order(here))));
        uint256 quoted = here.curve.quote(order.inputToken, order.outputToken, order.inputAmount);
        here.router.execute(order);
        _assertStopped(token.called(), token.answer());
        vm.assertEq(here.usdc.balanceOf(RECEIVER), quoted, "paid");
        _assertNothingLeftIn(here, address(here.router));
    }

    function test_complete_revertsWhenNotBridge() public {
        vm.expectRevert(ISwapRouter.OnlyBridge.selector);
        here.router.complete("", address(here.usdc), 1, Delivery(RECEIVER, address(0), address(here.usdc), 0, 0));
    }

    function test_executePayload_callsThePaidReceiverOnce() public {
        PayloadTaker taker = new PayloadTaker();
        Order memory order = _order(here);
        (order.receiver, order.payloadHash) = (address(taker), keccak256("payload"));
        bytes32 quoteId = here.router.quoteIdOf(order);
        address out = order.outputToken;
        uint256 amount = here.curve.quote(order.inputToken, out, order.inputAmount);
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, address(taker), out, amount, "payload");

        here.router.execute(order);
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, address(taker), out, amount, "another");
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, address(taker), out, amount + 1, "payload");
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, RECEIVER, out, amount, "payload");
        vm.assertEq(taker.calls(), 0, "calls before");

        taker.setRefusing(true);
        vm.expectRevert();
        here.router.executePayload(quoteId, address(taker), out, amount, "payload");
        taker.setRefusing(false);
        vm.expectEmit(address(here.router));
        emit IRouteEvents.PayloadExecuted(quoteId, address(taker));
        here.router.executePayload(quoteId, address(taker), out, amount, "payload");
        vm.assertEq(taker.requestHash(), quoteId);
        vm.assertEq(taker.owned(), amount, "owned when called");
        vm.assertEq(taker.told(), amount, "told");
        vm.assertEq(keccak256(taker.callData()), keccak256("payload"));
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, address(taker), out, amount, "payload");
    }

    function test_executePayload_afterABridge() public {
        PayloadTaker taker = new PayloadTaker();
        Order memory order = _crossing();
        (order.receiver, order.payloadHash) = (address(taker), keccak256("payload"));
        bytes32 quoteId = here.router.execute{value: 1 ether}(order);
        _deliver(_collectOne());
        uint256 amount = IERC20(order.outputToken).balanceOf(address(taker));
        there.router.executePayload(quoteId, address(taker), order.outputToken, amount, "payload");
        vm.assertEq(taker.calls(), 1);
        _expectNoPayload(quoteId);
        here.router.executePayload(quoteId, address(taker), order.outputToken, amount, "payload");
    }

    function _expectNoPayload(bytes32 quoteId) private {
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.NoSuchPayload.selector, quoteId));
    }

    function test_list_revertsWhenNotOwner() public {
        address[] memory accounts = new address[](1);
        vm.prank(RECEIVER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, RECEIVER));
        here.router.list(accounts, accounts);
    }

    function test_receive_takesNothingFromStrangers() public {
        (bool success, bytes memory answer) = address(here.router).call{value: 1}("");
        vm.assertFalse(success);
        vm.assertEq(answer, abi.encodeWithSelector(ISwapRouter.UnexpectedValue.selector));
    }

    function _expectInvalid(Order memory order) private {
        vm.expectRevert(ISwapRouter.InvalidOrder.selector);
        here.router.execute{value: 1 ether}(order);
    }

    function _assertStopped(bool called, bytes memory answer) private pure {
        vm.assertFalse(called);
        vm.assertEq(answer, abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector));
    }
}
