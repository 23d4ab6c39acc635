// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {CallType} from "../gateway/GatewayTypes.sol";
import {GatewayFailures} from "./gateway/GatewayFailures.sol";
import {GatewayRuns} from "./gateway/GatewayRuns.sol";
import {PayloadStage, TestCall, TestPayload} from "./gateway/TestPayload.sol";
import {RevertText} from "./RevertText.sol";
import {vm} from "./Vm.sol";

/// @title Base of tests of app gateways, with the gateway and the chains that it serves in one EVM
/// @notice The contracts are the devnet's own. The test acts as the watcher, with its real signature, and as the executors,
/// when it says so and in the order that it says. It runs in Hardhat and in Foundry and needs neither another package
/// nor a remapping.
///
///     contract CounterAppExampleTest is GatewayTest {
///         CounterAppGateway private app;
///         uint32[] private slugs;
///
///         function setUp() public {
///             slugs = [addChain("alpha").slug, addChain("beta").slug];
///             startGateway();
///             app = new CounterAppGateway(addressResolver, address(this), 0.01 ether);
///             deposit(address(app), 10 ether);
///             app.deployContracts(slugs);
///             runPayloads();
///         }
///
///         function test_readCounters_sumsThem() public {
///             app.add(slugs, 2);
///             app.readCounters(slugs);
///             runPayloads();
///             assertResolved(lastPayload());
///             vm.assertEq(app.sum(), 4);
///         }
///     }
///
/// A payload that reverts never fails a test by itself, as on a network: it stays where it is, with its revert data, and
/// the next run tries it again. Assert what became of it. Time passes only when the test moves it.
///
/// For an invariant, write a handler that calls the app gateway, inherit `GatewayHandler` in it, and return it from
/// `targetContracts`.
abstract contract GatewayTest is GatewayRuns {
    /// @notice No payload was queued. Call an `async` function of the app gateway that queues one.
    error NothingQueued();
    /// @notice No timeout was set and no plug triggered its app gateway.
    error NothingCalled();

    /// @notice Returns the ids of all payloads, in the order in which they were queued.
    function payloads() public returns (bytes32[] memory) {
        takeLogs();
        return _payloadIds;
    }

    /// @notice Returns a payload and how far it has come.
    function payloadOf(bytes32 payloadId) public returns (TestPayload memory) {
        return _payload(payloadId);
    }

    /// @notice Returns the id of the payload that an app gateway queued last.
    function lastPayload() public returns (bytes32) {
        takeLogs();
        for (uint256 i = _payloadIds.length; i > 0; i--) {
            if (_payloads[_payloadIds[i - 1]].callType != CallType.DISTRIBUTE_FEE) return _payloadIds[i - 1];
        }
        revert NothingQueued();
    }

    /// @notice Returns the ids of all timeouts and triggers, in the order in which they were made.
    function calls() public returns (bytes32[] memory) {
        takeLogs();
        return _callIds;
    }

    /// @notice Returns a timeout or a trigger, and what became of it.
    function callOf(bytes32 callId) public returns (TestCall memory) {
        return _call(callId);
    }

    /// @notice Returns the id of the timeout or trigger that was made last.
    function lastCall() public returns (bytes32) {
        takeLogs();
        if (_callIds.length == 0) revert NothingCalled();
        return _callIds[_callIds.length - 1];
    }

    /// @notice Says in one line why a payload is not resolved; empty if it is.
    function whyNot(bytes32 payloadId) public returns (string memory) {
        return GatewayFailures.whyNot(_payload(payloadId));
    }

    /// @notice Fails unless a payload is resolved: it ran on its chain, and its callback did.
    function assertResolved(bytes32 payloadId) public {
        string memory reason = whyNot(payloadId);
        vm.assertTrue(
            bytes(reason).length == 0,
            string.concat(_named(payloadId, true), " was not resolved: ", reason, ".")
        );
    }

    /// @notice Fails if a payload is resolved.
    function assertNotResolved(bytes32 payloadId) public {
        bool isResolved = _payload(payloadId).stage == PayloadStage.RESOLVED;
        vm.assertTrue(!isResolved, string.concat(_named(payloadId, true), " was resolved."));
    }

    /// @notice Fails unless a payload reverted on its chain with an error: its selector, or all of its data.
    function assertPayloadReverted(bytes32 payloadId, bytes memory revertData) public {
        _assertFailed(payloadId, PayloadStage.FINALIZED, revertData);
    }

    /// @notice Fails unless a payload reverted on its chain with an error of this selector.
    function assertPayloadReverted(bytes32 payloadId, bytes4 selector) public {
        assertPayloadReverted(payloadId, abi.encodePacked(selector));
    }

    /// @notice Fails unless the callback of a payload reverted with an error: its selector, or all of its data.
    function assertCallbackReverted(bytes32 payloadId, bytes memory revertData) public {
        _assertFailed(payloadId, PayloadStage.EXECUTED, revertData);
    }

    /// @notice Fails unless the callback of a payload reverted with an error of this selector.
    function assertCallbackReverted(bytes32 payloadId, bytes4 selector) public {
        assertCallbackReverted(payloadId, abi.encodePacked(selector));
    }

    /// @notice Fails unless a timeout ran, or a trigger reached its app gateway.
    function assertRan(bytes32 callId) public {
        TestCall storage called = _call(callId);
        string memory reason = GatewayFailures.whyNotRun(called);
        vm.assertTrue(called.isDone, string.concat("Call ", vm.toString(callId), " did not run: ", reason, "."));
    }

    /// @notice Fails unless a timeout or a trigger was refused with an error: its selector, or all of its data.
    function assertRefused(bytes32 callId, bytes memory revertData) public {
        TestCall storage called = _call(callId);
        string memory named = string.concat(
            "Call ",
            vm.toString(callId),
            " was not refused with ",
            vm.toString(revertData)
        );
        vm.assertTrue(!called.isDone, string.concat(named, ": it ran."));
        bool isSo = called.hasFailed && RevertText.matches(called.revertData, revertData);
        vm.assertTrue(isSo, string.concat(named, ": ", GatewayFailures.whyNotRun(called), "."));
    }

    /// @notice Fails unless a timeout or a trigger was refused with an error of this selector.
    function assertRefused(bytes32 callId, bytes4 selector) public {
        assertRefused(callId, abi.encodePacked(selector));
    }

    function _assertFailed(bytes32 payloadId, PayloadStage stage, bytes memory revertData) private {
        TestPayload storage failed = _payload(payloadId);
        bool isCallback = stage == PayloadStage.EXECUTED;
        string memory named = string.concat(
            isCallback ? "The callback of " : "",
            _named(payloadId, !isCallback),
            " did not revert with ",
            vm.toString(revertData)
        );
        vm.assertTrue(failed.stage != PayloadStage.RESOLVED, string.concat(named, ": it was resolved."));
        bool isSo = failed.hasFailed && failed.failedAt == stage && RevertText.matches(failed.revertData, revertData);
        vm.assertTrue(isSo, string.concat(named, ": ", whyNot(payloadId), "."));
    }

    function _named(bytes32 payloadId, bool isFirst) private returns (string memory) {
        TestPayload storage named = _payload(payloadId);
        string memory chain = named.callType == CallType.SCHEDULE ? "the gateway" : chainOf(named.chainSlug).name;
        return string.concat(isFirst ? "Payload " : "payload ", vm.toString(payloadId), " on ", chain);
    }
}
