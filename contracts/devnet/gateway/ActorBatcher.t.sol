// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IActorBatcher} from "./interfaces/IActorBatcher.sol";
import {GatewayTarget} from "../../../test/fixtures/contracts/GatewayTarget.sol";
import {vm, Vm} from "../../../test/fixtures/contracts/Vm.sol";
import {ActorBatcher} from "./ActorBatcher.sol";

contract ActorBatcherTest {
    ActorBatcher private batcher;
    GatewayTarget private good;
    GatewayTarget private bad;

    receive() external payable {}

    function setUp() public {
        batcher = new ActorBatcher(address(this));
        good = new GatewayTarget();
        bad = new GatewayTarget();
        bad.refuse(true);
        vm.deal(address(this), 1e6 ether);
    }

    function testFuzz_tryAll_oneFailureLeavesTheOthers(uint8 refused, uint64 value) public {
        IActorBatcher.Call[] memory calls = new IActorBatcher.Call[](8);
        uint256 refusals = 0;
        for (uint256 i = 0; i < 8; i++) {
            bool isRefused = (refused >> i) & 1 == 1;
            if (isRefused) refusals++;
            calls[i] = _call(isRefused ? bad : good, i, value, 200_000);
        }
        uint256 before = address(this).balance;
        vm.recordLogs();
        IActorBatcher.Outcome[] memory outcomes = batcher.tryAll{value: 8 * uint256(value)}(calls);
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(good.sets(), 8 - refusals, "sets");
        vm.assertEq(before - address(this).balance, (8 - refusals) * value, "value spent");
        vm.assertEq(address(batcher).balance, 0, "left in the batcher");
        vm.assertEq(logs.length, 8, "logs");
        for (uint256 i = 0; i < 8; i++) {
            bool isRefused = (refused >> i) & 1 == 1;
            bytes memory reason = abi.encodeWithSelector(GatewayTarget.InABadState.selector, i);
            vm.assertTrue(outcomes[i].success == !isRefused);
            vm.assertEq(outcomes[i].revertData, isRefused ? reason : bytes(""));
            vm.assertTrue(outcomes[i].gasUsed > 0 && outcomes[i].gasUsed < 210_000);
            vm.assertEq(keccak256(logs[i].data), keccak256(abi.encode(i, !isRefused, outcomes[i].revertData)));
        }
    }

    /// @dev Otherwise a gas estimate would settle on an amount with which all calls fail.
    function testFuzz_tryAll_givesEveryCallItsGasOrReverts(uint32 gasSeed) public {
        IActorBatcher.Call[] memory calls = new IActorBatcher.Call[](2);
        calls[0] = _call(good, 1, 0, 300_000);
        calls[1] = _call(good, 2, 0, 300_000);
        bytes memory input = abi.encodeCall(batcher.tryAll, (calls));
        (bool success, ) = address(batcher).call{gas: 60_000 + (gasSeed % 900_000)}(input);
        vm.assertEq(good.sets(), success ? 2 : 0, "sets");
    }

    function test_tryAll_capsTheGasOfACall() public {
        IActorBatcher.Call[] memory calls = new IActorBatcher.Call[](1);
        calls[0] = _call(good, 1, 0, 10_000);
        IActorBatcher.Outcome[] memory outcomes = batcher.tryAll(calls);
        vm.assertFalse(outcomes[0].success);
    }

    function test_tryAll_revertsWhenTheValueIsNotTheSum() public {
        IActorBatcher.Call[] memory calls = new IActorBatcher.Call[](1);
        calls[0] = _call(good, 1, 5, 200_000);
        vm.expectRevert(abi.encodeWithSelector(ActorBatcher.ValueMismatch.selector, 5, 4));
        batcher.tryAll{value: 4}(calls);
        vm.expectRevert(abi.encodeWithSelector(ActorBatcher.ValueMismatch.selector, 5, 6));
        batcher.tryAll{value: 6}(calls);
    }

    function test_tryAll_revertsWhenNotOwner() public {
        vm.prank(address(0xbad));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(0xbad)));
        batcher.tryAll(new IActorBatcher.Call[](0));
    }

    function _call(
        GatewayTarget to,
        uint256 number,
        uint256 value,
        uint256 gasLimit
    ) private pure returns (IActorBatcher.Call memory) {
        return IActorBatcher.Call(address(to), value, gasLimit, abi.encodeCall(GatewayTarget.set, (number)));
    }
}
