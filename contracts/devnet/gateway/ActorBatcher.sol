// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IActorBatcher} from "./interfaces/IActorBatcher.sol";

/// @title Batcher of the calls of one devnet actor
/// @notice The contracts that it calls trust it like the actor, so only its owner can use it.
contract ActorBatcher is IActorBatcher, Ownable {
    /// @dev Gas that a call needs besides its own limit. Generous, because it must only be available and is not spent.
    uint256 private constant CALL_OVERHEAD = 60_000;
    /// @dev Limit in bytes; a call can revert with more data than the batch has gas to log.
    uint256 private constant MAX_REVERT_DATA = 1024;

    /// @dev Too little gas is left to give this call its gas limit.
    error BatchTooLarge(uint256 index);
    /// @dev The attached value is not the sum of the calls' values.
    error ValueMismatch(uint256 required, uint256 provided);
    /// @dev The owner rejected the returned value of failed calls.
    error ReturnFailed(uint256 amount);

    constructor(address owner_) Ownable(owner_) {}

    /// @inheritdoc IActorBatcher
    function tryAll(Call[] calldata calls) external payable onlyOwner returns (Outcome[] memory outcomes) {
        uint256 required = 0;
        uint256 undelivered = 0;
        for (uint256 i = 0; i < calls.length; i++) required += calls[i].value;
        if (msg.value != required) revert ValueMismatch(required, msg.value);

        outcomes = new Outcome[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            outcomes[i] = _try(calls[i], i);
            if (!outcomes[i].success) undelivered += calls[i].value;
            emit CallTried(i, outcomes[i].success, outcomes[i].revertData);
        }
        if (undelivered > 0) {
            (bool returned, ) = msg.sender.call{value: undelivered}("");
            if (!returned) revert ReturnFailed(undelivered);
        }
    }

    /// @dev The EVM caps a call's gas at 63/64 of what is left, without an error. A call that ran out of gas would then
    /// look like one that its target rejected.
    function _try(Call calldata step, uint256 index) private returns (Outcome memory outcome) {
        bytes memory input = step.data;
        address to = step.to;
        uint256 value = step.value;
        uint256 gasLimit = step.gas;
        uint256 left = gasleft();
        if (left < CALL_OVERHEAD || gasLimit > ((left - CALL_OVERHEAD) / 64) * 63) revert BatchTooLarge(index);

        bool success;
        bytes memory revertData;
        left = gasleft();
        // Solidity would copy all return data, whatever its length; only assembly can copy a part.
        assembly ("memory-safe") {
            success := call(gasLimit, to, value, add(input, 0x20), mload(input), 0, 0)
            left := sub(left, gas())
            revertData := mload(0x40)
            let size := 0
            if iszero(success) {
                size := returndatasize()
            }
            if gt(size, MAX_REVERT_DATA) {
                size := MAX_REVERT_DATA
            }
            mstore(revertData, size)
            returndatacopy(add(revertData, 0x20), 0, size)
            mstore(0x40, add(revertData, and(add(size, 0x3f), not(0x1f))))
        }
        return Outcome(success, left, revertData);
    }
}
