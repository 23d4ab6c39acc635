// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

/// @title Interface of the messaging contract of a chain
/// @notice A plug connects to its socket once for each chain that it exchanges messages with. It sends messages with
/// `outbound` and receives its siblings' messages in `inbound`. Off-chain actors call the other functions: a
/// transmitter seals and proposes packets, watchers attest them at a switchboard, and an executor executes the
/// messages.
///
/// Ids encode their origin, so reading them needs no registry:
/// `msgId    = srcChainSlug << 224 | dstPlug << 64 | counter`,
/// `packetId = srcChainSlug << 224 | capacitor << 64 | packetCount`.
interface ISocket {
    /// @notice How the value paid for a message is divided, in wei of the source chain.
    struct Fees {
        uint128 transmissionFees;
        uint128 executionFee;
        uint128 switchboardFees;
    }

    /// @notice How the executor delivers a message.
    /// @param packetId Packet that contains the message.
    /// @param proposalCount Proposal of that packet to verify against; a packet can be proposed more than once.
    /// @param executionGasLimit Gas for `inbound`, at least the sender's `minMsgGasLimit`.
    /// @param decapacitorProof Proof that the packet contains the message; empty for single-message packets.
    /// @param signature The executor's signature over the packed message.
    struct ExecutionDetails {
        bytes32 packetId;
        uint256 proposalCount;
        uint256 executionGasLimit;
        bytes decapacitorProof;
        bytes signature;
    }

    /// @notice A message as it was sent. Changing any field changes the message's hash and invalidates its proof.
    struct MessageDetails {
        bytes32 msgId;
        uint256 executionFee;
        uint256 minMsgGasLimit;
        bytes32 executionParams;
        bytes payload;
    }

    /// @notice Emitted when a message is paid for and queued. One transaction can emit several.
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

    /// @notice Emitted when a packet of this chain is sealed under a transmitter's signature. Its root can now be
    /// proposed on the destination chain.
    event Sealed(
        address indexed transmitter,
        bytes32 indexed packetId,
        uint256 batchSize,
        bytes32 root,
        bytes signature
    );

    /// @notice Emitted when a packet of another chain is proposed here. The root is unverified until the switchboard
    /// allows the packet.
    event PacketProposed(
        address indexed transmitter,
        bytes32 indexed packetId,
        uint256 proposalCount,
        bytes32 root,
        address switchboard
    );

    /// @notice Emitted when a message is delivered. There is no failure event: if `inbound` reverts, so does the whole
    /// execution.
    event ExecutionSuccess(bytes32 msgId);

    /// @notice Emitted when a plug sets its sibling on another chain and the switchboards between them.
    event PlugConnected(
        address plug,
        uint32 siblingChainSlug,
        address siblingPlug,
        address inboundSwitchboard,
        address outboundSwitchboard,
        address capacitor,
        address decapacitor
    );

    /// @notice Emitted when a switchboard opens a path to another chain. `SiblingSwitchboardUpdated` follows.
    event SwitchboardAdded(
        address switchboard,
        uint32 siblingChainSlug,
        address capacitor,
        address decapacitor,
        uint256 maxPacketLength,
        uint256 capacitorType
    );

    /// @notice Emitted when a switchboard names its counterpart on another chain. There is no view of it.
    event SiblingSwitchboardUpdated(address switchboard, uint32 siblingChainSlug, address siblingSwitchboard);

    /// @notice The attached value is less than the message costs. Call `getMinFees` in the same transaction and attach
    /// at least its result.
    error InsufficientFees();
    /// @notice The plug has no sibling on that chain. Call `connect` on the plugs of both chains first.
    error PlugDisconnected();
    /// @notice The switchboard has no path to that chain. Use a switchboard for which `capacitors__` is not zero.
    error InvalidConnection();
    /// @notice No root was proposed for this packet and proposal count to the plug's inbound switchboard. Connect the
    /// plug, and propose the packet to the switchboard that `getPlugConfig` returns.
    error PacketNotProposed();
    /// @notice The plug's switchboard does not allow the packet, or not yet. Wait for the watchers' attestations or for
    /// the switchboard's timeout.
    error VerificationFailed();
    /// @notice The signer is not an executor, or signed another message than the one that the destination plug's sibling
    /// sent. Sign the packed message with an account that the execution manager lists.
    error NotExecutor();
    /// @notice The message was already delivered. Each message is delivered once.
    error MessageAlreadyExecuted();
    /// @notice The executor's gas limit is below what the sender asked for. Raise it to at least `minMsgGasLimit`.
    error LowGasLimit();
    /// @notice The signer is not a transmitter for this path, or signed other data. Sign with an account that the
    /// transmit manager lists.
    error InvalidTransmitter();
    /// @notice The payload is longer than a message allows. Split it into several messages.
    error PayloadTooLarge();
    /// @notice The message asks for more native value than one message may deliver on the destination. Lower the value
    /// in the execution parameters.
    error MsgValueTooHigh();
    /// @notice The executor attached less native value than the message delivers to its plug. Attach that value.
    error InsufficientMsgValue();
    /// @notice The capacitor has no packet to seal. Send a message first.
    error NoPendingPacket();
    /// @notice The packet does not contain this message. Pass the message exactly as MessageOutbound logs it.
    error InvalidProof();
    /// @notice The packet id is zero. Take the id from Sealed.
    error InvalidPacketId();
    /// @notice No root was proposed for this packet and proposal count to that switchboard, or another root. Take the
    /// packet id and the root from PacketProposed.
    error InvalidRoot();
    /// @notice The message and the packet have different source chains. Execute the message with the packet that
    /// contains it.
    error ErrInSourceValidation();
    /// @notice The switchboard has already registered that chain. A path is registered once.
    error SwitchboardExists();
    /// @notice The capacitor type is not supported. Register with type 1, single-message packets.
    error InvalidCapacitorType();
    /// @notice The address is not a capacitor of this socket. Use the capacitor that `getPlugConfig` returns.
    error InvalidCapacitorAddress();
    /// @notice A required address is zero. Pass the contract's address.
    error ZeroAddress();

