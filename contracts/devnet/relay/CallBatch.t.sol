// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DataKeeper} from "../../../test/fixtures/solidity/DataKeeper.sol";
import {GatewayTarget} from "../../../test/fixtures/solidity/GatewayTarget.sol";
import {LoudTarget} from "../../../test/fixtures/solidity/LoudTarget.sol";
import {OpenBatcher} from "../../../test/fixtures/solidity/OpenBatcher.sol";
import {vm, Vm} from "../../../test/fixtures/solidity/Vm.sol";
import {CallBatch} from "./CallBatch.sol";

contract CallBatchTest {
    OpenBatcher private batcher;
    GatewayTarget private good;
    GatewayTarget private bad;

    receive() external payable {}

    function setUp() public {
        batcher = new OpenBatcher();
        good = new GatewayTarget();
        bad = new GatewayTarget();
        bad.refuse(true);
        vm.deal(address(this), 1e6 ether);
    }

    function testFuzz_tryAll_oneFailureLeavesTheOthers(uint8 refused, uint64 value) public {
        CallBatch.Call[] memory calls = new CallBatch.Call[](8);
        uint256 refusals = 0;
        for (uint256 i = 0; i < 8; i++) {
            bool isRefused = (refused >> i) & 1 == 1;
            if (isRefused) refusals++;
            calls[i] = _call(isRefused ? bad : good, i, value, 200_000);
        }
        uint256 before = address(this).balance;
        vm.recordLogs();
        (uint256[] memory gasUsed, CallBatch.Failure[] memory failures) = batcher.tryAll{value: 8 * uint256(value)}(
            calls
        );
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(good.sets(), 8 - refusals, "sets");
        vm.assertEq(before - address(this).balance, (8 - refusals) * value, "value spent");
        vm.assertEq(address(batcher).balance, 0, "left in the batcher");
        vm.assertEq(logs.length, refusals, "logs");
        vm.assertEq(failures.length, refusals, "failures");
        vm.assertEq(gasUsed.length, 8, "gas used");
        uint256 next = 0;
        for (uint256 i = 0; i < 8; i++) {
            vm.assertTrue(gasUsed[i] > 0 && gasUsed[i] < 210_000);
            if ((refused >> i) & 1 == 0) continue;
            vm.assertEq(failures[next].index, i);
            vm.assertEq(failures[next].revertData, abi.encodeWithSelector(GatewayTarget.InABadState.selector, i));
            vm.assertEq(logs[next].topics[0], CallBatch.CallReverted.selector);
            vm.assertEq(keccak256(logs[next].data), keccak256(abi.encode(i, failures[next].revertData)));
            next++;
        }
    }

    /// @dev Otherwise a gas estimate would settle on an amount with which all calls fail.
    function testFuzz_tryAll_givesEveryCallItsGasOrReverts(uint32 gasSeed) public {
        CallBatch.Call[] memory calls = new CallBatch.Call[](2);
        calls[0] = _call(good, 1, 0, 300_000);
        calls[1] = _call(good, 2, 0, 300_000);
        bytes memory input = abi.encodeCall(batcher.tryAll, (calls));
        (bool success, ) = address(batcher).call{gas: 60_000 + (gasSeed % 900_000)}(input);
        vm.assertEq(good.sets(), success ? 2 : 0, "sets");
    }

    function test_tryAll_capsTheGasOfACall() public {
        CallBatch.Call[] memory calls = new CallBatch.Call[](1);
        calls[0] = _call(good, 1, 0, 10_000);
        (, CallBatch.Failure[] memory failures) = batcher.tryAll(calls);
        vm.assertEq(failures.length, 1);
    }

    function test_tryAll_revertsWhenTheValueIsNotTheSum() public {
        CallBatch.Call[] memory calls = new CallBatch.Call[](1);
        calls[0] = _call(good, 1, 5, 200_000);
        vm.expectRevert(abi.encodeWithSelector(CallBatch.ValueMismatch.selector, 5, 4));
        batcher.tryAll{value: 4}(calls);
        vm.expectRevert(abi.encodeWithSelector(CallBatch.ValueMismatch.selector, 5, 6));
        batcher.tryAll{value: 6}(calls);
    }

    /// @dev A call can revert with more data than the batch has gas to log. Memory after it must stay intact.
    function testFuzz_tryAll_keepsTheFirstKilobyteOfRevertData(uint16 length) public {
        LoudTarget loud = new LoudTarget();
        CallBatch.Call[] memory calls = new CallBatch.Call[](3);
        bytes memory shout = abi.encodeCall(LoudTarget.shout, (length % 3000));
        calls[0] = CallBatch.Call(address(loud), 0, 2_000_000, shout);
        calls[1] = _call(bad, 7, 0, 200_000);
        calls[2] = _call(good, 1, 0, 200_000);
        (, CallBatch.Failure[] memory failures) = batcher.tryAll(calls);
        uint256 kept = length % 3000 < 1024 ? length % 3000 : 1024;
        vm.assertEq(failures[0].revertData.length, kept);
        for (uint256 i = 0; i < kept; i++) vm.assertTrue(failures[0].revertData[i] == bytes1(uint8(i)));
        vm.assertEq(failures[1].revertData, abi.encodeWithSelector(GatewayTarget.InABadState.selector, 7));
        vm.assertEq(good.sets(), 1, "sets");
    }

    /// @dev The data of a call must arrive whole, whatever its length.
    function testFuzz_tryAll_handsOnTheDataAsItIs(bytes calldata data) public {
        DataKeeper keeper = new DataKeeper();
        CallBatch.Call[] memory calls = new CallBatch.Call[](2);
        bytes memory sent = abi.encodeCall(DataKeeper.keep, (data));
        calls[0] = CallBatch.Call(address(keeper), 0, 5_000_000, sent);
        calls[1] = _call(good, 1, 0, 200_000);
        batcher.tryAll(calls);
        vm.assertEq(keeper.hash(), keccak256(sent));
        vm.assertEq(good.sets(), 1, "sets");
    }

    function _call(
        GatewayTarget to,
        uint256 number,
        uint256 value,
        uint256 gasLimit
    ) private pure returns (CallBatch.Call memory) {
        return CallBatch.Call(address(to), value, gasLimit, abi.encodeCall(GatewayTarget.set, (number)));
    }
}
