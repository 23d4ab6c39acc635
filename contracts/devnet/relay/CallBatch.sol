// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Many calls in one transaction
/// @notice A call that reverts is logged and does not stop the others.
abstract contract CallBatch {
    /// @param gas Exact gas limit of the call. A target can be anybody's, so without a limit one of them could use up the
    /// gas of the calls after it.
    struct Call {
        address to;
        uint256 value;
        uint256 gas;
        bytes data;
    }

    /// @param index Position of the call in its batch.
    /// @param revertData First 1024 bytes, at most, of the revert data.
    struct Failure {
        uint256 index;
        bytes revertData;
    }

    /// @dev Gas that a call needs besides its own limit. Generous, because it must only be available and is not spent.
    uint256 private constant CALL_OVERHEAD = 60_000;
    /// @dev Limit in bytes; a call can revert with more data than the batch has gas to log.
    uint256 private constant MAX_REVERT_DATA = 1024;

    /// @notice Emitted for each call that reverted.
    /// @param index Position of the call in its batch.
    /// @param revertData First 1024 bytes, at most, of the revert data.
    event CallReverted(uint256 index, bytes revertData);

    /// @notice Too little gas is left to give this call its gas limit. Send more gas, or fewer calls.
    error BatchTooLarge(uint256 index);
    /// @notice The attached value is not the sum of the calls' values. Attach that sum.
    error ValueMismatch(uint256 required, uint256 provided);
    /// @notice The caller rejected the returned value of failed calls. Call from an account that accepts value.
    error ReturnFailed(uint256 amount);

    /// @dev Makes every call in order, and returns the value of those that failed to the caller. What it returns is for who
    /// simulates the batch: a call gives no logs.
    /// @return gasUsed Gas that each call used.
    /// @return failures Calls that reverted.
    function _tryAll(Call[] calldata calls) internal returns (uint256[] memory gasUsed, Failure[] memory failures) {
        uint256 required = 0;
        uint256 undelivered = 0;
        uint256 failed = 0;
        gasUsed = new uint256[](calls.length);
        failures = _allocate(calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            Call calldata step = calls[i];
            if (!_hasGasFor(step)) revert BatchTooLarge(i);
            (bool success, uint256 used) = _call(step);
            gasUsed[i] = used;
            required += step.value;
            if (success) continue;
            failures[failed] = Failure(i, _revertData());
            failed++;
            undelivered += step.value;
        }
        if (msg.value != required) revert ValueMismatch(required, msg.value);
        assembly ("memory-safe") {
            mstore(failures, failed)
        }
        for (uint256 i = 0; i < failed; i++) emit CallReverted(failures[i].index, failures[i].revertData);
        if (undelivered > 0) {
            (bool returned, ) = msg.sender.call{value: undelivered}("");
            if (!returned) revert ReturnFailed(undelivered);
        }
    }

    /// @dev The EVM caps a call's gas at 63/64 of what is left, without an error. A call that ran out of gas would then
    /// look like one that its target rejected.
    function _hasGasFor(Call calldata step) private view returns (bool) {
        uint256 left = gasleft();
        if (left < CALL_OVERHEAD) return false;
        // Gas is far from any overflow, and checks for one take a tenth of the batch's own time.
        unchecked {
            return step.gas <= ((left - CALL_OVERHEAD) / 64) * 63;
        }
    }

    /// @dev Copies the data to where memory is free, and leaves it free: nobody needs it afterwards.
    function _call(Call calldata step) private returns (bool success, uint256 gasUsed) {
        bytes calldata data = step.data;
        address to = step.to;
        uint256 value = step.value;
        uint256 gasLimit = step.gas;
        assembly ("memory-safe") {
            let input := mload(0x40)
            calldatacopy(input, data.offset, data.length)
            gasUsed := gas()
            success := call(gasLimit, to, value, input, data.length, 0, 0)
            gasUsed := sub(gasUsed, gas())
        }
    }

    /// @dev Returns what the last call reverted with. Solidity would copy all of it, whatever its length; only assembly can
    /// copy a part.
    function _revertData() private pure returns (bytes memory revertData) {
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, MAX_REVERT_DATA) {
                size := MAX_REVERT_DATA
            }
            revertData := mload(0x40)
            mstore(revertData, size)
            returndatacopy(add(revertData, 0x20), 0, size)
            mstore(0x40, add(revertData, and(add(size, 0x3f), not(0x1f))))
        }
    }

    /// @dev Solidity would fill the list with empty failures, which takes longer than a call that succeeds.
    function _allocate(uint256 length) private pure returns (Failure[] memory failures) {
        assembly ("memory-safe") {
            failures := mload(0x40)
            mstore(failures, length)
            mstore(0x40, add(failures, mul(add(length, 1), 0x20)))
        }
    }
}
