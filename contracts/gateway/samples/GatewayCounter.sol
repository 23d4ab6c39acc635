// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {PlugBase} from "../PlugBase.sol";

/// @title A counter on a chain that its app gateway increases
contract GatewayCounter is PlugBase {
    uint256 public counter;

    /// @notice Emitted when the app gateway increases the counter on this chain.
    event Increased(uint256 amount, uint256 counter);

    function add(uint256 amount) external onlySocket {
        counter += amount;
        emit Increased(amount, counter);
    }
}
