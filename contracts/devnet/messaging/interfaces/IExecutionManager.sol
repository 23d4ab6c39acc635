// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";

/// @title Interface of the contract that sets prices, holds fees and lists executors
interface IExecutionManager {
    /// @notice What a message costs depends on, and who earns from it.
    /// @param payloadSize Length of the payload in bytes.
    /// @param transmitManager Contract that earns the transmission fee.
    /// @param switchboard Outbound switchboard, which earns the switchboard fee.
    /// @param switchboardFees What the switchboard asks for itself, in wei.
    /// @param verificationOverheadFees What the switchboard asks for the executor, in wei.
    struct Order {
        uint256 minMsgGasLimit;
        uint256 payloadSize;
        bytes32 executionParams;
        uint32 siblingChainSlug;
        address transmitManager;
        address switchboard;
        uint128 switchboardFees;
        uint128 verificationOverheadFees;
    }

    /// @notice The attached value does not fit into 128 bits. Attach what `getMinFees` of the socket returns.
    error InvalidMsgValue();
    /// @notice The message asks for less native value than one message must deliver on that chain. Raise the value in
    /// the execution parameters to `msgValueMinThreshold`, or pass zero as parameters.
    error MsgValueTooLow();
    /// @notice The fee does not fit into 128 bits. Lower the gas limit, or the fee that is being set.
    error FeesTooHigh();

    /// @notice Accepts the attached value for a message; value above the minimum is added to the execution fee.
    function payAndCheckFees(Order calldata order_) external payable returns (ISocket.Fees memory fees);

    /// @notice Sets what the caller, a transmit manager, asks of each message to a chain, in wei.
    function setTransmissionMinFees(uint32 siblingChainSlug_, uint128 fees_) external;

    /// @notice Returns the least execution fee of a message, in wei, without the switchboard's overhead.
    function getMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        uint32 siblingChainSlug_
    ) external view returns (uint128 executionFee);

    /// @notice Returns the least execution fee of a message, and what a transmit manager asks of it, in wei.
    /// @dev The transmission parameters have no influence: only off-chain actors read them.
    function getExecutionTransmissionMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        uint32 siblingChainSlug_,
        address transmitManager_
    ) external view returns (uint128 executionFee, uint128 transmissionFees);

    /// @notice Returns the signer of a packed message, and whether that account may execute.
    function isExecutor(
        bytes32 packedMessage_,
        bytes calldata signature_
    ) external view returns (address executor, bool isValidExecutor);

    /// @notice Reverts if `msgValue_` is less native value than the message delivers to its plug.
    function verifyParams(bytes32 executionParams_, uint256 msgValue_) external pure;
}
