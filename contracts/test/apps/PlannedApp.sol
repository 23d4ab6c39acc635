// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Parallel, Read} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {BoardApp} from "./BoardApp.sol";

/// @title App gateway that does what a test plans, step by step
contract PlannedApp is BoardApp {
    enum Kind {
        Write,
        Read,
        Schedule
    }

    /// @param amount What is written, or the delay of a schedule in seconds.
    /// @param next The steps of the request that its callback makes, encoded; empty for none.
    struct Step {
        Kind kind;
        uint32 chainSlug;
        bool isParallel;
        uint256 amount;
        bytes next;
    }

    uint256 public callbacks;

    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    function run(Step[] calldata steps_) external {
        _run(steps_);
    }

    function runLater(Step[] calldata steps_, uint256 delay_) external {
        watcher__().setTimeout(address(this), abi.encodeCall(this.runOnTime, (steps_)), delay_);
    }

    function runOnTime(Step[] calldata steps_) external onlyWatcher {
        _run(steps_);
    }

    function cancel(uint40 requestCount_) external {
        _revertTx(requestCount_);
    }

    function raiseFees(uint40 requestCount_, uint256 fees_) external {
        _increaseFees(requestCount_, fees_);
    }

    function setMaxFees(uint256 fees_) external {
        _setMaxFees(fees_);
    }

    function onDone(bytes calldata next_, bytes calldata) external onlyPromises {
        callbacks++;
        if (next_.length > 0) _run(abi.decode(next_, (Step[])));
    }

    function _run(Step[] memory steps_) private async {
        for (uint256 i = 0; i < steps_.length; i++) {
            Step memory step = steps_[i];
            _setOverrides(step.kind == Kind.Read ? Read.ON : Read.OFF, step.isParallel ? Parallel.ON : Parallel.OFF);
            if (step.kind == Kind.Schedule) _setSchedule(step.amount);
            else if (step.kind == Kind.Read) _boardOn(step.chainSlug).total();
            else _boardOn(step.chainSlug).write(step.amount);
            then(this.onDone.selector, step.next);
        }
    }
}
