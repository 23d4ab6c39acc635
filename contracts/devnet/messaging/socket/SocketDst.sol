// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDecapacitor} from "../../../interfaces/IDecapacitor.sol";
import {IPlug} from "../../../interfaces/IPlug.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {Ids} from "../Ids.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";
import {SocketConfig} from "./SocketConfig.sol";

/// @title Part of the socket that receives messages
abstract contract SocketDst is SocketConfig {
    /// @inheritdoc ISocket
    mapping(bytes32 msgId => bool) public messageExecuted;
    /// @inheritdoc ISocket
    mapping(bytes32 packetId => uint256) public proposalCount;
    /// @inheritdoc ISocket
    mapping(bytes32 packetId => mapping(uint256 count => mapping(address switchboard => bytes32))) public packetIdRoots;
    /// @inheritdoc ISocket
    mapping(bytes32 packetId => mapping(uint256 count => mapping(address switchboard => uint256)))
        public rootProposedAt;

    /// @inheritdoc ISocket
    function proposeForSwitchboard(
        bytes32 packetId_,
        bytes32 root_,
        address switchboard_,
        bytes calldata signature_
    ) external payable {
        if (packetId_ == bytes32(0)) revert InvalidPacketId();
        (address transmitter, bool isTransmitter) = ITransmitManager(transmitManager__).checkTransmitter(
            Ids.chainSlugOf(packetId_),
            _transmitterDigest(chainSlug, packetId_, root_),
            signature_
        );
        if (!isTransmitter) revert InvalidTransmitter();

        uint256 count = proposalCount[packetId_]++;
        packetIdRoots[packetId_][count][switchboard_] = root_;
        rootProposedAt[packetId_][count][switchboard_] = block.timestamp;
        emit PacketProposed(transmitter, packetId_, count, root_, switchboard_);
    }

    /// @inheritdoc ISocket
    /// @dev Marks the message before the plug runs, so a plug that reenters finds it executed. If the plug reverts, so
    /// does the mark. The EVM caps the gas of a call at 63/64 of what is left, and the socket does not check it: whoever
    /// submits too little gas can starve a plug, as on the deployed system.
    function execute(
        ExecutionDetails calldata executionDetails_,
        MessageDetails calldata messageDetails_
    ) external payable {
        bytes32 msgId = messageDetails_.msgId;
        if (messageExecuted[msgId]) revert MessageAlreadyExecuted();
        if (executionDetails_.executionGasLimit < messageDetails_.minMsgGasLimit) revert LowGasLimit();
        if (executionDetails_.packetId == bytes32(0)) revert InvalidPacketId();
        messageExecuted[msgId] = true;

        uint32 srcChainSlug = Ids.chainSlugOf(msgId);
        if (srcChainSlug != Ids.chainSlugOf(executionDetails_.packetId)) revert ErrInSourceValidation();
        address plug = Ids.accountOf(msgId);
        _verify(executionDetails_, messageDetails_, srcChainSlug, _plugConfigs[plug][srcChainSlug]);

        IPlug(plug).inbound{gas: executionDetails_.executionGasLimit, value: msg.value}(
            srcChainSlug,
            messageDetails_.payload
        );
        emit ExecutionSuccess(msgId);
    }

    /// @inheritdoc ISocket
    function isPacketProposed(bytes32 packetId, uint256 count, address switchboard) external view returns (bool) {
        return packetIdRoots[packetId][count][switchboard] != bytes32(0);
    }

    /// @dev A message may be executed if its packet was proposed, an executor signed the message, the executor attached
    /// the promised value, the plug's switchboard allows the packet, and the packet contains the message. A plug without
    /// a sibling gives a hash that no executor signed.
    function _verify(
        ExecutionDetails calldata details,
        MessageDetails calldata message,
        uint32 srcChainSlug,
        PlugConfig storage config
    ) private view {
        address switchboard = config.inboundSwitchboard;
        bytes32 root = packetIdRoots[details.packetId][details.proposalCount][switchboard];
        if (root == bytes32(0)) revert PacketNotProposed();

        bytes32 packedMessage = _packMessage(
            srcChainSlug,
            config.siblingPlug,
            chainSlug,
            Ids.accountOf(message.msgId),
            message
        );
        _verifyExecutor(packedMessage, details.signature, message.executionParams);

        bool isAllowed = ISwitchboard(switchboard).allowPacket(
            root,
            details.packetId,
            details.proposalCount,
            srcChainSlug,
            rootProposedAt[details.packetId][details.proposalCount][switchboard]
        );
        if (!isAllowed) revert VerificationFailed();

        bool isIncluded = IDecapacitor(config.decapacitor).verifyMessageInclusion(
            root,
            packedMessage,
            details.decapacitorProof
        );
        if (!isIncluded) revert InvalidProof();
    }

    /// @dev Reverts unless an executor signed the message and attached what the message delivers to its plug.
    function _verifyExecutor(bytes32 packedMessage, bytes calldata signature, bytes32 executionParams) private view {
        IExecutionManager executionManager = IExecutionManager(executionManager__);
        (, bool isExecutor) = executionManager.isExecutor(packedMessage, signature);
        if (!isExecutor) revert NotExecutor();
        executionManager.verifyParams(executionParams, msg.value);
    }
}
