// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";

/// @title Interface of the contract that sets prices, holds fees and lists executors
interface IExecutionManager {
    /// @notice The inputs of a message's price.
    /// @param payloadSize Length of the payload in bytes.
    /// @param transmitManager Contract that sets and earns the transmission fee.
    /// @param switchboard Outbound switchboard, which sets and earns the switchboard fee.
    struct Order {
        uint256 minMsgGasLimit;
        uint256 payloadSize;
        bytes32 executionParams;
        uint32 dstChainSlug;
        address transmitManager;
        address switchboard;
    }

    /// @notice Accepts the attached value for a message; value above the minimum is added to the execution fee.
    function payAndCheckFees(Order calldata order) external payable returns (ISocket.Fees memory fees);

    /// @notice Returns the minimum value that `payAndCheckFees` accepts for a message, in wei.
    function getMinFees(Order calldata order) external view returns (uint256 totalFees);

    /// @notice Returns the signer of a packed message, and whether that account may execute.
    function isExecutor(
        bytes32 packedMessage,
        bytes calldata signature
    ) external view returns (address executor, bool isValidExecutor);

    /// @notice Reverts if less native value is attached than a message delivers to its plug.
    function verifyParams(bytes32 executionParams, uint256 msgValue) external pure;
}
