// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {GatewayWorld} from "../../../test/fixtures/contracts/GatewayWorld.sol";
import {vm} from "../../../test/fixtures/contracts/Vm.sol";
import {PromiseState} from "../GatewayTypes.sol";
import {FaultyAppGateway} from "./FaultyAppGateway.sol";
import {FaultyTarget} from "./FaultyTarget.sol";

contract FaultyAppGatewayTest is GatewayWorld {
    FaultyAppGateway private gateway;
    FaultyTarget private target;

    function setUp() public {
        gateway = new FaultyAppGateway(address(resolver), address(this), MAX_FEES);
        _deposit(ALPHA, address(gateway), 100 ether);
        gateway.deployContracts(ALPHA);
        _runAll();
        target = FaultyTarget(gateway.getOnChainAddress(gateway.faulty(), ALPHA));
    }

    function testFuzz_work_revertsOnChainUntilTheTargetIsRepaired(uint256 amount) public {
        gateway.setCallbackBroken(false);
        bytes32 payloadId = _work(amount);
        (bool success, bytes memory reason) = address(this).call(abi.encodeCall(this.execute, (payloadId)));
        vm.assertFalse(success);
        vm.assertEq(reason, abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, amount));

        target.setBroken(false);
        _execute(payloadId);
        _resolve(payloadId);
        vm.assertEq(target.workDone(), amount, "on the chain");
        vm.assertEq(gateway.workSeen(), amount, "seen");
    }

    function testFuzz_work_revertsInTheCallbackUntilItIsRepaired(uint256 amount) public {
        target.setBroken(false);
        bytes32 payloadId = _work(amount);
        _execute(payloadId);
        (bool success, bytes memory reason) = address(this).call(abi.encodeCall(this.resolve, (payloadId)));
        vm.assertFalse(success);
        vm.assertEq(reason, abi.encodeWithSelector(FaultyAppGateway.NotReadyForResult.selector, amount));
        vm.assertEq(target.workDone(), amount, "on the chain");
        vm.assertEq(gateway.workSeen(), 0, "seen");

        gateway.setCallbackBroken(false);
        _resolve(payloadId);
        vm.assertEq(gateway.workSeen(), amount, "seen");
    }

    function test_handleRevert_recordsThePayloadWhichCanStillBeResolved() public {
        bytes32 payloadId = _work(5);
        vm.assertFalse(gateway.isGivenUp(payloadId));
        watcher.markRevert(payloadId, true, abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, uint256(5)));
        vm.assertTrue(gateway.isGivenUp(payloadId));
        vm.assertTrue(watcher.promiseState(payloadId) == PromiseState.ONCHAIN_REVERTING);

        target.setBroken(false);
        gateway.setCallbackBroken(false);
        _execute(payloadId);
        _resolve(payloadId);
        vm.assertEq(gateway.workSeen(), 5);
    }

    function test_cancel_freesWhatIsHeld() public {
        uint256 before = feesManager.getAvailableCredits(address(gateway));
        gateway.work(ALPHA, 5);
        _collect();
        gateway.cancel(items[payloadIds[payloadIds.length - 1]].requestCount);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), before);
    }

    function test_increaseFees_letsAnUnderpaidRequestGoOn() public {
        target.setBroken(false);
        gateway.setCallbackBroken(false);
        gateway.setMaxFees(1);
        gateway.work(ALPHA, 5);
        _collect();
        gateway.increaseFees(items[payloadIds[payloadIds.length - 1]].requestCount, MAX_FEES);
        _runAll();
        vm.assertEq(gateway.workSeen(), 5);
    }

    function test_administration_revertsWhenNotOwner() public {
        address stranger = vm.addr(STRANGER_KEY);
        bytes[6] memory calls = [
            abi.encodeCall(gateway.deployContracts, (ALPHA)),
            abi.encodeCall(gateway.work, (ALPHA, 1)),
            abi.encodeCall(gateway.setCallbackBroken, (false)),
            abi.encodeCall(gateway.setMaxFees, (1)),
            abi.encodeCall(gateway.increaseFees, (1, 1)),
            abi.encodeCall(gateway.cancel, (1))
        ];
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        for (uint256 i = 0; i < calls.length; i++) {
            vm.prank(stranger);
            (bool success, bytes memory reason) = address(gateway).call(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(reason, refusal);
        }
        vm.prank(stranger);
        vm.expectRevert(refusal);
        target.setBroken(false);
    }

    /// @dev External, so that the test can try these calls.
    function execute(bytes32 payloadId) external {
        _execute(payloadId);
    }

    function resolve(bytes32 payloadId) external {
        _resolve(payloadId);
    }

    /// @dev Requests work and has its payload finalized.
    function _work(uint256 amount) private returns (bytes32 payloadId) {
        gateway.work(ALPHA, amount);
        _collect();
        payloadId = payloadIds[payloadIds.length - 1];
        _finalize(payloadId);
    }
}
