// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls that may fail without harm to the caller
library CappedCall {
    /// @dev More revert data than anybody reads; copying it all could cost more gas than the caller kept for itself.
    uint256 private constant MAX_REVERT_DATA = 256;

    /// @return success Whether the call returned.
    /// @return reason The revert data otherwise, at most its first 256 bytes.
    function tryCall(
        address target,
        uint256 gasLimit,
        bytes memory input
    ) internal returns (bool success, bytes memory reason) {
        assembly ("memory-safe") {
            success := call(gasLimit, target, 0, add(input, 0x20), mload(input), 0, 0)
            reason := mload(0x40)
            let size := 0
            if iszero(success) {
                size := returndatasize()
                if gt(size, MAX_REVERT_DATA) {
                    size := MAX_REVERT_DATA
                }
            }
            mstore(reason, size)
            returndatacopy(add(reason, 0x20), 0, size)
            mstore(0x40, add(reason, and(add(size, 0x3f), not(0x1f))))
        }
    }
}
