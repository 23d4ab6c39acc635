// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {Owned} from "../access/Owned.sol";
import {EXECUTOR_ROLE, WITHDRAW_ROLE} from "../access/Roles.sol";
import {Signatures} from "../access/Signatures.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {IFeeReceiver} from "../interfaces/IFeeReceiver.sol";
import {ExecutionPrices} from "./ExecutionPrices.sol";

/// @title Prices and fee accounting of the devnet
/// @notice Holds all fees of all messages, credited to whoever earned them: this chain's executors, the transmit manager
/// and the switchboard that the plug chose. The credited fees always equal the balance.
contract ExecutionManager is ExecutionPrices {
    /// @notice What messages to one chain have earned and nobody has withdrawn, in wei.
    struct EarnedFees {
        uint128 totalExecutionFees;
        uint128 totalTransmissionFees;
    }

    /// @notice Socket whose transmit manager the transmission fees are paid to.
    ISocket public immutable socket__;

    /// @notice Execution and transmission fees of messages to each chain that can be withdrawn.
    mapping(uint32 siblingChainSlug => EarnedFees) public totalExecutionAndTransmissionFees;
    /// @notice Fees of messages to each chain that each switchboard can be paid.
    mapping(address switchboard => mapping(uint32 siblingChainSlug => uint128)) public totalSwitchboardFees;
    /// @notice What each transmit manager asks of a message to each chain.
    mapping(address transmitManager => mapping(uint32 siblingChainSlug => uint128)) public transmissionMinFees;

    /// @notice Emitted when execution fees are withdrawn.
    event ExecutionFeesWithdrawn(address account, uint32 siblingChainSlug, uint256 amount);
    /// @notice Emitted when a switchboard is paid.
    event SwitchboardFeesWithdrawn(address switchboard, uint32 siblingChainSlug, uint256 amount);
    /// @notice Emitted when a transmit manager is paid.
    event TransmissionFeesWithdrawn(address transmitManager, uint32 siblingChainSlug, uint256 amount);

    /// @param executors_ Accounts that get EXECUTOR_ROLE.
    /// @param siblingChainSlugs_ Chains for which `prices_` hold at first.
    constructor(
        address owner_,
        ISocket socket_,
        uint32 chainSlug_,
        address[] memory executors_,
        uint32[] memory siblingChainSlugs_,
        Prices memory prices_
    ) Owned(owner_) ExecutionPrices(chainSlug_, siblingChainSlugs_, prices_) {
        socket__ = socket_;
        for (uint256 i = 0; i < executors_.length; i++) _grantRole(EXECUTOR_ROLE, executors_[i]);
    }

    /// @inheritdoc IExecutionManager
    /// @dev Open to everyone: a caller that sends no message only gives value away.
    function payAndCheckFees(Order calldata order_) external payable returns (ISocket.Fees memory fees) {
        if (msg.value > type(uint128).max) revert InvalidMsgValue();
        uint32 slug = order_.siblingChainSlug;
        // The executor verifies the packet, so it earns the verification fee.
        uint256 required =
            uint256(order_.verificationOverheadFees) +
                getMinFees(order_.minMsgGasLimit, order_.payloadSize, order_.executionParams, slug);
        fees.transmissionFees = transmissionMinFees[order_.transmitManager][slug];
        fees.switchboardFees = order_.switchboardFees;
        uint256 ofOthers = uint256(fees.transmissionFees) + fees.switchboardFees;
        if (msg.value < required + ofOthers) revert ISocket.InsufficientFees();
        fees.executionFee = uint128(msg.value - ofOthers);

        EarnedFees memory earned = totalExecutionAndTransmissionFees[slug];
        totalExecutionAndTransmissionFees[slug] = EarnedFees({
            totalExecutionFees: earned.totalExecutionFees + fees.executionFee,
            totalTransmissionFees: earned.totalTransmissionFees + fees.transmissionFees
        });
        totalSwitchboardFees[order_.switchboard][slug] += fees.switchboardFees;
    }

    /// @inheritdoc IExecutionManager
    /// @dev Open to everyone: a caller that is no transmit manager sets a price that nobody asks for.
    function setTransmissionMinFees(uint32 siblingChainSlug_, uint128 fees_) external {
        transmissionMinFees[msg.sender][siblingChainSlug_] = fees_;
    }

    /// @notice Withdraws execution fees of messages to a chain. Needs WITHDRAW_ROLE.
    function withdrawExecutionFees(
        uint32 siblingChainSlug_,
        uint128 amount_,
        address withdrawTo_
    ) external onlyRole(WITHDRAW_ROLE) {
        if (withdrawTo_ == address(0)) revert ISocket.ZeroAddress();
        EarnedFees storage earned = totalExecutionAndTransmissionFees[siblingChainSlug_];
        earned.totalExecutionFees = _reduce(earned.totalExecutionFees, amount_);
        emit ExecutionFeesWithdrawn(withdrawTo_, siblingChainSlug_, amount_);
        Address.sendValue(payable(withdrawTo_), amount_);
    }

    /// @notice Pays a switchboard what it earned with messages to a chain. Anyone can call it.
    function withdrawSwitchboardFees(uint32 siblingChainSlug_, address switchboard_, uint128 amount_) external {
        uint128 earned = totalSwitchboardFees[switchboard_][siblingChainSlug_];
        totalSwitchboardFees[switchboard_][siblingChainSlug_] = _reduce(earned, amount_);
        emit SwitchboardFeesWithdrawn(switchboard_, siblingChainSlug_, amount_);
        IFeeReceiver(switchboard_).receiveFees{value: amount_}(siblingChainSlug_);
    }

    /// @notice Pays the socket's transmit manager what messages to a chain earned. Anyone can call it.
    function withdrawTransmissionFees(uint32 siblingChainSlug_, uint128 amount_) external {
        EarnedFees storage earned = totalExecutionAndTransmissionFees[siblingChainSlug_];
        earned.totalTransmissionFees = _reduce(earned.totalTransmissionFees, amount_);
        address transmitManager = socket__.transmitManager__();
        emit TransmissionFeesWithdrawn(transmitManager, siblingChainSlug_, amount_);
        IFeeReceiver(transmitManager).receiveFees{value: amount_}(siblingChainSlug_);
    }

    /// @inheritdoc IExecutionManager
    function getExecutionTransmissionMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        bytes32,
        uint32 siblingChainSlug_,
        address transmitManager_
    ) external view returns (uint128 executionFee, uint128 transmissionFees) {
        executionFee = getMinFees(minMsgGasLimit_, payloadSize_, executionParams_, siblingChainSlug_);
        transmissionFees = transmissionMinFees[transmitManager_][siblingChainSlug_];
    }

    /// @inheritdoc IExecutionManager
    function isExecutor(
        bytes32 packedMessage_,
        bytes calldata signature_
    ) external view virtual returns (address executor, bool isValidExecutor) {
        executor = Signatures.signerOf(packedMessage_, signature_);
        isValidExecutor = hasRole(EXECUTOR_ROLE, executor);
    }

    function _reduce(uint128 earned, uint128 amount) private pure returns (uint128) {
        if (amount > earned) revert ISocket.InsufficientFees();
        return earned - amount;
    }
}
