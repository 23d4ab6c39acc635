// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Interface of a receiver that is called once it was paid
interface IPayloadReceiver {
    /// @param requestHash Id of the quote.
    /// @param amounts Amounts that the receiver was paid, one for each token.
    function executeData(
        bytes32 requestHash,
        uint256[] calldata amounts,
        address[] calldata tokens,
        bytes calldata callData
    ) external payable;
}
