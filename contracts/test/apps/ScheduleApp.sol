// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayBase} from "../../gateway/evmx/base/AppGatewayBase.sol";

/// @title App gateway that schedules seven callbacks
contract ScheduleApp is AppGatewayBase {
    uint256[7] public delays = [1, 10, 20, 30, 40, 50, 100];

    /// @notice Emitted when a callback runs: which one, and how many seconds after it was scheduled.
    event Resolved(uint256 index, uint256 waited);

    constructor(address addressResolver_, uint256 fees_) {
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function scheduleAll() external {
        for (uint256 i = 0; i < 7; i++) _scheduleOne(i);
    }

    function onTime(bytes calldata data_, bytes calldata) external onlyPromises {
        (uint256 index, uint256 scheduledAt) = abi.decode(data_, (uint256, uint256));
        emit Resolved(index, block.timestamp - scheduledAt);
    }

    function _scheduleOne(uint256 index_) private async {
        _setSchedule(delays[index_]);
        then(this.onTime.selector, abi.encode(index_, block.timestamp));
    }
}
