// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";

/// @title Prices messages, holds what was paid for them, and knows who may execute
interface IExecutionManager {
    /// @notice What decides a message's price.
    /// @param payloadSize Bytes.
    /// @param transmitManager Sets and earns the transmission fee.
    /// @param switchboard Guards the outbound direction; sets and earns the switchboard fee.
    struct Order {
        uint256 minMsgGasLimit;
        uint256 payloadSize;
        bytes32 executionParams;
        uint32 dstChainSlug;
        address transmitManager;
        address switchboard;
    }

    /// @notice Takes the attached value for a message; what is above the minimum goes to the execution fee.
    function payAndCheckFees(Order calldata order) external payable returns (ISocket.Fees memory fees);

    /// @notice The least that `payAndCheckFees` takes for such a message, in wei.
    function getMinFees(Order calldata order) external view returns (uint256 totalFees);

    /// @notice Who signed a packed message, and whether that account may execute.
    function isExecutor(
        bytes32 packedMessage,
        bytes calldata signature
    ) external view returns (address executor, bool isValidExecutor);

    /// @notice Native value that a message delivers to its plug, in wei of the destination.
    function messageValue(bytes32 executionParams) external pure returns (uint256);
}
