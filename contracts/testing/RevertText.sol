// SPDX-License-Identifier: MIT
// solhint-disable quotes
pragma solidity ^0.8.21;

import {vm} from "./Vm.sol";

/// @title Revert data as text
library RevertText {
    bytes4 private constant ERROR = 0x08c379a0;
    bytes4 private constant PANIC = 0x4e487b71;

    /// @notice Returns the reason of a `require`, the code of a panic, or the data itself.
    function describe(bytes memory reason) internal pure returns (string memory) {
        if (reason.length == 0) return "no data";
        bytes4 selector = bytes4(reason);
        if (selector != ERROR && selector != PANIC) return vm.toString(reason);
        bytes memory arguments = new bytes(reason.length - 4);
        for (uint256 i = 0; i < arguments.length; i++) arguments[i] = reason[i + 4];
        if (selector == PANIC) return string.concat("panic ", vm.toString(abi.decode(arguments, (uint256))));
        return string.concat('"', abi.decode(arguments, (string)), '"');
    }

    /// @notice Returns whether revert data is what a test expects: 4 bytes are any error with that selector.
    function matches(bytes memory reason, bytes memory expected) internal pure returns (bool) {
        if (expected.length == 4) return reason.length >= 4 && bytes4(reason) == bytes4(expected);
        return keccak256(reason) == keccak256(expected);
    }
}
