// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICapacitor} from "../../../interfaces/ICapacitor.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {Ids} from "../Ids.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";
import {SocketConfig} from "./SocketConfig.sol";

/// @title Part of the socket that sends messages
abstract contract SocketSrc is SocketConfig {
    /// @inheritdoc ISocket
    uint64 public globalMessageCount;

    /// @inheritdoc ISocket
    function outbound(
        uint32 remoteChainSlug_,
        uint256 minMsgGasLimit_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        bytes calldata payload_
    ) external payable returns (bytes32 msgId) {
        PlugConfig storage config = _plugConfigs[msg.sender][remoteChainSlug_];
        address siblingPlug = config.siblingPlug;
        if (siblingPlug == address(0)) revert PlugDisconnected();

        msgId = Ids.encode(chainSlug, siblingPlug, globalMessageCount++);
        Fees memory fees = IExecutionManager(executionManager__).payAndCheckFees{value: msg.value}(
            _order(remoteChainSlug_, minMsgGasLimit_, payload_.length, executionParams_, config.outboundSwitchboard)
        );
        MessageDetails memory message = MessageDetails({
            msgId: msgId,
            executionFee: fees.executionFee,
            minMsgGasLimit: minMsgGasLimit_,
            executionParams: executionParams_,
            payload: payload_
        });
        ICapacitor(config.capacitor).addPackedMessage(
            _packMessage(chainSlug, msg.sender, remoteChainSlug_, siblingPlug, message)
        );
        emit MessageOutbound(
            chainSlug,
            msg.sender,
            remoteChainSlug_,
            siblingPlug,
            msgId,
            minMsgGasLimit_,
            executionParams_,
            transmissionParams_,
            message.payload,
            fees
        );
    }

    /// @inheritdoc ISocket
    /// @dev An unconnected plug has no switchboard to query, and a call to an address without code reverts without
    /// data.
    function getMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        bytes32,
        uint32 remoteChainSlug_,
        address plug_
    ) external view returns (uint256 totalFees) {
        address switchboard = _plugConfigs[plug_][remoteChainSlug_].outboundSwitchboard;
        return
            IExecutionManager(executionManager__).getMinFees(
                _order(remoteChainSlug_, minMsgGasLimit_, payloadSize_, executionParams_, switchboard)
            );
    }

    /// @inheritdoc ISocket
    function seal(uint256 batchSize_, address capacitorAddress_, bytes calldata signature_) external payable {
        uint32 dstChainSlug = capacitorToSlug[capacitorAddress_];
        // A foreign capacitor could log any root on behalf of this socket.
        if (dstChainSlug == 0) revert InvalidCapacitorAddress();

        (bytes32 root, uint64 packetCount) = ICapacitor(capacitorAddress_).sealPacket(batchSize_);
        bytes32 packetId = Ids.encode(chainSlug, capacitorAddress_, packetCount);
        (address transmitter, bool isTransmitter) = ITransmitManager(transmitManager__).checkTransmitter(
            dstChainSlug,
            _transmitterDigest(dstChainSlug, packetId, root),
            signature_
        );
        if (!isTransmitter) revert InvalidTransmitter();
        emit Sealed(transmitter, packetId, batchSize_, root, signature_);
    }

    function _order(
        uint32 dstChainSlug,
        uint256 minMsgGasLimit,
        uint256 payloadSize,
        bytes32 executionParams,
        address switchboard
    ) private view returns (IExecutionManager.Order memory) {
        return
            IExecutionManager.Order({
                minMsgGasLimit: minMsgGasLimit,
                payloadSize: payloadSize,
                executionParams: executionParams,
                dstChainSlug: dstChainSlug,
                transmitManager: transmitManager__,
                switchboard: switchboard
            });
    }
}
