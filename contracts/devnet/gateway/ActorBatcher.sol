// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {CallBatch} from "../relay/CallBatch.sol";

/// @title Batcher of the calls of one devnet actor
/// @notice The contracts that it calls trust it like the actor, so only its owner can use it.
contract ActorBatcher is CallBatch, Ownable {
    constructor(address owner_) Ownable(owner_) {}

    /// @notice Makes every call in order. The value of failed calls is returned to the caller.
    /// @return gasUsed Gas that each call used, for who simulates the batch.
    /// @return failures Calls that reverted, for who simulates it. Who sends it finds them in its logs.
    function tryAll(
        Call[] calldata calls
    ) external payable onlyOwner returns (uint256[] memory gasUsed, Failure[] memory failures) {
        return _tryAll(calls);
    }
}
