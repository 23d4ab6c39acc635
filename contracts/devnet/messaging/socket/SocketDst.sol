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
    /// @dev Gas that the socket itself needs around the call to a plug: a cold account, a value transfer, and encoding
    /// the longest payload. Generous, because it must only be available and is not spent.
    uint256 private constant CALL_OVERHEAD = 40_000;

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
        if (root_ == bytes32(0)) revert InvalidRoot();
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
    /// does the mark.
    function execute(
        ExecutionDetails calldata executionDetails_,
        MessageDetails calldata messageDetails_
    ) external payable {
        bytes32 msgId = messageDetails_.msgId;
        if (executionDetails_.packetId == bytes32(0)) revert InvalidPacketId();
        if (messageExecuted[msgId]) revert MessageAlreadyExecuted();
        if (executionDetails_.executionGasLimit < messageDetails_.minMsgGasLimit) revert LowGasLimit();
        messageExecuted[msgId] = true;

        uint32 srcChainSlug = Ids.chainSlugOf(msgId);
        if (srcChainSlug != Ids.chainSlugOf(executionDetails_.packetId)) revert ErrInSourceValidation();
        address plug = Ids.accountOf(msgId);
        PlugConfig storage config = _plugConfigs[plug][srcChainSlug];
        if (config.siblingPlug == address(0)) revert PlugDisconnected();

        _verify(
            executionDetails_,
            _packMessage(srcChainSlug, config.siblingPlug, chainSlug, plug, messageDetails_),
            srcChainSlug,
            config
        );
        IExecutionManager(executionManager__).verifyParams(messageDetails_.executionParams, msg.value);

        _requireGasFor(executionDetails_.executionGasLimit);
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

    /// @dev A message may be executed if its packet was proposed, an executor signed the message, the plug's
    /// switchboard allows the packet, and the packet contains the message.
    function _verify(
        ExecutionDetails calldata details,
        bytes32 packedMessage,
        uint32 srcChainSlug,
        PlugConfig storage config
    ) private view {
        address switchboard = config.inboundSwitchboard;
        bytes32 root = packetIdRoots[details.packetId][details.proposalCount][switchboard];
        if (root == bytes32(0)) revert PacketNotProposed();

        (, bool isExecutor) = IExecutionManager(executionManager__).isExecutor(packedMessage, details.signature);
        if (!isExecutor) revert NotExecutor();

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

    /// @dev The EVM caps a call's gas at 63/64 of what is left, without an error. A plug that handles running out of
    /// gas would then mistake a delivery with too little gas for the real one, which cannot be repeated.
    function _requireGasFor(uint256 executionGasLimit) private view {
        uint256 left = gasleft();
        uint256 forPlug = left > CALL_OVERHEAD ? ((left - CALL_OVERHEAD) / 64) * 63 : 0;
        if (forPlug < executionGasLimit) revert LowGasLimit();
    }
}
