// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {GatewayTest} from "../../testing/GatewayTest.sol";
import {vm} from "../../testing/Vm.sol";
import {PromiseState} from "../GatewayTypes.sol";
import {FaultyAppGateway} from "./FaultyAppGateway.sol";
import {FaultyTarget} from "./FaultyTarget.sol";

contract FaultyAppGatewayTest is GatewayTest {
    uint256 private constant MAX_FEES = 0.01 ether;

    FaultyAppGateway private gateway;
    FaultyTarget private target;
    uint32 private alpha;

    function setUp() public {
        alpha = addChain("alpha").slug;
        startGateway();
        gateway = new FaultyAppGateway(addressResolver, address(this), MAX_FEES);
        deposit(address(gateway), 100 ether);
        gateway.deployContracts(alpha);
        runPayloads();
        target = FaultyTarget(gateway.getOnChainAddress(gateway.faulty(), alpha));
    }

    function testFuzz_work_revertsOnChainUntilTheTargetIsRepaired(uint256 amount) public {
        gateway.setCallbackBroken(false);
        bytes32 payloadId = _work(amount);
        assertPayloadReverted(payloadId, abi.encodeWithSelector(FaultyTarget.OutOfOrder.selector, amount));

        target.setBroken(false);
        runPayloads();
        assertResolved(payloadId);
        vm.assertEq(target.workDone(), amount, "on the chain");
        vm.assertEq(gateway.workSeen(), amount, "seen");
    }

    function testFuzz_work_revertsInTheCallbackUntilItIsRepaired(uint256 amount) public {
        target.setBroken(false);
        bytes32 payloadId = _work(amount);
        assertCallbackReverted(payloadId, abi.encodeWithSelector(FaultyAppGateway.NotReadyForResult.selector, amount));
        vm.assertEq(target.workDone(), amount, "on the chain");
        vm.assertEq(gateway.workSeen(), 0, "seen");

        gateway.setCallbackBroken(false);
        runPayloads();
        vm.assertEq(target.workDone(), amount, "on the chain, once");
        vm.assertEq(gateway.workSeen(), amount, "seen");
    }

    function test_handleRevert_recordsThePayloadWhichCanStillBeResolved() public {
        bytes32 payloadId = _work(5);
        vm.assertFalse(gateway.isGivenUp(payloadId));
        giveUp(payloadId);
        vm.assertTrue(gateway.isGivenUp(payloadId));
        vm.assertTrue(watcher.promiseState(payloadId) == PromiseState.ONCHAIN_REVERTING);

        target.setBroken(false);
        gateway.setCallbackBroken(false);
        runPayloads();
        vm.assertEq(gateway.workSeen(), 5);
    }

    function test_cancel_freesWhatIsHeld() public {
        uint256 before = creditsOf(address(gateway));
        gateway.work(alpha, 5);
        gateway.cancel(payloadOf(lastPayload()).requestCount);
        vm.assertEq(creditsOf(address(gateway)), before);
    }

    function test_increaseFees_letsAnUnderpaidRequestGoOn() public {
        target.setBroken(false);
        gateway.setCallbackBroken(false);
        gateway.setMaxFees(1);
        bytes32 payloadId = _work(5);
        assertNotResolved(payloadId);
        gateway.increaseFees(payloadOf(payloadId).requestCount, MAX_FEES);
        runPayloads();
        vm.assertEq(gateway.workSeen(), 5);
    }

    function test_administration_revertsWhenNotOwner() public {
        address stranger = address(0x57a);
        bytes[6] memory calls = [
            abi.encodeCall(gateway.deployContracts, (alpha)),
            abi.encodeCall(gateway.work, (alpha, 1)),
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

    /// @dev Requests work and lets it run as far as it comes.
    function _work(uint256 amount) private returns (bytes32 payloadId) {
        gateway.work(alpha, amount);
        payloadId = lastPayload();
        runPayloads();
    }
}
