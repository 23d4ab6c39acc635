// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {IActorBatcher} from "./interfaces/IActorBatcher.sol";

/// @title Makes the calls of one of the devnet's actors
/// @notice What it calls trusts it as it trusts the actor, so it serves its owner alone.
contract ActorBatcher is IActorBatcher, Ownable {
    /// @dev What a call costs besides its own gas. Generous, because it only has to be present, not spent.
    uint256 private constant CALL_OVERHEAD = 60_000;
    /// @dev A call can revert with far more data than the batch has gas to log.
    uint256 private constant MAX_REVERT_DATA = 1024;

    /// @dev There is not enough gas left to give this call what it asks for.
    error BatchTooLarge(uint256 index);
    /// @dev The attached value is not the sum of what the calls carry.
    error ValueMismatch(uint256 required, uint256 provided);
    /// @dev The owner refused the value of calls that failed.
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

    /// @dev The EVM gives a call at most 63/64 of what is left, and says nothing when that is less than asked for. A call
    /// that fails for want of gas would look like one that was refused.
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
        // Solidity copies all of the return data, whatever its length; only assembly can take a part.
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
