// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity ^0.8.21;

import {RevertText} from "../RevertText.sol";
import {vm} from "../Vm.sol";
import {SWITCHBOARD_TIMEOUT} from "./TestChain.sol";
import {Stage, TestMessage} from "./TestMessage.sol";

/// @title What a failing assertion says of a message
library Failures {
    bytes4 private constant PACKET_NOT_PROPOSED = bytes4(keccak256("PacketNotProposed()"));
    bytes4 private constant NOT_EXECUTOR = bytes4(keccak256("NotExecutor()"));

    /// @notice Says which message it is, and between which chains.
    function nameOf(
        TestMessage storage sent,
        string memory src,
        string memory dst
    ) internal view returns (string memory) {
        return string.concat("Message ", vm.toString(sent.msgId), " from ", src, " to ", dst);
    }

    /// @notice Says why its switchboard does not let a proposed message be executed.
    function whyNotAllowed(TestMessage storage sent, bool isOptimistic) internal view returns (string memory) {
        uint256 due = sent.proposedAt + SWITCHBOARD_TIMEOUT + 1;
        if (block.timestamp >= due || sent.stage > Stage.PROPOSED) {
            return "its proposal, its path or its whole chain is tripped";
        }
        if (isOptimistic) {
            return
                string.concat(
                    "its optimistic switchboard waits until ",
                    vm.toString(due),
                    " and it is ",
                    vm.toString(block.timestamp),
                    ": call passTimeout()"
                );
        }
        return "its switchboard does not allow it: its attestation is missing, or it is tripped";
    }

    /// @notice Says what the last execution of a message reverted with.
    function whyReverted(TestMessage storage sent) internal view returns (string memory) {
        bytes memory reason = sent.revertData;
        if (reason.length == 0) {
            return
                string.concat(
                    "inbound reverts without data, as when its gas limit of ",
                    vm.toString(sent.minMsgGasLimit),
                    " is too low"
                );
        }
        if (bytes4(reason) == NOT_EXECUTOR)
            return "its plug on the destination does not name the sender as its sibling";
        if (bytes4(reason) == PACKET_NOT_PROPOSED)
            return "its plug on the destination does not trust the sibling of the switchboard that it was sent through";
        return string.concat("inbound reverts with ", RevertText.describe(reason));
    }
}
