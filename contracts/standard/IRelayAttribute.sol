// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title The attribute of an ERC-7786 message that has it delivered at once
/// @notice An attribute is encoded as a call:
/// `abi.encodeCall(IRelayAttribute.requestRelay, (0, gasLimit, refundRecipient))`. Nothing implements this function.
interface IRelayAttribute {
    /// @param value Native value for the recipient. {PlugsGateway} delivers none, so it is zero.
    /// @param gasLimit Gas that the recipient gets for `receiveMessage`, at least.
    /// @param refundRecipient Gets what the message does not cost of the attached value.
    function requestRelay(uint256 value, uint256 gasLimit, address refundRecipient) external;
}
