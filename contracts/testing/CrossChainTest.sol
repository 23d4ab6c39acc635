// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {IPlug} from "../interfaces/IPlug.sol";
import {Actors} from "./messaging/Actors.sol";
import {Failures} from "./messaging/Failures.sol";
import {Stage, TestMessage} from "./messaging/TestMessage.sol";
import {RevertText} from "./RevertText.sol";
import {vm} from "./Vm.sol";

/// @title Base of tests of plugs, with several chains in one EVM
/// @notice Each chain has the devnet's own contracts: socket, managers, capacitors and both kinds of switchboard. The test
/// acts as transmitter, watcher and executor, with real signatures, when it says so and in the order that it says. It runs
/// in Hardhat and in Foundry and needs neither another package nor a remapping.
///
///     contract CounterExampleTest is CrossChainTest {
///         Counter private here;
///         Counter private there;
///         uint32 private beta;
///
///         function setUp() public {
///             here = new Counter(addChain("alpha").socket, address(this));
///             there = new Counter(addChain("beta").socket, address(this));
///             beta = slugOf(address(there));
///             connect(address(here), address(there));
///         }
///
///         function test_add_arrives() public {
///             bytes32 msgId = send(address(here), abi.encodeCall(here.add, (beta, 2)));
///             deliver();
///             assertDelivered(msgId);
///             vm.assertEq(there.counter(), 2);
///         }
///     }
///
/// A delivery never fails a test by itself, as on a network: an `inbound` that reverts leaves its message at ATTESTED, with
/// its revert data, and the next delivery tries it again. Assert what became of a message. Time passes only when the test
/// moves it.
///
/// For an invariant, write a handler that sends, inherit `DeliveryHandler` in it, and return it from `targetContracts`.
abstract contract CrossChainTest is Actors {
    /// @dev More deliveries of one call than this are plugs that answer each other forever.
    uint256 private constant MOST_DELIVERIES = 1000;

    uint256 private _round;
    mapping(bytes32 msgId => uint256 round) private _triedIn;

    /// @notice A call of `deliver` delivered so many messages, and more are waiting. Plugs that always answer each other
    /// never end: use `deliverNext`.
    error EndlessDelivery(uint256 delivered);

    /// @notice Delivers every message that can be delivered, in the order in which they were sent, and those that they
    /// cause. Tries each message once.
    /// @return delivered How many messages were delivered.
    function deliver() public returns (uint256 delivered) {
        _round++;
        for (bytes32[] memory ids = pending(); ; ids = pending()) {
            bool hasTried = false;
            for (uint256 i = 0; i < ids.length; i++) {
                if (_triedIn[ids[i]] == _round) continue;
                _triedIn[ids[i]] = _round;
                hasTried = true;
                if (deliver(ids[i]) && ++delivered > MOST_DELIVERIES) revert EndlessDelivery(delivered);
            }
            if (!hasTried) return delivered;
        }
    }

    /// @notice Delivers one message, whatever was sent before it.
    /// @return Whether it is delivered. It is not if its `inbound` reverts, its path is tripped, its attestation is
    /// missing, its timeout has not passed or its plug is not connected: `whyNot` says which.
    function deliver(bytes32 msgId) public returns (bool) {
        return deliverUntil(msgId, Stage.EXECUTION_SUCCESS);
    }

    /// @notice Delivers the first message that can be delivered.
    /// @return msgId The message; zero if none can be delivered.
    function deliverNext() public returns (bytes32 msgId) {
        bytes32[] memory ids = pending();
        for (uint256 i = 0; i < ids.length; i++) {
            if (deliver(ids[i])) return ids[i];
        }
    }

    /// @notice Brings every message as far as a stage and no further.
    function deliverUntil(Stage stage) public {
        bytes32[] memory ids = pending();
        for (uint256 i = 0; i < ids.length; i++) deliverUntil(ids[i], stage);
    }

    /// @notice Brings one message as far as a stage and no further.
    /// @return Whether it has reached the stage.
    function deliverUntil(bytes32 msgId, Stage stage) public returns (bool) {
        TestMessage storage sent = _message(msgId);
        while (sent.stage < stage) {
            if (!_advance(sent)) return false;
        }
        return true;
    }

    /// @notice Delivers the pending messages in an order that a seed decides, as often as new ones appear.
    /// @return delivered How many messages were delivered.
    function deliverShuffled(uint256 seed) public returns (uint256 delivered) {
        _round++;
        for (bytes32[] memory ids = pending(); ; ids = pending()) {
            bool hasTried = false;
            for (uint256 left = ids.length; left > 0; left--) {
                seed = uint256(keccak256(abi.encode(seed)));
                uint256 chosen = seed % left;
                bytes32 msgId = ids[chosen];
                ids[chosen] = ids[left - 1];
                if (_triedIn[msgId] == _round) continue;
                _triedIn[msgId] = _round;
                hasTried = true;
                if (deliver(msgId) && ++delivered > MOST_DELIVERIES) revert EndlessDelivery(delivered);
            }
            if (!hasTried) return delivered;
        }
    }

    /// @notice Advances one pending message, which a seed chooses, by one stage. For handlers of invariants.
    function advanceAny(uint256 seed) public {
        bytes32[] memory ids = pending();
        if (ids.length > 0) _advance(_message(ids[seed % ids.length]));
    }

    /// @notice Delivers one pending message, which a seed chooses. For handlers of invariants.
    function deliverAny(uint256 seed) public {
        bytes32[] memory ids = pending();
        if (ids.length > 0) deliver(ids[seed % ids.length]);
    }

    /// @notice Says in one line why a message is not delivered; empty if it is.
    function whyNot(bytes32 msgId) public returns (string memory) {
        TestMessage storage sent = _message(msgId);
        if (sent.stage == Stage.EXECUTION_SUCCESS) return "";
        if (sent.stage >= Stage.PROPOSED) {
            bool isOptimistic = sent.switchboard == chainOf(sent.dstChainSlug).optimisticSwitchboard;
            if (!_isAllowed(sent)) return Failures.whyNotAllowed(sent, isOptimistic);
            if (sent.stage == Stage.PROPOSED)
                return "nothing was tried since its switchboard allows it: call deliver()";
        }
        if (sent.attempts > 0) return Failures.whyReverted(sent);
        if (_inboundSwitchboard(sent) != address(0)) return "nothing delivered it: call deliver()";
        return "its plug on the destination is not connected to the source: call connect() on both plugs";
    }

    /// @notice Gas that `inbound` of a message uses now with as much gas as it wants. Compare it with what the plug asks for.
    /// @dev Reverts with the error of `inbound`. Changes nothing.
    function inboundGasOf(bytes32 msgId) public returns (uint256 gasUsed) {
        // The simulation forgets the logs that nobody has read.
        _collect();
        TestMessage storage sent = _message(msgId);
        (address socket, uint256 value, ) = executionOf(msgId);
        uint32 before = currentSlug();
        useChain(sent.dstChainSlug);
        uint256 balance = socket.balance;
        vm.deal(socket, balance + value);
        bytes memory call = abi.encodeCall(IPlug.inbound, (sent.srcChainSlug, sent.payload));
        try this.simulateInbound(socket, sent.dstPlug, value, call) {} catch (bytes memory reason) {
            vm.getRecordedLogs();
            vm.deal(socket, balance);
            useChain(before);
            if (bytes4(reason) != Costs.selector || reason.length != 68) _revertWith(reason);
            assembly ("memory-safe") {
                gasUsed := mload(add(reason, 0x24))
            }
        }
    }

    /// @notice Calls `inbound` as the socket does and reverts with the gas that it used. Use `inboundGasOf`.
    function simulateInbound(address socket, address plug, uint256 value, bytes calldata call) external {
        if (msg.sender != address(this)) revert OnlyTest();
        vm.prank(socket);
        uint256 left = gasleft();
        (bool success, bytes memory reason) = plug.call{value: value}(call);
        left -= gasleft();
        if (!success) _revertWith(reason);
        revert Costs(left, 1);
    }

    /// @notice Fails unless a message is delivered, and says why it is not.
    function assertDelivered(bytes32 msgId) public {
        string memory reason = whyNot(msgId);
        vm.assertTrue(bytes(reason).length == 0, string.concat(_named(msgId), " was not delivered: ", reason, "."));
    }

    /// @notice Fails if a message is delivered.
    function assertNotDelivered(bytes32 msgId) public {
        bool isDelivered = _message(msgId).stage == Stage.EXECUTION_SUCCESS;
        vm.assertTrue(!isDelivered, string.concat(_named(msgId), " was delivered."));
    }

    /// @notice Fails unless the last execution of a message reverted with an error of this selector.
    function assertInboundReverted(bytes32 msgId, bytes4 selector) public {
        assertInboundReverted(msgId, abi.encodePacked(selector));
    }

    /// @notice Fails unless the last execution of a message reverted with exactly this data; empty if its gas ran out.
    function assertInboundReverted(bytes32 msgId, bytes memory revertData) public {
        TestMessage storage sent = _message(msgId);
        string memory named = string.concat(_named(msgId), " did not revert with ", vm.toString(revertData), ": ");
        vm.assertTrue(sent.stage != Stage.EXECUTION_SUCCESS, string.concat(named, "it was delivered."));
        vm.assertTrue(sent.attempts > 0, string.concat(named, whyNot(msgId), "."));
        vm.assertTrue(
            RevertText.matches(sent.revertData, revertData),
            string.concat(named, Failures.whyReverted(sent), ".")
        );
    }

    /// @notice Fails unless a plug refuses `inbound` of an account that is not its socket.
    /// @param srcChainSlug Chain that the forged message claims to come from.
    function assertRefusesForgery(address plug, uint32 srcChainSlug, bytes memory payload) public {
        vm.prank(address(0xbad));
        (bool success, ) = plug.call(abi.encodeCall(IPlug.inbound, (srcChainSlug, payload)));
        vm.assertTrue(!success, "The plug took a message from an account that is not its socket.");
    }

    function _named(bytes32 msgId) private returns (string memory) {
        TestMessage storage sent = _message(msgId);
        return Failures.nameOf(sent, chainOf(sent.srcChainSlug).name, chainOf(sent.dstChainSlug).name);
    }
}
