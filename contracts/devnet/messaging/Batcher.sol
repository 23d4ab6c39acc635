// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {FastSwitchboard} from "./switchboard/FastSwitchboard.sol";

/// @title Batcher of signed steps
/// @notice Submits what the devnet's actors signed to the socket and the switchboards, many steps per transaction. It
/// has no rights of its own: the receiving contracts recover and check every signature.
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
    struct ExecuteStep {
        ISocket.ExecutionDetails executionDetails;
        ISocket.MessageDetails messageDetails;
        uint256 value;
    }

    /// @dev Gas that `execute` needs besides the plug's own. Generous, because it must only be available and is not
    /// spent.
    uint256 private constant EXECUTE_OVERHEAD = 200_000;
    /// @dev Limit in bytes; a plug can revert with more data than the batch has gas to log.
    uint256 private constant MAX_REVERT_DATA = 1024;

    ISocket public immutable socket;

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

    function sealBatch(SealStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            socket.seal(steps[i].batchSize, steps[i].capacitor, steps[i].signature);
        }
    }

    function proposeBatch(ProposeStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            ProposeStep calldata step = steps[i];
            socket.proposeForSwitchboard(step.packetId, step.root, step.switchboard, step.signature);
        }
    }

    function attestBatch(AttestStep[] calldata steps) external {
        for (uint256 i = 0; i < steps.length; i++) {
            AttestStep calldata step = steps[i];
            step.switchboard.attest(step.packetId, step.proposalCount, step.root, step.signature);
        }
    }

    /// @notice Executes every message that can be executed. A message that reverts is logged and does not stop the
    /// others; its value is returned to the caller.
    function executeBatch(ExecuteStep[] calldata steps) external payable {
        uint256 required = 0;
        uint256 undelivered = 0;
        for (uint256 i = 0; i < steps.length; i++) required += steps[i].value;
        if (msg.value != required) revert ValueMismatch(required, msg.value);

        for (uint256 i = 0; i < steps.length; i++) {
            bool success = _tryExecute(steps[i]);
            if (!success) undelivered += steps[i].value;
        }
        if (undelivered > 0) {
            (bool returned, ) = msg.sender.call{value: undelivered}("");
            if (!returned) revert ReturnFailed(undelivered);
        }
    }

    function _tryExecute(ExecuteStep calldata step) private returns (bool success) {
        bytes memory input = abi.encodeCall(ISocket.execute, (step.executionDetails, step.messageDetails));
        bytes memory revertData;
        address target = address(socket);
        uint256 value = step.value;
        // A message that runs out of gas would look like one that its plug rejected, and a gas estimate for the batch
        // would settle on an amount with which every message fails.
        uint256 needed = (step.executionDetails.executionGasLimit * 64) / 63 + EXECUTE_OVERHEAD;
        if ((gasleft() / 64) * 63 < needed) revert BatchTooLarge(step.messageDetails.msgId);
        // Solidity would copy all return data, whatever its length; only assembly can copy a part.
        assembly ("memory-safe") {
            success := call(gas(), target, value, add(input, 0x20), mload(input), 0, 0)
            revertData := mload(0x40)
            let size := returndatasize()
            if gt(size, MAX_REVERT_DATA) {
                size := MAX_REVERT_DATA
            }
            mstore(revertData, size)
            returndatacopy(add(revertData, 0x20), 0, size)
            mstore(0x40, add(revertData, and(add(size, 0x3f), not(0x1f))))
        }
        emit ExecutionTried(step.messageDetails.msgId, success, revertData);
    }
}
