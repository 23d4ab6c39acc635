// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title The messaging contract of a chain
/// @notice A plug connects to its socket once for each chain it talks to, hands it messages with `outbound`, and gets
/// messages of its siblings through `inbound`. The other functions are called by those who carry messages: a
/// transmitter seals and proposes packets, watchers attest them at a switchboard, an executor runs the messages.
///
/// Ids carry their origin, so that no registry is needed to read them:
/// `msgId    = srcChainSlug << 224 | dstPlug << 64 | counter`,
/// `packetId = srcChainSlug << 224 | capacitor << 64 | packetCount`.
interface ISocket {
    /// @notice Who gets what of the value that came with a message, in wei of the source chain.
    struct Fees {
        uint128 transmissionFees;
        uint128 executionFee;
        uint128 switchboardFees;
    }

    /// @notice How the executor wants a message to run.
    /// @param packetId Packet that holds the message.
    /// @param proposalCount Which proposal of that packet to believe; a packet can be proposed more than once.
    /// @param executionGasLimit Gas for `inbound`, never less than the sender's `minMsgGasLimit`.
    /// @param decapacitorProof Proves that the message is in the packet; empty for single-message packets.
    /// @param signature The executor's, over the packed message.
    struct ExecutionDetails {
        bytes32 packetId;
        uint256 proposalCount;
        uint256 executionGasLimit;
        bytes decapacitorProof;
        bytes signature;
    }

    /// @notice The message as its sender made it. One changed bit changes its hash, and the proof fails.
    struct MessageDetails {
        bytes32 msgId;
        uint256 executionFee;
        uint256 minMsgGasLimit;
        bytes32 executionParams;
        bytes payload;
    }

    /// @notice A message was paid for and queued. One transaction can log several.
    event MessageOutbound(
        uint32 localChainSlug,
        address localPlug,
        uint32 dstChainSlug,
        address dstPlug,
        bytes32 msgId,
        uint256 minMsgGasLimit,
        bytes32 executionParams,
        bytes32 transmissionParams,
        bytes payload,
        Fees fees
    );

    /// @notice A packet of this chain was closed and signed; its root can now be proposed on the destination.
    event Sealed(
        address indexed transmitter,
        bytes32 indexed packetId,
        uint256 batchSize,
        bytes32 root,
        bytes signature
    );

    /// @notice A packet of another chain was brought here. It is a claim until the switchboard allows it.
    event PacketProposed(
        address indexed transmitter,
        bytes32 indexed packetId,
        uint256 proposalCount,
        bytes32 root,
        address switchboard
    );

    /// @notice A message was delivered. There is no failure event: a failing `inbound` reverts the whole execution.
    event ExecutionSuccess(bytes32 msgId);

    /// @notice A plug chose its sibling on another chain, and the switchboards between them.
    event PlugConnected(
        address plug,
        uint32 siblingChainSlug,
        address siblingPlug,
        address inboundSwitchboard,
        address outboundSwitchboard,
        address capacitor,
        address decapacitor
    );

    /// @notice Less value came with a message than it costs. Ask `getMinFees` in the same transaction, and send that
    /// much.
    error InsufficientFees();
    /// @notice The plug has no sibling on that chain. Call `connect` on the plugs of both chains first.
    error PlugDisconnected();
    /// @notice The switchboard knows no path to that chain. Choose one for which `capacitors__` is not zero.
    error InvalidConnection();
    /// @notice No root was proposed under that packet, number and switchboard. Propose the packet first.
    error PacketNotProposed();
    /// @notice The plug's switchboard does not believe the packet, or not yet. Wait for its watchers, or for its
    /// timeout.
    error VerificationFailed();
    /// @notice The signer may not execute messages. Sign the packed message with an account that the execution
    /// manager knows.
    error NotExecutor();
    /// @notice The message was delivered before. Each is delivered once.
    error MessageAlreadyExecuted();
    /// @notice Less gas than the sender asked for, in the executor's limit or in the transaction itself. Raise both
    /// to `minMsgGasLimit` at least.
    error LowGasLimit();
    /// @notice The signer may not transmit on that path, or signed something else. Use an account that the transmit
    /// manager knows.
    error InvalidTransmitter();
    /// @notice The payload is longer than a message may be. Split it over several messages.
    error PayloadTooLarge();
    /// @notice The message asks for more native value than the destination lends to one. Ask for less in the
    /// execution parameters.
    error MsgValueTooHigh();
    /// @notice The executor sent less native value than the message promises to its plug. Send that much along.
    error InsufficientMsgValue();
    /// @notice The capacitor has no packet to seal. Send a message first.
    error NoPendingPacket();
    /// @notice The message is not in that packet. Pass the message exactly as MessageOutbound has it.
    error InvalidProof();
    /// @notice The packet id is zero, or nothing was proposed under it to that switchboard. Take the id from Sealed,
    /// and propose the packet first.
    error InvalidPacketId();
    /// @notice The root is zero, or is not the one that was proposed. Take the root from Sealed.
    error InvalidRoot();
    /// @notice Message and packet name different source chains. Execute the message with the packet that it is in.
    error ErrInSourceValidation();
    /// @notice The switchboard has registered that chain before. A path is registered once.
    error SwitchboardExists();
    /// @notice Only packets of one message are offered. Register with the capacitor type 1.
    error InvalidCapacitorType();
    /// @notice The address is not a capacitor of this socket. Take the one that `getPlugConfig` gives.
    error InvalidCapacitor();
    /// @notice An address that has to be set is zero.
    error ZeroAddress();

