// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICapacitor} from "../../../interfaces/ICapacitor.sol";
import {ISocket} from "../../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../../interfaces/ISwitchboard.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {Ids} from "../Ids.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";
import {SocketConfig} from "./SocketConfig.sol";

/// @title Part of the socket that sends messages
abstract contract SocketSrc is SocketConfig {
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
        Fees memory fees = _payFees(
            remoteChainSlug_,
            minMsgGasLimit_,
            payload_.length,
            executionParams_,
            config.outboundSwitchboard
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
        bytes32 transmissionParams_,
        uint32 remoteChainSlug_,
        address plug_
    ) external view returns (uint256 totalFees) {
        (uint128 switchboardFees, uint128 verificationOverheadFees) = ISwitchboard(
            _plugConfigs[plug_][remoteChainSlug_].outboundSwitchboard
        ).getMinFees(remoteChainSlug_);
        (uint128 executionFee, uint128 transmissionFees) = IExecutionManager(executionManager__)
            .getExecutionTransmissionMinFees(
                minMsgGasLimit_,
                payloadSize_,
                executionParams_,
                transmissionParams_,
                remoteChainSlug_,
                transmitManager__
            );
        return uint256(executionFee) + transmissionFees + switchboardFees + verificationOverheadFees;
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

    /// @dev Asks the switchboard for its fees and pays the execution manager, which knows all other prices.
    function _payFees(
        uint32 siblingChainSlug,
        uint256 minMsgGasLimit,
        uint256 payloadSize,
        bytes32 executionParams,
        address switchboard
    ) private returns (Fees memory) {
        (uint128 switchboardFees, uint128 verificationOverheadFees) = ISwitchboard(switchboard).getMinFees(
            siblingChainSlug
        );
        return
            IExecutionManager(executionManager__).payAndCheckFees{value: msg.value}(
                IExecutionManager.Order({
                    minMsgGasLimit: minMsgGasLimit,
                    payloadSize: payloadSize,
                    executionParams: executionParams,
                    siblingChainSlug: siblingChainSlug,
                    transmitManager: transmitManager__,
                    switchboard: switchboard,
                    switchboardFees: switchboardFees,
                    verificationOverheadFees: verificationOverheadFees
                })
            );
    }
}
