// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Parallel} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {BoardApp} from "./BoardApp.sol";

/// @title App gateway that writes
contract WriteApp is BoardApp {
    /// @notice Numbers of the writes in the order in which their callbacks ran.
    uint256[] public written;
    uint256 public lastTotal;
    /// @notice Second at which the schedule between two writes had passed.
    uint256 public resumedAt;

    constructor(address addressResolver_, uint256 fees_) BoardApp(addressResolver_, fees_) {}

    function writeSequentially(uint32 chainSlug_) external async {
        for (uint256 i = 0; i < 10; i++) _write(chainSlug_, i);
    }

    function writeInParallel(uint32 chainSlug_) external async {
        _setOverrides(Parallel.ON);
        for (uint256 i = 0; i < 10; i++) _write(chainSlug_, i);
    }

    function writeAlternately(uint32 first_, uint32 second_) external async {
        for (uint256 i = 0; i < 10; i++) _write(i % 2 == 0 ? first_ : second_, i);
    }

    /// @notice Writes 1, waits, and writes 2.
    function writeAroundSchedule(uint32 chainSlug_, uint256 delay_) external async {
        _write(chainSlug_, 1);
        _setSchedule(delay_);
        then(this.onTime.selector, "");
        _write(chainSlug_, 2);
    }

    function onTime(bytes calldata, bytes calldata) external onlyPromises {
        resumedAt = block.timestamp;
    }

    function onWritten(bytes calldata data_, bytes calldata returnData_) external onlyPromises {
        written.push(abi.decode(data_, (uint256)));
        lastTotal = abi.decode(returnData_, (uint256));
    }

    function count() external view returns (uint256) {
        return written.length;
    }

    function _write(uint32 chainSlug_, uint256 number_) private {
        _boardOn(chainSlug_).write(number_);
        then(this.onWritten.selector, abi.encode(number_));
    }
}
