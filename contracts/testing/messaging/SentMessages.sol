// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {ICapacitor} from "../../interfaces/ICapacitor.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {vm, Vm} from "../Vm.sol";
import {RecordedCosts} from "./RecordedCosts.sol";
import {TestChains} from "./TestChains.sol";
import {Stage, TestMessage} from "./TestMessage.sol";

/// @title Part of a test that finds the messages of its chains in their logs, sends messages, and knows what they cost
/// @notice It reads the recorded logs: a test that wants them too takes them from `takeLogs`.
abstract contract SentMessages is TestChains, RecordedCosts {
    uint256 private constant PLENTY = 1_000_000 ether;
    /// @dev Of Plug: what is required, and what was provided.
    bytes4 private constant INSUFFICIENT_FEES = bytes4(keccak256("InsufficientFees(uint256,uint256)"));

    /// @dev A message's event without what TestMessage has.
    struct Outbound {
        uint32 srcChainSlug;
        address srcPlug;
        uint32 dstChainSlug;
        address dstPlug;
        bytes32 msgId;
        uint256 minMsgGasLimit;
        bytes32 executionParams;
        bytes32 transmissionParams;
        bytes payload;
        ISocket.Fees fees;
    }

    /// @dev The call that sends messages now: of `plug` itself, or `inbound` of any plug if it is zero.
    struct Sending {
        address plug;
        bytes4 selector;
    }

    bytes32[] private _msgIds;
    Sending private _sending;
    mapping(bytes32 msgId => TestMessage) internal _messages;
    mapping(bytes32 packetId => bytes32) internal _msgIdOfPacket;

    /// @notice No message of this test has the id. Take it from what the plug's function returned, or from `lastMessage`.
    error UnknownMessage(bytes32 msgId);
    /// @notice The call sent no message. Call a function of the plug that sends one.
    error NothingSent(address plug);
    /// @notice How a simulation gives its result back: the call costs so much. It is never the end of a test.
    error Costs(uint256 fee, uint256 messages);
    /// @notice Only the test itself may call this function.
    error OnlyTest();

    constructor() {
        vm.recordLogs();
    }

    /// @dev Receives refunds.
    receive() external payable {}

    /// @notice Calls a function of a plug that sends messages, with exactly their fee, on the plug's chain.
    /// @dev `bytes32 msgId = send(address(here), abi.encodeCall(here.greet, (beta.slug, "hello")));`
    /// @return msgId The last message that the call sent.
    function send(address plug, bytes memory callData) public returns (bytes32 msgId) {
        return sendAs(address(this), plug, callData);
    }

    /// @notice Does what `send` does, as another account. The account gets the fee, unless it has balances of its own.
    function sendAs(address sender, address plug, bytes memory callData) public returns (bytes32 msgId) {
        return sendAs(sender, plug, callData, feeOf(sender, plug, callData));
    }

    /// @notice Calls a function of a plug that sends messages, with a value that the test chooses.
    function sendAs(address sender, address plug, bytes memory callData, uint256 value) public returns (bytes32 msgId) {
        _collect();
        uint256 count = _msgIds.length;
        uint256 balance = sender.balance;
        bool isLent = !_hasSeparateBalances(sender) && balance < value;
        if (isLent) vm.deal(sender, value);
        (bool success, bytes memory result) = _tryOn(slugOf(plug), sender, plug, value, callData);
        if (!success && isLent) vm.deal(sender, balance);
        if (!success) _revertWith(result);
        _collectFrom(plug, bytes4(callData));
        if (_msgIds.length == count) revert NothingSent(plug);
        return lastMessage();
    }

    /// @notice Returns the value that a call has to attach now for the messages that it sends, in wei, without making it.
    /// @dev A plug that inherits Plug says it itself. Any other is simulated with plenty of value, and its messages are
    /// priced by the socket: its `sender` must be able to take a refund then.
    function feeOf(address sender, address plug, bytes memory callData) public returns (uint256 fee) {
        _collect();
        uint32 before = currentSlug();
        useChain(slugOf(plug));
        bytes memory result = _simulated(sender, plug, 0, callData);
        bool isSaid = bytes4(result) == INSUFFICIENT_FEES && result.length == 68;
        bool isFree = bytes4(result) == Costs.selector;
        if (!isSaid && !isFree) result = _simulated(sender, plug, PLENTY, callData);
        useChain(before);
        if (isSaid) (fee, ) = _twoNumbers(result);
        else fee = _priced(plug, result);
        if (isFree) fee = 0;
    }

    /// @notice Makes a call and reverts with what its messages cost. Use `feeOf`.
    function simulate(address sender, address plug, uint256 value, bytes calldata callData) external {
        if (msg.sender != address(this)) revert OnlyTest();
        (bool success, bytes memory result) = _tryOn(currentSlug(), sender, plug, value, callData);
        if (!success) _revertWith(result);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 fee = 0;
        uint256 count = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (!_isOutbound(logs[i])) continue;
            Outbound memory sent = _parse(logs[i].data);
            fee += _minFeesOf(ISocket(logs[i].emitter), sent);
            count++;
        }
        revert Costs(fee, count);
    }

    /// @notice Notes the messages sent since the last look, and returns the logs since then.
    function takeLogs() public returns (Vm.Log[] memory logs) {
        logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (_isOutbound(logs[i])) _note(logs, i);
        }
    }

    /// @notice Returns the ids of all messages, in the order in which they were sent.
    function messages() public returns (bytes32[] memory) {
        _collect();
        return _msgIds;
    }

    /// @notice Returns the ids of the messages that are not delivered.
    function pending() public returns (bytes32[] memory ids) {
        _collect();
        uint256 count = 0;
        ids = new bytes32[](_msgIds.length);
        for (uint256 i = 0; i < _msgIds.length; i++) {
            if (_message(_msgIds[i]).stage != Stage.EXECUTION_SUCCESS) ids[count++] = _msgIds[i];
        }
        assembly ("memory-safe") {
            mstore(ids, count)
        }
    }

    /// @notice Returns the id of the message that was sent last.
    function lastMessage() public returns (bytes32) {
        _collect();
        if (_msgIds.length == 0) revert UnknownMessage(bytes32(0));
        return _msgIds[_msgIds.length - 1];
    }

    /// @notice Returns a message and how far it has come.
    function messageOf(bytes32 msgId) public returns (TestMessage memory) {
        return _message(msgId);
    }

    function _message(bytes32 msgId) internal returns (TestMessage storage found) {
        found = _messages[msgId];
        if (found.srcChainSlug == 0) _collect();
        if (found.srcChainSlug == 0) revert UnknownMessage(msgId);
        // A contract can have executed it itself.
        if (found.stage != Stage.ATTESTED) return found;
        if (!chainOf(found.dstChainSlug).socket.messageExecuted(msgId)) return found;
        found.stage = Stage.EXECUTION_SUCCESS;
        found.revertData = "";
    }

    function _collect() internal {
        takeLogs();
    }

    /// @dev Notes the messages that a call has sent.
    function _collectFrom(address plug, bytes4 selector) internal {
        _sending = Sending(plug, selector);
        _collect();
        delete _sending;
    }

    /// @dev Cheatcodes are not undone when a call reverts, so they stand outside of it.
    function _simulated(
        address sender,
        address plug,
        uint256 value,
        bytes memory callData
    ) private returns (bytes memory result) {
        uint256 balance = sender.balance;
        if (value > 0) vm.deal(sender, value);
        try this.simulate(sender, plug, value, callData) {} catch (bytes memory reason) {
            result = reason;
        }
        if (value > 0) vm.deal(sender, balance);
        vm.getRecordedLogs();
    }

    /// @dev Returns the fee in the result of a simulation, or reverts as the simulated call did.
    function _priced(address plug, bytes memory result) private pure returns (uint256 fee) {
        if (bytes4(result) != Costs.selector || result.length != 68) _revertWith(result);
        uint256 count;
        (fee, count) = _twoNumbers(result);
        if (count == 0) revert NothingSent(plug);
    }

    function _twoNumbers(bytes memory errorData) private pure returns (uint256 first, uint256 second) {
        assembly ("memory-safe") {
            first := mload(add(errorData, 0x24))
            second := mload(add(errorData, 0x44))
        }
    }

    /// @dev Logs of calls that reverted are recorded too. A message is real if its packet has its root.
    function _note(Vm.Log[] memory logs, uint256 index) private {
        uint256 added = index;
        while (logs[added].topics.length == 0 || logs[added].topics[0] != ICapacitor.MessageAdded.selector) added--;
        (bytes32 root, uint64 count, ) = abi.decode(logs[added].data, (bytes32, uint64, bytes32));
        address capacitor = logs[added].emitter;
        if (ICapacitor(capacitor).getRootByCount(count) != root) return;

        Outbound memory sent = _parse(logs[index].data);
        TestMessage storage noted = _messages[sent.msgId];
        if (noted.srcChainSlug != 0) return;
        noted.msgId = sent.msgId;
        noted.srcChainSlug = sent.srcChainSlug;
        noted.dstChainSlug = sent.dstChainSlug;
        noted.srcPlug = sent.srcPlug;
        noted.dstPlug = sent.dstPlug;
        noted.minMsgGasLimit = sent.minMsgGasLimit;
        noted.executionFee = sent.fees.executionFee;
        noted.executionParams = sent.executionParams;
        noted.payload = sent.payload;
        noted.root = root;
        noted.packetId = bytes32(
            (uint256(sent.srcChainSlug) << 224) | (uint256(uint160(capacitor)) << 64) | uint256(count)
        );
        _msgIds.push(sent.msgId);
        uint256 fee = sent.fees.transmissionFees + sent.fees.executionFee + sent.fees.switchboardFees;
        _recordFee(sent.msgId, _sending.plug == address(0) ? sent.srcPlug : _sending.plug, _sending.selector, fee);
        _msgIdOfPacket[noted.packetId] = sent.msgId;
    }

    function _isOutbound(Vm.Log memory log) private view returns (bool) {
        return
            log.topics.length == 1 &&
            log.topics[0] == ISocket.MessageOutbound.selector &&
            _slugOfSocket(log.emitter) != 0;
    }

    /// @dev A struct is encoded like an event's arguments, preceded by its offset.
    function _parse(bytes memory data) private pure returns (Outbound memory) {
        return abi.decode(bytes.concat(bytes32(uint256(32)), data), (Outbound));
    }

    function _minFeesOf(ISocket socket, Outbound memory sent) private view returns (uint256) {
        return
            socket.getMinFees(
                sent.minMsgGasLimit,
                sent.payload.length,
                sent.executionParams,
                sent.transmissionParams,
                sent.dstChainSlug,
                sent.srcPlug
            );
    }
}