    /// @notice Chooses the caller's sibling on another chain, and which switchboards guard the two directions.
    /// @dev Both plugs must name each other before a message can arrive. The zero address as sibling disconnects.
    function connect(
        uint32 siblingChainSlug_,
        address siblingPlug_,
        address inboundSwitchboard_,
        address outboundSwitchboard_
    ) external;

    /// @notice Sends `payload_` to the caller's sibling. What is paid above the minimum raises the executor's fee.
    /// @param minMsgGasLimit_ Gas that `inbound` is guaranteed on the destination.
    /// @param executionParams_ Zero, or a non-zero first byte and then 248 bits of native value to deliver.
    /// @param transmissionParams_ A hint about speed to off-chain actors; zero is valid.
    function outbound(
        uint32 remoteChainSlug_,
        uint256 minMsgGasLimit_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        bytes calldata payload_
    ) external payable returns (bytes32 msgId);

    /// @notice What `outbound` asks at least for such a message, in wei.
    /// @dev Reverts without any data when `plug_` is not connected to that chain.
    /// @param payloadSize_ Bytes.
    function getMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        uint32 remoteChainSlug_,
        address plug_
    ) external view returns (uint256 totalFees);

    /// @notice A plug's choices for one chain; all zero when it never connected.
    function getPlugConfig(
        address plugAddress_,
        uint32 siblingChainSlug_
    )
        external
        view
        returns (
            address siblingPlug,
            address inboundSwitchboard__,
            address outboundSwitchboard__,
            address capacitor__,
            address decapacitor__
        );

    /// @notice Closes the next packet of a capacitor under a transmitter's signature. Anybody may carry the signature.
    function seal(uint256 batchSize_, address capacitorAddress_, bytes calldata signature_) external payable;

    /// @notice Brings the root of another chain's packet to those who trust `switchboard_`.
    function proposeForSwitchboard(
        bytes32 packetId_,
        bytes32 root_,
        address switchboard_,
        bytes calldata signature_
    ) external payable;

    /// @notice Delivers a message whose packet is believed. Reverts with the plug's own error if `inbound` does.
    function execute(
        ExecutionDetails calldata executionDetails_,
        MessageDetails calldata messageDetails_
    ) external payable;

    /// @notice Called by a switchboard to open a path to another chain.
    /// @param capacitorType_ 1, packets of a single message.
    function registerSwitchboardForSibling(
        uint32 siblingChainSlug_,
        uint256 maxPacketLength_,
        uint256 capacitorType_,
        address siblingSwitchboard_
    ) external returns (address capacitor, address decapacitor);

    /// @notice This chain's id in the protocol; almost always, but not always, its chain id.
    function chainSlug() external view returns (uint32);

    /// @notice Mixed into every transmitter's signature, so that none is valid for another release.
    function version() external view returns (bytes32);

    function globalMessageCount() external view returns (uint64);

    function messageExecuted(bytes32 msgId) external view returns (bool);

    /// @notice How often a packet was proposed, over all switchboards.
    function proposalCount(bytes32 packetId) external view returns (uint256);

    function packetIdRoots(bytes32 packetId, uint256 count, address switchboard) external view returns (bytes32);

    function rootProposedAt(bytes32 packetId, uint256 count, address switchboard) external view returns (uint256);

    function isPacketProposed(bytes32 packetId, uint256 count, address switchboard) external view returns (bool);

    function capacitors__(address switchboard, uint32 siblingChainSlug) external view returns (address);

    function executionManager__() external view returns (address);

    function transmitManager__() external view returns (address);
}
