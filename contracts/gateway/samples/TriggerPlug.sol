// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {PlugBase} from "../PlugBase.sol";
import {ITriggeredAppGateway} from "./ITriggeredAppGateway.sol";

/// @title A plug that reports events on its chain to its app gateway
contract TriggerPlug is PlugBase {
    /// @notice Reports `amount` on behalf of the caller. Anyone can call it here; each
    /// call costs the app gateway the fee of a payload.
    function report(uint256 amount) external {
        ITriggeredAppGateway(address(socket__)).onReport(msg.sender, amount);
    }
}
