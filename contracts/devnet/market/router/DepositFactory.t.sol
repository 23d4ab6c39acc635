// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MoodyReceiver} from "../../../../test/fixtures/solidity/MoodyReceiver.sol";
import {TwoMarkets} from "../../../../test/fixtures/solidity/TwoMarkets.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {DepositVault} from "./DepositVault.sol";
import {IDepositFactory} from "../interfaces/IDepositFactory.sol";
import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {IRouteEvents} from "../interfaces/IRouteEvents.sol";
import {NATIVE, Order} from "../interfaces/MarketTypes.sol";

contract DepositFactoryTest is TwoMarkets {
    address private constant RECEIVER = address(0xcafe);
    address private constant REFUND_TO = address(0xbacc);
    address private constant KEEPER = address(0x6ee);

    function test_depositAddress_belongsToOneOrder() public {
        Order memory order = _order(here);
        address vault = here.deposits.depositAddress(order);
        vm.assertEq(vault.code.length, 0, "code before");
        order.salt = "another";
        vm.assertFalse(here.deposits.depositAddress(order) == vault);
        vm.assertFalse(there.deposits.depositAddress(_order(here)) == vault);

        here.usdc.transfer(vault, 1_000e6);
        here.deposits.sweep(_order(here));
        vm.assertEq(here.deposits.depositAddress(_order(here)), vault);
    }

    function test_sweep_logsItsVaultAsThePayer() public {
        Order memory order = _order(here);
        address vault = _deposit(order, 1_000e6);
        bytes32 quoteId = here.router.quoteIdOf(order);
        vm.expectEmit(address(here.router));
        emit IRouteEvents.RouteStarted(quoteId, order.user, vault, order.inputToken, 1_000e6, address(0), 0);
        vm.expectEmit(address(here.deposits));
        emit IDepositFactory.DepositSwept(quoteId, vault, order.inputToken, 1_000e6);
        here.deposits.sweep(order);
    }

    function testFuzz_sweep_runsTheOrderAndReturnsTheSurplus(uint256 amount, uint256 surplus, uint256 kind) public {
        Order memory order = _order(here);
        order.inputAmount = 1 + (amount % 10_000e6);
        surplus %= 10_000e6;
        if (kind % 3 == 1) (order.inputToken, order.originDex) = (address(here.usdt), address(here.posted));
        if (kind % 3 == 2) (order.inputToken, order.originDex) = (NATIVE, address(0));
        address vault = _deposit(order, order.inputAmount + surplus);

        vm.deal(KEEPER, 1 ether);
        vm.prank(KEEPER);
        bytes32 quoteId = here.deposits.sweep{value: 1 ether}(order);
        vm.assertTrue(here.router.isExecuted(quoteId));
        vm.assertEq(KEEPER.balance, 1 ether, "of the keeper");
        vm.assertEq(_balance(order.inputToken, REFUND_TO), surplus, "surplus");
        _assertNothingLeftIn(here, vault);
        _assertNothingLeftIn(here, address(here.router));
        _assertNothingLeftIn(here, address(here.deposits));
    }

    function test_sweep_crossesToAnotherChain() public {
        Order[2] memory orders = [_crossing(), _crossing()];
        (orders[1].inputToken, orders[1].originDex) = (NATIVE, address(here.curve));
        orders[1].inputAmount = 1 ether;
        for (uint256 i = 0; i < 2; i++) {
            address vault = _deposit(orders[i], orders[i].inputAmount);
            uint256 fee = here.router.quoteMessageFee(orders[i]);
            vm.deal(KEEPER, 1 ether);
            vm.prank(KEEPER);
            here.deposits.sweep{value: 1 ether}(orders[i]);
            vm.assertEq(KEEPER.balance, 1 ether - fee, "of the keeper");
            uint256 before = there.usdc.balanceOf(RECEIVER);
            _deliver(_collectOne());
            vm.assertGe(there.usdc.balanceOf(RECEIVER), before + 998e6);
            _assertNothingLeftIn(here, vault);
        }
    }

    function test_sweep_keepsTheDepositWhenNobodyPaysTheMessage() public {
        Order memory order = _crossing();
        address vault = _deposit(order, 1_000e6);
        vm.expectRevert();
        here.deposits.sweep(order);
        vm.assertEq(here.usdc.balanceOf(vault), 1_000e6);
    }

    function test_sweep_revertsWhenTheDepositIsTooSmall() public {
        Order memory order = _order(here);
        _deposit(order, 1_000e6 - 1);
        vm.expectRevert(abi.encodeWithSelector(IDepositFactory.DepositTooSmall.selector, 1_000e6, 1_000e6 - 1));
        here.deposits.sweep(order);
    }

    function test_sweep_runsADepositOnce() public {
        Order memory order = _order(here);
        _deposit(order, 2_000e6);
        bytes32 quoteId = here.deposits.sweep(order);
        _deposit(order, 1_000e6);
        vm.expectRevert(abi.encodeWithSelector(ISwapRouter.AlreadyExecuted.selector, quoteId));
        here.deposits.sweep(order);
        here.deposits.refundDeposit(order, order.inputToken);
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 2_000e6, "surplus and second deposit");
    }

    function testFuzz_refundDeposit_paysBackWhatCannotBeUsed(uint256 amount, uint256 wait, uint256 kind) public {
        Order memory order = _order(here);
        amount = 1 + (amount % 2_000e6);
        wait %= 20 minutes;
        if (kind % 3 == 1) order.inputToken = NATIVE;
        address token = kind % 3 == 2 ? address(here.usdt) : order.inputToken;
        address vault = here.deposits.depositAddress(order);
        _transfer(token, vault, amount);
        vm.warp(block.timestamp + wait);

        bytes32 quoteId = here.router.quoteIdOf(order);
        if (amount >= 1_000e6 && wait <= 10 minutes && kind % 3 != 2) {
            vm.expectRevert(abi.encodeWithSelector(IDepositFactory.DepositUsable.selector, quoteId));
            here.deposits.refundDeposit(order, token);
            return;
        }
        vm.expectEmit(address(here.deposits));
        emit IDepositFactory.DepositRefunded(quoteId, REFUND_TO, token, amount);
        vm.prank(KEEPER);
        here.deposits.refundDeposit(order, token);
        vm.assertEq(_balance(token, REFUND_TO), amount, "refunded");
        vm.assertFalse(here.router.isExecuted(quoteId));
        vm.expectRevert(abi.encodeWithSelector(IDepositFactory.NothingDeposited.selector, token));
        here.deposits.refundDeposit(order, token);
    }

    function test_refundDeposit_beginsOneSecondAfterTheLastOneToSweepIn() public {
        Order memory order = _order(here);
        _deposit(order, 1_000e6);
        vm.warp(order.deadline);
        bytes32 quoteId = here.router.quoteIdOf(order);
        vm.expectRevert(abi.encodeWithSelector(IDepositFactory.DepositUsable.selector, quoteId));
        here.deposits.refundDeposit(order, order.inputToken);

        vm.warp(order.deadline + 1);
        here.deposits.refundDeposit(order, order.inputToken);
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 1_000e6);
    }

    /// @dev If the order was paid without its deposit address, the deposit cannot be used.
    function test_refundDeposit_whenTheOrderWasPaidOtherwise() public {
        Order memory order = _order(here);
        _deposit(order, 1_000e6);
        here.router.execute(order);
        here.deposits.refundDeposit(order, order.inputToken);
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 1_000e6);
    }

    function test_refundDeposit_wrapsWhatIsRefused() public {
        MoodyReceiver refundTo = new MoodyReceiver();
        MoodyReceiver.Mood[2] memory moods = [MoodyReceiver.Mood.Refuses, MoodyReceiver.Mood.BurnsGas];
        for (uint256 i = 0; i < 2; i++) {
            refundTo.feel(moods[i]);
            Order memory order = _order(here);
            (order.inputToken, order.refundTo) = (NATIVE, address(refundTo));
            _deposit(order, 5);
            vm.expectEmit(address(here.deposits));
            emit IDepositFactory.DepositRefunded(
                here.router.quoteIdOf(order),
                address(refundTo),
                address(here.weth),
                5
            );
            here.deposits.refundDeposit(order, NATIVE);
            vm.assertEq(here.weth.balanceOf(address(refundTo)), 5 * (i + 1), "wrapped");
        }
    }

    function test_refundDeposit_needsSomebodyToRefund() public {
        Order memory order = _order(here);
        order.refundTo = address(0);
        vm.expectRevert(IDepositFactory.NoRefundAddress.selector);
        here.deposits.depositAddress(order);
        vm.expectRevert(IDepositFactory.NoRefundAddress.selector);
        here.deposits.refundDeposit(order, order.inputToken);
    }

    function test_sweep_cannotBeEnteredByItsReceiver() public {
        MoodyReceiver receiver = new MoodyReceiver();
        Order memory order = _order(here);
        (order.receiver, order.outputToken) = (address(receiver), NATIVE);
        address vault = _deposit(order, 3_000e6);
        receiver.callWhenPaid(
            address(here.deposits),
            abi.encodeCall(here.deposits.refundDeposit, (order, order.inputToken))
        );
        here.deposits.sweep(order);
        vm.assertFalse(receiver.called());
        vm.assertEq(here.usdc.balanceOf(REFUND_TO), 2_000e6, "surplus");
        _assertNothingLeftIn(here, vault);
    }

    function test_vault_revertsWhenNotFactory() public {
        Order memory order = _order(here);
        DepositVault vault = DepositVault(payable(_deposit(order, 1_000e6)));
        here.usdt.transfer(address(vault), 1);
        here.deposits.refundDeposit(order, address(here.usdt));
        vm.expectRevert(DepositVault.OnlyFactory.selector);
        vault.pay(address(here.usdc), address(this), 1_000e6);
        vm.expectRevert(DepositVault.OnlyFactory.selector);
        vault.execute(order, address(this));
    }

    function _deposit(Order memory order, uint256 amount) private returns (address vault) {
        vault = here.deposits.depositAddress(order);
        _transfer(order.inputToken, vault, amount);
    }

    function _transfer(address token, address to, uint256 amount) private {
        if (token == address(here.usdc)) here.usdc.transfer(to, amount);
        if (token == address(here.usdt)) here.usdt.transfer(to, amount);
        if (token != NATIVE) return;
        (bool success, ) = to.call{value: amount}("");
        vm.assertTrue(success);
    }

    function _balance(address token, address account) private view returns (uint256) {
        if (token == NATIVE) return account.balance;
        return token == address(here.usdc) ? here.usdc.balanceOf(account) : here.usdt.balanceOf(account);
    }
}