    /// @notice Sets the caller's sibling on another chain and the switchboards for both directions.
    /// @dev Messages arrive only after both plugs have named each other. The zero address as sibling disconnects.
    /// @param siblingChainSlug_ Slug of the sibling's chain.
    /// @param siblingPlug_ The plug on that chain, or the zero address to disconnect.
    /// @param inboundSwitchboard_ Switchboard that verifies packets from that chain.
    /// @param outboundSwitchboard_ Switchboard whose capacitor queues messages to that chain.
    function connect(
        uint32 siblingChainSlug_,
        address siblingPlug_,
        address inboundSwitchboard_,
        address outboundSwitchboard_
    ) external;

    /// @notice Sends `payload_` to the caller's sibling. Value above the minimum fee is added to the executor's fee.
    /// @param remoteChainSlug_ Slug of the destination chain.
    /// @param minMsgGasLimit_ Gas that executors must offer `inbound` on the destination.
    /// @param executionParams_ Zero, or a nonzero first byte followed by 248 bits of native value to deliver.
    /// @param transmissionParams_ Hint to off-chain actors about speed; may be zero.
    /// @param payload_ Bytes that the sibling receives.
    /// @return msgId The message's id on both chains.
    function outbound(
        uint32 remoteChainSlug_,
        uint256 minMsgGasLimit_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        bytes calldata payload_
    ) external payable returns (bytes32 msgId);

    /// @notice Returns the minimum value that `outbound` requires for a message, in wei.
    /// @dev Reverts without data when `plug_` is not connected to that chain.
    /// @param payloadSize_ Length of the payload in bytes.
    function getMinFees(
        uint256 minMsgGasLimit_,
        uint256 payloadSize_,
        bytes32 executionParams_,
        bytes32 transmissionParams_,
        uint32 remoteChainSlug_,
        address plug_
    ) external view returns (uint256 totalFees);

    /// @notice Returns a plug's configuration for one chain; all zeros if it never connected.
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

    /// @notice Seals the next packet of a capacitor with a transmitter's signature. Anyone can submit the signature.
    function seal(uint256 batchSize_, address capacitorAddress_, bytes calldata signature_) external payable;

    /// @notice Proposes the root of another chain's packet to the plugs that use `switchboard_`.
    function proposeForSwitchboard(
        bytes32 packetId_,
        bytes32 root_,
        address switchboard_,
        bytes calldata signature_
    ) external payable;

    /// @notice Delivers a message of a verified packet. Reverts with the plug's own error if `inbound` reverts.
    function execute(
        ExecutionDetails calldata executionDetails_,
        MessageDetails calldata messageDetails_
    ) external payable;

    /// @notice Opens a path from the calling switchboard to another chain.
    /// @param maxPacketLength_ Maximum number of messages in a packet, at most 10. Single-message packets ignore it.
    /// @param capacitorType_ Must be 1: single-message packets.
    /// @param siblingSwitchboard_ The caller's counterpart on that chain, for whoever reads the logs.
    function registerSwitchboardForSibling(
        uint32 siblingChainSlug_,
        uint256 maxPacketLength_,
        uint256 capacitorType_,
        address siblingSwitchboard_
    ) external returns (address capacitor, address decapacitor);

    /// @notice Names the calling switchboard's counterpart on another chain, for whoever reads the logs.
    function useSiblingSwitchboard(uint32 siblingChainSlug_, address siblingSwitchboard_) external;

    /// @notice Returns this chain's id in the protocol. It is usually, but not always, the chain id.
    function chainSlug() external view returns (uint32);

    /// @notice Returns the protocol version, which transmitters' signatures include so that none is valid for another
    /// version.
    function version() external view returns (bytes32);

    /// @notice Returns the number of messages that this socket has sent.
    function globalMessageCount() external view returns (uint64);

    /// @notice Returns whether a message was delivered.
    function messageExecuted(bytes32 msgId) external view returns (bool);

    /// @notice Returns how often a packet was proposed, across all switchboards.
    function proposalCount(bytes32 packetId) external view returns (uint256);

    /// @notice Returns the root of a proposal; zero if there is none.
    function packetIdRoots(bytes32 packetId, uint256 count, address switchboard) external view returns (bytes32);

    /// @notice Returns when a packet was proposed, as a Unix timestamp in seconds; zero if it was not.
    function rootProposedAt(bytes32 packetId, uint256 count, address switchboard) external view returns (uint256);

    /// @notice Returns whether a root was proposed for this packet, proposal count and switchboard.
    function isPacketProposed(bytes32 packetId, uint256 count, address switchboard) external view returns (bool);

    /// @notice Returns the capacitor that queues a switchboard's messages to a chain; zero if there is no path.
    function capacitors__(address switchboard, uint32 siblingChainSlug) external view returns (address);

    /// @notice Returns the decapacitor that verifies a switchboard's packets from a chain; zero if there is no path.
    function decapacitors__(address switchboard, uint32 siblingChainSlug) external view returns (address);

    /// @notice Returns the chain that a capacitor's packets go to; zero if the address is not a capacitor of this
    /// socket.
    function capacitorToSlug(address capacitor) external view returns (uint32 siblingChainSlug);

    /// @notice Returns the contract that sets prices, holds fees and lists executors.
    function executionManager__() external view returns (address);

    /// @notice Returns the contract that lists transmitters and sets their fee.
    function transmitManager__() external view returns (address);
}
