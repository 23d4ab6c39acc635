// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IRouteBridge} from "./IRouteBridge.sol";

/// @title A bridge that burns here and mints there, some time after the message has arrived
interface IMintBridge is IRouteBridge {
    /// @dev It can be released from `payableAt` on, in unix seconds.
    error TooEarly(uint256 payableAt);

    /// @notice Delivers, or sends back, what arrived for that quote `delay` seconds ago or earlier. Anybody may call.
    function release(bytes32 quoteId) external;

    /// @notice When {release} may be called for that quote, in unix seconds; zero when nothing waits for it.
    function payableAt(bytes32 quoteId) external view returns (uint256);
}
