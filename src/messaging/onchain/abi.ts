import { type ParseAbi, parseAbi } from "viem/utils"

const socket = [
  "struct Fees { uint128 transmissionFees; uint128 executionFee; uint128 switchboardFees; }",
  "struct ExecutionDetails { bytes32 packetId; uint256 proposalCount; uint256 executionGasLimit; bytes decapacitorProof; bytes signature; }",
  "struct MessageDetails { bytes32 msgId; uint256 executionFee; uint256 minMsgGasLimit; bytes32 executionParams; bytes payload; }",
  "function connect(uint32 siblingChainSlug_, address siblingPlug_, address inboundSwitchboard_, address outboundSwitchboard_)",
  "function outbound(uint32 remoteChainSlug_, uint256 minMsgGasLimit_, bytes32 executionParams_, bytes32 transmissionParams_, bytes payload_) payable returns (bytes32 msgId)",
  "function getMinFees(uint256 minMsgGasLimit_, uint256 payloadSize_, bytes32 executionParams_, bytes32 transmissionParams_, uint32 remoteChainSlug_, address plug_) view returns (uint256 totalFees)",
  "function getPlugConfig(address plugAddress_, uint32 siblingChainSlug_) view returns (address siblingPlug, address inboundSwitchboard__, address outboundSwitchboard__, address capacitor__, address decapacitor__)",
  "function seal(uint256 batchSize_, address capacitorAddress_, bytes signature_) payable",
  "function proposeForSwitchboard(bytes32 packetId_, bytes32 root_, address switchboard_, bytes signature_) payable",
  "function execute(ExecutionDetails executionDetails_, MessageDetails messageDetails_) payable",
  "function registerSwitchboardForSibling(uint32 siblingChainSlug_, uint256 maxPacketLength_, uint256 capacitorType_, address siblingSwitchboard_) returns (address capacitor, address decapacitor)",
  "function chainSlug() view returns (uint32)",
  "function version() view returns (bytes32)",
  "function globalMessageCount() view returns (uint64)",
  "function messageExecuted(bytes32 msgId) view returns (bool)",
  "function proposalCount(bytes32 packetId) view returns (uint256)",
  "function packetIdRoots(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (bytes32)",
  "function rootProposedAt(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (uint256)",
  "function isPacketProposed(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (bool)",
  "function capacitors__(address switchboard, uint32 siblingChainSlug) view returns (address)",
  "function capacitorToSlug(address capacitor) view returns (uint32)",
  "function executionManager__() view returns (address)",
  "function transmitManager__() view returns (address)",
  "event MessageOutbound(uint32 localChainSlug, address localPlug, uint32 dstChainSlug, address dstPlug, bytes32 msgId, uint256 minMsgGasLimit, bytes32 executionParams, bytes32 transmissionParams, bytes payload, Fees fees)",
  "event Sealed(address indexed transmitter, bytes32 indexed packetId, uint256 batchSize, bytes32 root, bytes signature)",
  "event PacketProposed(address indexed transmitter, bytes32 indexed packetId, uint256 proposalCount, bytes32 root, address switchboard)",
  "event ExecutionSuccess(bytes32 msgId)",
  "event SwitchboardAdded(address switchboard, uint32 siblingChainSlug, address capacitor, address decapacitor, uint256 maxPacketLength, uint256 capacitorType)",
  "event SiblingSwitchboardUpdated(address switchboard, uint32 siblingChainSlug, address siblingSwitchboard)",
  "event PlugConnected(address plug, uint32 siblingChainSlug, address siblingPlug, address inboundSwitchboard, address outboundSwitchboard, address capacitor, address decapacitor)",
] as const

const switchboard = [
  "function attest(bytes32 packetId_, uint256 proposalCount_, bytes32 root_, bytes signature_)",
  "function allowPacket(bytes32 root_, bytes32 packetId_, uint256 proposalCount_, uint32 srcChainSlug_, uint256 proposeTime_) view returns (bool)",
  "function isAttested(address watcher, bytes32 root) view returns (bool)",
  "function attestations(bytes32 root) view returns (uint256)",
  "function isRootValid(bytes32 root) view returns (bool)",
  "function totalWatchers(uint32 srcChainSlug) view returns (uint256)",
  "function isGlobalTipped() view returns (bool)",
  "function isPathTripped(uint32 srcChainSlug) view returns (bool)",
  "function isProposalTripped(bytes32 packetId, uint256 proposalCount) view returns (bool)",
  "function tripGlobal(uint256 nonce_, bytes signature_)",
  "function tripPath(uint256 nonce_, uint32 srcChainSlug_, bytes signature_)",
  "function tripProposal(uint256 nonce_, bytes32 packetId_, uint256 proposalCount_, bytes signature_)",
  "function unTrip(uint256 nonce_, bytes signature_)",
  "function unTripPath(uint256 nonce_, uint32 srcChainSlug_, bytes signature_)",
  "function nextNonce(address signer) view returns (uint256)",
  "function timeoutInSeconds() view returns (uint256)",
  "function initialPacketCount(uint32 siblingChainSlug) view returns (uint256)",
  "function fees(uint32 dstChainSlug) view returns (uint128 switchboardFees, uint128 verificationOverheadFees)",
  "event ProposalAttested(bytes32 packetId, uint256 proposalCount, bytes32 root, address watcher, uint256 attestationsCount)",
  "event ProposalTripped(bytes32 packetId, uint256 proposalCount)",
  "event PathTripChanged(uint32 srcChainSlug, bool isPathTripped)",
  "event GlobalTripChanged(bool isGlobalTipped)",
] as const

