// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayApproval, CallOptions} from "../../../gateway/GatewayTypes.sol";
import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {GatewayTarget} from "../../../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../../../test/fixtures/solidity/GatewayWorld.sol";
import {ScriptedGateway} from "../../../../test/fixtures/solidity/ScriptedGateway.sol";
import {deploy, vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FeesManager} from "./FeesManager.sol";

contract CreditsTest is GatewayWorld {
    address private constant PAYER = address(0x9a7e4);
    address private constant SPENDER = address(0x59e4d);
    uint256 private constant PAYER_KEY = 0xa11ce;

    uint256 private _received;

    // solhint-disable no-complex-fallback
    /// @dev Takes native currency, and more of it when asked to.
    receive() external payable {
        _received += msg.value;
        if (_received < 3 ether) feesManager.unwrap(1 ether, address(this));
    }

    function testFuzz_wrap_addsAsManyCreditsToTheReceiver(uint96 amount) public {
        vm.assume(amount > 0);
        uint256 reserve = address(feesManager).balance;
        vm.expectEmit(address(feesManager));
        emit IFeesManager.CreditsWrapped(PAYER, amount);
        _wrap(PAYER, amount);
        _assertCredits(PAYER, amount, 0);
        vm.assertEq(address(feesManager).balance - reserve, amount, "native currency");
    }

    function test_wrap_revertsForNothingAndForNobody() public {
        vm.expectRevert(IFeesManager.InvalidAmount.selector);
        feesManager.wrap(PAYER);
        vm.deal(address(this), 1);
        vm.expectRevert(IFeesManager.ZeroReceiver.selector);
        feesManager.wrap{value: 1}(address(0));
    }

    function testFuzz_unwrap_paysAsMuchNativeCurrency(uint96 amount, uint96 back) public {
        vm.assume(amount > 0 && back <= amount);
        _wrap(PAYER, amount);
        vm.expectEmit(address(feesManager));
        emit IFeesManager.CreditsUnwrapped(PAYER, back);
        vm.prank(PAYER);
        feesManager.unwrap(back, address(0x4ece));
        _assertCredits(PAYER, uint256(amount) - back, 0);
        vm.assertEq(address(0x4ece).balance, back, "native currency");
        vm.assertEq(feesManager.totalWrapped(), uint256(amount) - back, "wrapped");
    }

    function test_unwrap_revertsAboveWhatIsAvailable() public {
        _wrap(PAYER, 5);
        vm.prank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(IFeesManager.InsufficientCredits.selector, PAYER, 6, 5));
        feesManager.unwrap(6, PAYER);
        vm.prank(PAYER);
        vm.expectRevert(IFeesManager.ZeroReceiver.selector);
        feesManager.unwrap(5, address(0));
        vm.prank(PAYER);
        vm.expectRevert(abi.encodeWithSelector(IFeesManager.NativeTransferFailed.selector, address(watcher), 5));
        feesManager.unwrap(5, address(watcher));
    }

    /// @dev What others wrapped is not part of the reserve.
    function test_unwrap_paysDepositedCreditsFromTheReserveOnly() public {
        _deposit(ALPHA, SPENDER, 10 ether);
        vm.deal(address(feesManager), 3 ether);
        _wrap(PAYER, 10 ether);
        vm.prank(PAYER);
        feesManager.transferCredits(PAYER, address(0xd0), 9 ether);
        vm.prank(SPENDER);
        feesManager.unwrap(10 ether, SPENDER);
        vm.assertEq(SPENDER.balance, 10 ether, "the wrapped pool pays first");
        vm.assertEq(feesManager.totalWrapped(), 0, "wrapped");

        bytes memory refusal = abi.encodeWithSelector(
            IFeesManager.PoolTooSmall.selector,
            GATEWAY,
            feesManager.NATIVE_TOKEN(),
            9 ether,
            3 ether
        );
        vm.prank(address(0xd0));
        vm.expectRevert(refusal);
        feesManager.unwrap(9 ether, address(0xd0));
        vm.prank(PAYER);
        feesManager.unwrap(1 ether, PAYER);
        vm.assertEq(PAYER.balance, 1 ether, "from the reserve");
    }

    function test_unwrap_reenteredPaysEachCreditOnce() public {
        _wrap(address(this), 3 ether);
        feesManager.unwrap(1 ether, address(this));
        vm.assertEq(_received, 3 ether, "received");
        _assertCredits(address(this), 0, 0);
    }

    /// @dev A deposit must not be paid with what others wrapped.
    function test_creditDeposit_leavesWrappedNativeCurrencyAlone() public {
        vm.deal(address(feesManager), 1 ether);
        _wrap(PAYER, 10 ether);
        address token = address(served[ALPHA].token);
        feesManager.creditDeposit("one", ALPHA, token, SPENDER, 0, 2 ether);
        vm.assertEq(SPENDER.balance, 0, "native currency");
        _assertCredits(SPENDER, 2 ether, 0);
        vm.prank(PAYER);
        feesManager.unwrap(10 ether, PAYER);
    }

    function test_request_blocksWrappedCreditsAndPaysTheTransmitterInCredits() public {
        ScriptedGateway gateway = new ScriptedGateway(watcher);
        _wrap(address(gateway), 1 ether);
        gateway.request(_steps(), MAX_FEES, address(0), "");
        _assertCredits(address(gateway), 1 ether, MAX_FEES);
        vm.assertFalse(feesManager.isCreditSpendable(address(gateway), address(gateway), 1 ether));
        _runAll();

        vm.assertEq(payloadIds.length, 1, "no payment");
        uint256 fee = feesManager.getAvailableCredits(TRANSMITTER);
        vm.assertTrue(fee > 0);
        _assertCredits(address(gateway), 1 ether - fee, 0);
        vm.prank(TRANSMITTER);
        feesManager.unwrap(fee, TRANSMITTER);
        vm.assertEq(TRANSMITTER.balance, fee, "paid");
    }

    function test_cancel_givesWrappedCreditsBack() public {
        ScriptedGateway gateway = new ScriptedGateway(watcher);
        _wrap(address(gateway), 1 ether);
        uint40 requestCount = gateway.request(_steps(), MAX_FEES, address(0), "");
        vm.prank(address(gateway));
        watcher.cancelRequest(requestCount);
        _assertCredits(address(gateway), 1 ether, 0);
    }

    function test_isCreditSpendable_needsApprovalAndCredits() public {
        _wrap(PAYER, 10);
        vm.assertTrue(feesManager.isCreditSpendable(PAYER, PAYER, 10));
        vm.assertFalse(feesManager.isCreditSpendable(PAYER, PAYER, 11));
        vm.assertFalse(feesManager.isCreditSpendable(PAYER, SPENDER, 1));
        vm.prank(PAYER);
        feesManager.approveAppGateway(SPENDER, true);
        vm.assertTrue(feesManager.isCreditSpendable(PAYER, SPENDER, 10));
        vm.assertFalse(feesManager.isCreditSpendable(PAYER, SPENDER, 11));
        vm.assertFalse(feesManager.isCreditSpendable(SPENDER, PAYER, 1));
        vm.prank(PAYER);
        feesManager.approveAppGateway(SPENDER, false);
        vm.assertFalse(feesManager.isCreditSpendable(PAYER, SPENDER, 10));
    }

    function test_transferCredits_logsBothAccountsAsTopics() public {
        _wrap(PAYER, 10);
        vm.prank(PAYER);
        vm.expectEmit(address(feesManager));
        emit IFeesManager.CreditsTransferred(PAYER, SPENDER, 4);
        feesManager.transferCredits(PAYER, SPENDER, 4);
        _assertCredits(PAYER, 6, 0);
        _assertCredits(SPENDER, 4, 0);
    }

    function testFuzz_approveWithSignature_approvesForTheSignerOnce(uint256 nonce, bool approval) public {
        address payer = vm.addr(PAYER_KEY);
        bytes memory signedApproval = _signApproval(PAYER_KEY, approval, nonce);
        (address account, address spender, bool given) = feesManager.approveAppGatewayWithSignature(signedApproval);
        vm.assertEq(account, payer, "account");
        vm.assertEq(spender, SPENDER, "spender");
        vm.assertTrue(given == approval);
        vm.assertTrue(feesManager.isApproved(payer, SPENDER) == approval);
        vm.assertTrue(feesManager.isNonceUsed(payer, nonce));

        bytes memory replayed = abi.encodeWithSelector(IFeesManager.NonceUsed.selector, payer, nonce);
        vm.expectRevert(replayed);
        feesManager.approveAppGatewayWithSignature(signedApproval);
        // Nor with another meaning.
        bytes memory another = _signApproval(PAYER_KEY, !approval, nonce);
        vm.expectRevert(replayed);
        feesManager.approveAppGatewayWithSignature(another);
    }

    function test_approveWithSignature_leavesAnothersNonceUsable() public {
        feesManager.approveAppGatewayWithSignature(_signApproval(STRANGER_KEY, true, 7));
        feesManager.approveAppGatewayWithSignature(_signApproval(PAYER_KEY, true, 7));
        vm.assertTrue(feesManager.isApproved(vm.addr(PAYER_KEY), SPENDER));
    }

    function test_approveWithSignature_ofAnotherChainOrManagerApprovesNothing() public {
        address payer = vm.addr(PAYER_KEY);
        FeesManager[2] memory managers = [
            FeesManager(payable(deploy("FeesManager", abi.encode(watcher, address(this), GATEWAY + 1)))),
            FeesManager(payable(deploy("FeesManager", abi.encode(watcher, address(this), GATEWAY))))
        ];
        bytes memory signedApproval = _signApproval(PAYER_KEY, true, 1);
        for (uint256 i = 0; i < 2; i++) {
            (address account, , ) = managers[i].approveAppGatewayWithSignature(signedApproval);
            vm.assertTrue(account != payer);
            vm.assertFalse(managers[i].isApproved(payer, SPENDER));
            vm.assertFalse(managers[i].isNonceUsed(payer, 1));
        }
    }

    /// @dev Whoever submits it can't change what was signed.
    function test_approveWithSignature_bindsSpenderNonceAndApproval() public {
        bytes memory signature = _signatureOf(PAYER_KEY, SPENDER, true, 1);
        feesManager.approveAppGatewayWithSignature(abi.encode(address(this), true, 1, signature));
        feesManager.approveAppGatewayWithSignature(abi.encode(SPENDER, true, 2, signature));
        feesManager.approveAppGatewayWithSignature(abi.encode(SPENDER, false, 1, signature));
        vm.assertFalse(feesManager.isApproved(vm.addr(PAYER_KEY), address(this)));
        vm.assertFalse(feesManager.isApproved(vm.addr(PAYER_KEY), SPENDER));
        vm.expectRevert("ECDSA: invalid signature length");
        feesManager.approveAppGatewayWithSignature(abi.encode(SPENDER, true, 1, bytes("short")));
    }

    function test_approveAppGateways_setsEach() public {
        AppGatewayApproval[] memory approvals = new AppGatewayApproval[](2);
        approvals[0] = AppGatewayApproval(SPENDER, true);
        approvals[1] = AppGatewayApproval(address(this), true);
        feesManager.approveAppGateways(approvals);
        vm.assertTrue(feesManager.isApproved(address(this), SPENDER));
        vm.assertTrue(feesManager.isApproved(address(this), address(this)));
    }

    function _wrap(address receiver, uint256 amount) private {
        vm.deal(address(this), amount);
        feesManager.wrap{value: amount}(receiver);
    }

    function _assertCredits(address account, uint256 total, uint256 blocked) private view {
        (uint256 totalCredits, uint256 blockedCredits) = feesManager.userCredits(account);
        vm.assertEq(totalCredits, total, "total credits");
        vm.assertEq(blockedCredits, blocked, "blocked credits");
        vm.assertEq(feesManager.getAvailableCredits(account), total - blocked, "available credits");
    }

    function _signApproval(uint256 key, bool approval, uint256 nonce) private view returns (bytes memory) {
        return abi.encode(SPENDER, approval, nonce, _signatureOf(key, SPENDER, approval, nonce));
    }

    function _signatureOf(
        uint256 key,
        address spender,
        bool approval,
        uint256 nonce
    ) private view returns (bytes memory) {
        return _sign(key, keccak256(abi.encode(address(feesManager), GATEWAY, spender, nonce, approval)));
    }

    function _steps() private returns (ScriptedGateway.Step[] memory steps) {
        GatewayTarget target = new GatewayTarget();
        CallOptions memory options;
        steps = new ScriptedGateway.Step[](1);
        bytes memory callData = abi.encodeCall(target.set, (1));
        steps[0] = ScriptedGateway.Step(_forwarder(address(target), ALPHA), callData, options, true);
    }
}
