// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Batcher of an actor's calls
/// @notice A call that reverts does not stop the others. Only the owner can use it.
interface IActorBatcher {
    /// @param gas Exact gas limit of the call.
    struct Call {
        address to;
        uint256 value;
        uint256 gas;
        bytes data;
    }

    /// @param gasUsed Gas that the call used; a simulated batch shows how much gas to give it.
    /// @param revertData Truncated revert data; empty on success.
    struct Outcome {
        bool success;
        uint256 gasUsed;
        bytes revertData;
    }

    /// @notice Makes every call in order. The value of failed calls is returned to the caller.
    /// @return outcomes One outcome per call, for simulations; for transactions, the events contain them.
    function tryAll(Call[] calldata calls) external payable returns (Outcome[] memory outcomes);

    event CallTried(uint256 index, bool success, bytes revertData);
}