const capacitor = [
  "function getNextPacketToBeSealed() view returns (bytes32 root, uint64 packetCount)",
  "function getRootByCount(uint64 packetCount) view returns (bytes32 root)",
  "function getLastFilledPacket() view returns (uint256 packetCount)",
  "function getMaxPacketLength() view returns (uint256)",
  "event MessageAdded(bytes32 packedMessage, uint64 packetCount, bytes32 newRootHash)",
] as const

const plug = [
  "function inbound(uint32 srcChainSlug_, bytes payload_) payable",
  "function connect(uint32 siblingChainSlug, address siblingPlug, address switchboard)",
  "function minFees(uint32 dstChainSlug, uint256 minMsgGasLimit, uint256 payloadSize) view returns (uint256)",
  "function socket() view returns (address)",
  "function siblings(uint32 chainSlug) view returns (address)",
  "function owner() view returns (address)",
  "function pendingOwner() view returns (address)",
  "function transferOwnership(address newOwner)",
  "function acceptOwnership()",
  "error InsufficientFees(uint256 required, uint256 provided)",
  "error NotConnected(uint32 dstChainSlug)",
  "error OnlySocket()",
  "error NotASibling(uint32 srcChainSlug)",
  "error RefundFailed(address to, uint256 amount)",
  "error PaysFeesReentered()",
  "error MissingPaysFees()",
  "error OwnableUnauthorizedAccount(address account)",
] as const

const executionManager = [
  "function isExecutor(bytes32 packedMessage, bytes signature) view returns (address executor, bool isValidExecutor)",
  "function verifyParams(bytes32 executionParams_, uint256 msgValue_) view",
  "function hasRole(bytes32 role, address grantee) view returns (bool)",
  "function grantRole(bytes32 role, address grantee)",
  "function revokeRole(bytes32 role, address grantee)",
  "function owner() view returns (address)",
] as const

const protocolErrors = [
  "error InsufficientFees()",
  "error PlugDisconnected()",
  "error InvalidConnection()",
  "error PacketNotProposed()",
  "error VerificationFailed()",
  "error NotExecutor()",
  "error MessageAlreadyExecuted()",
  "error LowGasLimit()",
  "error InvalidTransmitter()",
  "error AlreadyAttested()",
  "error WatcherNotFound()",
  "error WatcherFound()",
  "error PayloadTooLarge()",
  "error MsgValueTooLow()",
  "error MsgValueTooHigh()",
  "error InsufficientMsgValue()",
  "error InvalidMsgValue()",
  "error FeesTooHigh()",
  "error NoPendingPacket()",
  "error PacketLengthNotAllowed()",
  "error InvalidProof()",
  "error InvalidPacketId()",
  "error InvalidRoot()",
  "error InvalidNonce()",
  "error InvalidSigLength()",
  "error ErrInSourceValidation()",
  "error SwitchboardExists()",
  "error InvalidCapacitorAddress()",
  "error InvalidCapacitorType()",
  "error InvalidTokenAddress()",
  "error InvalidRole()",
  "error NoPermit(bytes32 role)",
  "error OnlyOwner()",
  "error OnlyNominee()",
  "error OnlyExecutionManager()",
  "error UnequalArrayLengths()",
  "error ZeroAddress()",
  // Of the libraries that the devnet's contracts send tokens with.
  "error FailedCall()",
  "error InsufficientBalance(uint256 balance, uint256 needed)",
  "error SafeERC20FailedOperation(address token)",
] as const

/** The socket, which is the messaging contract of a chain. */
export const socketAbi: ParseAbi<typeof socket> = parseAbi(socket)

/** The fast switchboard, whose watchers attest packets on the destination chain. */
export const switchboardAbi: ParseAbi<typeof switchboard> = parseAbi(switchboard)

/** The capacitor, which queues messages on the source chain. */
export const capacitorAbi: ParseAbi<typeof capacitor> = parseAbi(capacitor)

/** A plug: `inbound`, which every plug has, and what `Plug.sol` adds. */
export const plugAbi: ParseAbi<typeof plug> = parseAbi(plug)

/** The execution manager, which says who may execute. */
export const executionManagerAbi: ParseAbi<typeof executionManager> = parseAbi(executionManager)

export const protocolErrorsAbi: ParseAbi<typeof protocolErrors> = parseAbi(protocolErrors)
