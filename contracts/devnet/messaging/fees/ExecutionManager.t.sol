// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {deploy, vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {EXECUTOR_ROLE, WITHDRAW_ROLE, Roles} from "../access/Roles.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";
import {ExecutionManager} from "./ExecutionManager.sol";
import {ExecutionPrices} from "./ExecutionPrices.sol";

contract ExecutionManagerTest is TwoChains {
    address private constant SAFE = address(0x5afe);

    MoodyPlug private plug;
    ExecutionManager private manager;

    function setUp() public {
        manager = alpha.executionManager;
        plug = new MoodyPlug(alpha.socket, address(this));
        plug.connect(BETA, address(0xbeef), address(alpha.switchboard));
        vm.deal(address(this), 1e9 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_payAndCheckFees_countsEveryWei(uint32 gasLimit, uint64 above) public {
        uint256 fee = plug.minFees(BETA, gasLimit, 5);
        plug.sendRaw{value: fee + above}(BETA, gasLimit, 0, 0, "hello");

        ISocket.Fees memory fees = _collectOne().fees;
        vm.assertEq(fees.transmissionFees, TRANSMISSION_FEES, "transmission");
        vm.assertEq(fees.switchboardFees, SWITCHBOARD_FEES, "switchboard");
        vm.assertEq(fees.executionFee, fee + above - TRANSMISSION_FEES - SWITCHBOARD_FEES, "execution");
        (uint128 execution, uint128 transmission) = manager.totalExecutionAndTransmissionFees(BETA);
        vm.assertEq(execution, fees.executionFee, "credited for execution");
        vm.assertEq(transmission, TRANSMISSION_FEES, "credited for transmission");
        vm.assertEq(_ofSwitchboard(), SWITCHBOARD_FEES, "credited for the switchboard");
        vm.assertEq(address(manager).balance, fee + above, "held");
    }

    function test_payAndCheckFees_revertsWhenValueDoesNotFit() public {
        vm.deal(address(this), type(uint256).max);
        IExecutionManager.Order memory order;
        vm.expectRevert(IExecutionManager.InvalidMsgValue.selector);
        manager.payAndCheckFees{value: uint256(type(uint128).max) + 1}(order);
        manager.payAndCheckFees{value: type(uint128).max}(order);
    }

    function testFuzz_payAndCheckFees_needsEveryEarnersFee(
        uint64 verification,
        uint64 ofSwitchboard,
        uint64 transmission
    ) public {
        manager.setTransmissionMinFees(BETA, transmission);
        IExecutionManager.Order memory order = IExecutionManager.Order({
            minMsgGasLimit: 1,
            payloadSize: 1,
            executionParams: 0,
            siblingChainSlug: BETA,
            transmitManager: address(this),
            switchboard: address(this),
            switchboardFees: ofSwitchboard,
            verificationOverheadFees: verification
        });
        uint256 execution = uint256(manager.getMinFees(1, 1, 0, BETA)) + verification;
        uint256 fee = execution + ofSwitchboard + transmission;
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.payAndCheckFees{value: fee - 1}(order);
        ISocket.Fees memory fees = manager.payAndCheckFees{value: fee}(order);
        vm.assertEq(fees.executionFee, execution, "execution");
        vm.assertEq(manager.totalSwitchboardFees(address(this), BETA), ofSwitchboard, "switchboard");
    }

    function test_withdrawals_payEachEarnerOnce() public {
        plug.send{value: 1 ether}(BETA, "hello");
        uint128 executionFee = _collectOne().fees.executionFee;
        manager.grantRole(WITHDRAW_ROLE, address(this));

        vm.expectEmit(address(manager));
        emit ExecutionManager.ExecutionFeesWithdrawn(SAFE, BETA, executionFee);
        manager.withdrawExecutionFees(BETA, executionFee, SAFE);
        vm.assertEq(SAFE.balance, executionFee, "executors");

        vm.expectEmit(address(manager));
        emit ExecutionManager.TransmissionFeesWithdrawn(address(alpha.transmitManager), BETA, TRANSMISSION_FEES);
        vm.prank(vm.addr(STRANGER_KEY));
        manager.withdrawTransmissionFees(BETA, TRANSMISSION_FEES);
        vm.assertEq(address(alpha.transmitManager).balance, TRANSMISSION_FEES, "transmitters");

        vm.expectEmit(address(manager));
        emit ExecutionManager.SwitchboardFeesWithdrawn(address(alpha.switchboard), BETA, SWITCHBOARD_FEES);
        vm.prank(vm.addr(STRANGER_KEY));
        manager.withdrawSwitchboardFees(BETA, address(alpha.switchboard), SWITCHBOARD_FEES);
        vm.assertEq(address(alpha.switchboard).balance, SWITCHBOARD_FEES, "switchboard");

        vm.assertEq(address(manager).balance, 0, "remaining balance");
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawExecutionFees(BETA, 1, SAFE);
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawTransmissionFees(BETA, 1);
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawSwitchboardFees(BETA, address(alpha.switchboard), 1);
    }

    function test_withdrawals_areLimitedToTheChainThatEarned() public {
        plug.send{value: 1 ether}(BETA, "hello");
        manager.grantRole(WITHDRAW_ROLE, address(this));
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawExecutionFees(10, 1, SAFE);
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawTransmissionFees(10, 1);
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawSwitchboardFees(10, address(alpha.switchboard), 1);
    }

    function test_withdrawExecutionFees_needsTheRoleAndAnAccount() public {
        vm.expectRevert(abi.encodeWithSelector(Roles.NoPermit.selector, WITHDRAW_ROLE));
        manager.withdrawExecutionFees(BETA, 0, SAFE);
        manager.grantRole(WITHDRAW_ROLE, address(this));
        vm.expectRevert(ISocket.ZeroAddress.selector);
        manager.withdrawExecutionFees(BETA, 0, address(0));
    }

    /// @dev An earner that withdraws again while it is being paid finds its fees already gone.
    function test_withdrawSwitchboardFees_paysOnceWhenTheSwitchboardReenters() public {
        GreedySwitchboard greedy = new GreedySwitchboard(manager, BETA);
        IExecutionManager.Order memory order;
        order.siblingChainSlug = BETA;
        order.switchboard = address(greedy);
        order.switchboardFees = 5;
        manager.payAndCheckFees{value: 1 ether}(order);
        vm.expectRevert(ISocket.InsufficientFees.selector);
        manager.withdrawSwitchboardFees(BETA, address(greedy), 3);
        greedy.stop();
        manager.withdrawSwitchboardFees(BETA, address(greedy), 3);
        vm.assertEq(address(greedy).balance, 3, "paid");
    }

    function test_receiveFees_isRefusedToStrangers() public {
        vm.expectRevert(IFeeReceiver.OnlyExecutionManager.selector);
        alpha.transmitManager.receiveFees(BETA);
        vm.expectRevert(IFeeReceiver.OnlyExecutionManager.selector);
        alpha.switchboard.receiveFees(BETA);
    }

    function test_isExecutor_knowsAccountsWithTheRole() public {
        (address executor, bool isExecutor) = manager.isExecutor("packed", _sign(STRANGER_KEY, "packed"));
        vm.assertEq(executor, vm.addr(STRANGER_KEY));
        vm.assertFalse(isExecutor);
        manager.grantRole(EXECUTOR_ROLE, executor);
        (, isExecutor) = manager.isExecutor("packed", _sign(STRANGER_KEY, "packed"));
        vm.assertTrue(isExecutor);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "ECDSA: invalid signature length"));
        manager.isExecutor("packed", "");
    }

    function test_openExecutionManager_letsAnybodyExecute() public {
        ExecutionPrices.Prices memory none;
        ExecutionManager open = ExecutionManager(
            deploy("OpenExecutionManager", abi.encode(address(this), alpha.socket, ALPHA, new uint32[](0), none))
        );
        (, bool isExecutor) = open.isExecutor("packed", _sign(STRANGER_KEY, "packed"));
        vm.assertTrue(isExecutor);
        (, isExecutor) = open.isExecutor("packed", "");
        vm.assertTrue(isExecutor);
    }

    function _ofSwitchboard() private view returns (uint256) {
        return manager.totalSwitchboardFees(address(alpha.switchboard), BETA);
    }
}

/// @title A switchboard that asks for its fees again while it receives them
contract GreedySwitchboard is IFeeReceiver {
    ExecutionManager private immutable _manager;
    uint32 private immutable _slug;
    bool private _isGreedy = true;

    constructor(ExecutionManager manager, uint32 slug) {
        _manager = manager;
        _slug = slug;
    }

    function stop() external {
        _isGreedy = false;
    }

    function receiveFees(uint32) external payable {
        if (_isGreedy) _manager.withdrawSwitchboardFees(_slug, address(this), 3);
    }
}
