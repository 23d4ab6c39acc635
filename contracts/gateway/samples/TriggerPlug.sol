// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {PlugBase} from "../PlugBase.sol";
import {ITriggeredAppGateway} from "./ITriggeredAppGateway.sol";

/// @title A contract on a chain that tells its app gateway what happens there
contract TriggerPlug is PlugBase {
    /// @notice Reports `amount` in the caller's name. Open to all, because it costs the app gateway nothing.
    function report(uint256 amount) external {
        ITriggeredAppGateway(address(socket__)).onReport(msg.sender, amount);
    }
}
