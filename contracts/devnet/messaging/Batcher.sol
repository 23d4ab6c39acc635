// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../interfaces/ISwitchboard.sol";
import {Ids} from "./Ids.sol";
import {FastSwitchboard} from "./switchboard/FastSwitchboard.sol";

/// @title Batcher of signed steps
/// @notice Submits what the devnet's actors signed to the socket and the switchboards, many steps per transaction. A step
/// that is refused is logged and does not stop the others. The batcher has no rights of its own: the receiving contracts
/// recover and check every signature.
contract Batcher {
    struct SealStep {
        uint256 batchSize;
        address capacitor;
        bytes signature;
    }

    struct ProposeStep {
        bytes32 packetId;
        bytes32 root;
        address switchboard;
        bytes signature;
    }

    struct AttestStep {
        FastSwitchboard switchboard;
        bytes32 packetId;
        uint256 proposalCount;
        bytes32 root;
        bytes signature;
    }

    /// @param value Native value that the message delivers to its plug, in wei.
    /// @param gasLimit Gas for the socket's whole work on the message. The plug and its switchboard can be anybody's, so
    /// without a limit one of them could use up the gas of the messages after it.
    struct ExecuteStep {
        ISocket.ExecutionDetails executionDetails;
        ISocket.MessageDetails messageDetails;
        uint256 value;
        uint256 gasLimit;
    }

    /// @param revertData First 1024 bytes, at most, of the revert data; empty on success.
    struct Outcome {
        bool success;
        bytes revertData;
    }

    /// @param switchboard Switchboard that the packet was proposed for. It can be anybody's.
    struct AllowanceQuery {
        address switchboard;
        bytes32 packetId;
        uint256 proposalCount;
        bytes32 root;
    }

    /// @dev Gas for a switchboard's `allowPacket`. Few use a tenth of it, and fifty that use it up fit in one call.
    uint256 private constant ALLOWANCE_GAS = 100_000;
    /// @dev Gas to encode the longest message for its call.
    uint256 private constant CALL_OVERHEAD = 40_000;
    /// @dev Limit in bytes; a plug can revert with more data than the batch has gas to log.
    uint256 private constant MAX_REVERT_DATA = 1024;

    ISocket public immutable socket;

    /// @notice Emitted for each step of a batch that was refused.
    /// @param index Position of the step in its batch.
    /// @param revertData First 1024 bytes, at most, of the revert data.
    event StepRefused(uint256 index, bytes revertData);

    /// @notice Emitted for each message of a batch after its execution was tried.
    /// @param revertData First 1024 bytes, at most, of the revert data; empty on success.
    event ExecutionTried(bytes32 indexed msgId, bool success, bytes revertData);

    /// @notice Too little gas is left to give this message its gas limit. Send more gas, or fewer messages.
    error BatchTooLarge(bytes32 msgId);
    /// @notice The attached value is not the sum of what the messages deliver. Attach that sum.
    error ValueMismatch(uint256 required, uint256 provided);
    /// @notice The caller rejected the returned value of failed messages. Call from an account that accepts value.
    error ReturnFailed(uint256 amount);

    constructor(ISocket socket_) {
        socket = socket_;
    }

    /// @notice Seals packets on their source chain.
    function sealBatch(SealStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            SealStep calldata step = steps[i];
            _submit(i, address(socket), abi.encodeCall(ISocket.seal, (step.batchSize, step.capacitor, step.signature)));
        }
    }

    /// @notice Proposes packets on their destination chain.
    function proposeBatch(ProposeStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            ProposeStep calldata step = steps[i];
            _submit(
                i,
                address(socket),
                abi.encodeCall(
                    ISocket.proposeForSwitchboard,
                    (step.packetId, step.root, step.switchboard, step.signature)
                )
            );
        }
    }

    /// @notice Attests proposals.
    function attestBatch(AttestStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            AttestStep calldata step = steps[i];
            _submit(
                i,
                address(step.switchboard),
                abi.encodeCall(FastSwitchboard.attest, (step.packetId, step.proposalCount, step.root, step.signature))
            );
        }
    }

    /// @notice Executes every message that can be executed. A message that reverts is logged and does not stop the
    /// others; its value is returned to the caller.
    /// @return outcomes One for each step, for who simulates the batch: a call gives no logs.
    function executeBatch(ExecuteStep[] calldata steps) external payable returns (Outcome[] memory outcomes) {
        uint256 required = 0;
        uint256 undelivered = 0;
        for (uint256 i = 0; i < steps.length; i++) required += steps[i].value;
        if (msg.value != required) revert ValueMismatch(required, msg.value);

        outcomes = new Outcome[](steps.length);
        for (uint256 i = 0; i < steps.length; i++) {
            outcomes[i] = _tryExecute(steps[i]);
            if (!outcomes[i].success) undelivered += steps[i].value;
        }
        if (undelivered > 0) {
            (bool returned, ) = msg.sender.call{value: undelivered}("");
            if (!returned) revert ReturnFailed(undelivered);
        }
    }

    /// @notice Returns whether the switchboard of each proposal allows its packet, with the root that is expected.
    /// @dev A switchboard that reverts, uses up its gas or answers anything but true does not allow it.
    function areAllowed(AllowanceQuery[] calldata queries) external view returns (bool[] memory allowed) {
        allowed = new bool[](queries.length);
        for (uint256 i = 0; i < queries.length; i++) allowed[i] = _isAllowed(queries[i]);
    }

    function _isAllowed(AllowanceQuery calldata query) private view returns (bool) {
        address switchboard = query.switchboard;
        if (socket.packetIdRoots(query.packetId, query.proposalCount, switchboard) != query.root) return false;
        bytes memory input = abi.encodeCall(
            ISwitchboard.allowPacket,
            (
                query.root,
                query.packetId,
                query.proposalCount,
                Ids.chainSlugOf(query.packetId),
                socket.rootProposedAt(query.packetId, query.proposalCount, switchboard)
            )
        );
        bool success;
        uint256 answer;
        // Solidity would copy all return data, whatever its length, and revert on an answer that is no boolean.
        assembly ("memory-safe") {
            success := staticcall(ALLOWANCE_GAS, switchboard, add(input, 0x20), mload(input), 0, 0x20)
            success := and(success, gt(returndatasize(), 0x1f))
            answer := mload(0)
        }
        return success && answer == 1;
    }

    function _submit(uint256 index, address target, bytes memory input) private {
        (bool success, bytes memory revertData) = _call(target, gasleft(), 0, input);
        if (!success) emit StepRefused(index, revertData);
    }

    function _tryExecute(ExecuteStep calldata step) private returns (Outcome memory) {
        // The EVM caps a call's gas at 63/64 of what is left, without an error. A message that runs out of gas would look
        // like one that its plug rejected.
        if ((gasleft() / 64) * 63 < step.gasLimit + CALL_OVERHEAD) revert BatchTooLarge(step.messageDetails.msgId);
        (bool success, bytes memory revertData) = _call(
            address(socket),
            step.gasLimit,
            step.value,
            abi.encodeCall(ISocket.execute, (step.executionDetails, step.messageDetails))
        );
        emit ExecutionTried(step.messageDetails.msgId, success, revertData);
        return Outcome(success, revertData);
    }

    /// @dev Copies at most `MAX_REVERT_DATA` of the revert data, which only assembly can do.
    function _call(
        address target,
        uint256 gasLimit,
        uint256 value,
        bytes memory input
    ) private returns (bool success, bytes memory revertData) {
        assembly ("memory-safe") {
            success := call(gasLimit, target, value, add(input, 0x20), mload(input), 0, 0)
            revertData := mload(0x40)
            let size := 0
            if iszero(success) {
                size := returndatasize()
            }
            if gt(size, MAX_REVERT_DATA) {
                size := MAX_REVERT_DATA
            }
            mstore(revertData, size)
            returndatacopy(add(revertData, 0x20), 0, size)
            mstore(0x40, add(revertData, and(add(size, 0x3f), not(0x1f))))
        }
    }
}
