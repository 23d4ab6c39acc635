// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {CallType} from "../../gateway/GatewayTypes.sol";
import {RevertText} from "../RevertText.sol";
import {vm} from "../Vm.sol";
import {PayloadStage, TestCall, TestPayload} from "./TestPayload.sol";

/// @title What a failing assertion says of a payload, a timeout or a trigger
library GatewayFailures {
    bytes4 private constant BATCH_NOT_READY = bytes4(keccak256("BatchNotReady(bytes32)"));
    bytes4 private constant MAX_FEES_TOO_LOW = bytes4(keccak256("MaxFeesTooLow(uint256,uint256)"));

    /// @notice Says why a payload is not resolved; empty if it is.
    function whyNot(TestPayload storage payload) internal view returns (string memory) {
        if (payload.stage == PayloadStage.RESOLVED) return "";
        if (!payload.hasFailed) return "nothing ran it: call runPayloads()";
        bytes memory reason = payload.revertData;
        if (payload.failedAt == PayloadStage.QUEUED) {
            if (bytes4(reason) == BATCH_NOT_READY) return "the batch before it is not done";
            if (bytes4(reason) == MAX_FEES_TOO_LOW) return "it may cost more than the maximum fees of its request";
            return string.concat("the watcher refuses it with ", RevertText.describe(reason));
        }
        if (payload.failedAt == PayloadStage.EXECUTED) {
            return string.concat("its callback reverts with ", RevertText.describe(reason));
        }
        if (payload.callType == CallType.SCHEDULE) return _whenDue("its schedule is due at ", payload.executeAt);
        return string.concat("it reverts on its chain with ", RevertText.describe(reason));
    }

    /// @notice Says why a timeout or a trigger did not run.
    function whyNotRun(TestCall storage called) internal view returns (string memory) {
        if (called.isDone) return "it ran";
        if (called.hasFailed) return string.concat("it reverts with ", RevertText.describe(called.revertData));
        if (called.dueAt > block.timestamp) return _whenDue("it is due at ", called.dueAt);
        return "nothing ran it: call runPayloads()";
    }

    function _whenDue(string memory text, uint256 dueAt) private view returns (string memory) {
        string memory times = string.concat(vm.toString(dueAt), " and it is ", vm.toString(block.timestamp));
        return string.concat(text, times, ": call passUntilDue()");
    }
}
