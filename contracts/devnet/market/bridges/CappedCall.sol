// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls whose failure does not harm the caller
library CappedCall {
    /// @dev Limit in bytes; copying all revert data could cost more gas than the caller has left.
    uint256 private constant MAX_REVERT_DATA = 256;

    /// @return success Whether the call succeeded.
    /// @return reason First 256 bytes, at most, of the revert data; empty on success.
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
