// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Makes an actor's calls in one transaction
/// @notice A call that reverts does not stop the others. Only its owner may use it.
interface IActorBatcher {
    /// @param gas What the call gets, no more and no less.
    struct Call {
        address to;
        uint256 value;
        uint256 gas;
        bytes data;
    }

    /// @param gasUsed What the call took, so that whoever simulates a batch knows what to give it.
    /// @param revertData Why it failed, cut to a length that can be paid for; empty on success.
    struct Outcome {
        bool success;
        uint256 gasUsed;
        bytes revertData;
    }

    /// @notice Makes every call in turn. What failed calls would have carried goes back to the caller.
    /// @return outcomes One a call, for whoever simulates; a transaction's are in the events.
    function tryAll(Call[] calldata calls) external payable returns (Outcome[] memory outcomes);

    event CallTried(uint256 index, bool success, bytes revertData);
}
