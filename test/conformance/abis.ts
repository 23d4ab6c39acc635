import { type ParseAbi, parseAbi } from "viem"

/**
 * What the deployed contracts answer to, in words. Written down from the protocol's specification, not from our contracts,
 * so that a difference between the two fails a test.
 */

const access = [
  "function owner() view returns (address)",
  "function nominee() view returns (address)",
  "function nominateOwner(address nominee)",
  "function claimOwner()",
  "function hasRole(bytes32 role, address account) view returns (bool)",
  "function hasRoleWithSlug(bytes32 role, uint32 slug, address account) view returns (bool)",
  "function grantRole(bytes32 role, address grantee)",
  "function revokeRole(bytes32 role, address revokee)",
  "function grantRoleWithSlug(bytes32 role, uint32 slug, address grantee)",
  "function revokeRoleWithSlug(bytes32 role, uint32 slug, address revokee)",
  "function grantBatchRole(bytes32[] roles, uint32[] slugs, address[] grantees)",
  "function revokeBatchRole(bytes32[] roles, uint32[] slugs, address[] revokees)",
  "event RoleGranted(bytes32 indexed role, address indexed grantee)",
  "event RoleRevoked(bytes32 indexed role, address indexed revokee)",
  "event OwnerNominated(address nominee)",
  "event OwnerClaimed(address claimer)",
] as const

const execution = [
  "struct ExecutionDetails { bytes32 packetId; uint256 proposalCount; uint256 executionGasLimit; bytes decapacitorProof; bytes signature; }",
  "struct MessageDetails { bytes32 msgId; uint256 executionFee; uint256 minMsgGasLimit; bytes32 executionParams; bytes payload; }",
] as const

export const accessAbi: ParseAbi<typeof access> = parseAbi(access)

const socket = [
  "struct Fees { uint128 transmissionFees; uint128 executionFee; uint128 switchboardFees; }",
  "function chainSlug() view returns (uint32)",
  "function version() view returns (bytes32)",
  "function connect(uint32 siblingChainSlug, address siblingPlug, address inboundSwitchboard, address outboundSwitchboard)",
  "function outbound(uint32 remoteChainSlug, uint256 minMsgGasLimit, bytes32 executionParams, bytes32 transmissionParams, bytes payload) payable returns (bytes32 msgId)",
  "function getMinFees(uint256 minMsgGasLimit, uint256 payloadSize, bytes32 executionParams, bytes32 transmissionParams, uint32 remoteChainSlug, address plug) view returns (uint256 totalFees)",
  "function getPlugConfig(address plug, uint32 siblingChainSlug) view returns (address siblingPlug, address inboundSwitchboard, address outboundSwitchboard, address capacitor, address decapacitor)",
  "function seal(uint256 batchSize, address capacitor, bytes signature) payable",
  "function proposeForSwitchboard(bytes32 packetId, bytes32 root, address switchboard, bytes signature) payable",
  "function execute(ExecutionDetails executionDetails, MessageDetails messageDetails) payable",
  "function globalMessageCount() view returns (uint64)",
  "function messageExecuted(bytes32 msgId) view returns (bool)",
  "function proposalCount(bytes32 packetId) view returns (uint256)",
  "function packetIdRoots(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (bytes32)",
  "function rootProposedAt(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (uint256)",
  "function isPacketProposed(bytes32 packetId, uint256 proposalCount, address switchboard) view returns (bool)",
  "function capacitors__(address switchboard, uint32 siblingChainSlug) view returns (address)",
  "function decapacitors__(address switchboard, uint32 siblingChainSlug) view returns (address)",
  "function capacitorToSlug(address capacitor) view returns (uint32)",
  "function executionManager__() view returns (address)",
  "function transmitManager__() view returns (address)",
  "function hasher__() view returns (address)",
  "function capacitorFactory__() view returns (address)",
  "function setExecutionManager(address executionManager)",
  "function setTransmitManager(address transmitManager)",
  "function setHasher(address hasher)",
  "function setCapacitorFactory(address capacitorFactory)",
  "function useSiblingSwitchboard(uint32 siblingChainSlug, address siblingSwitchboard)",
  "function registerSwitchboardForSibling(uint32 siblingChainSlug, uint256 maxPacketLength, uint256 capacitorType, address siblingSwitchboard) returns (address capacitor, address decapacitor)",
  "function rescueFunds(address token, address rescueTo, uint256 amount)",
  "event MessageOutbound(uint32 localChainSlug, address localPlug, uint32 dstChainSlug, address dstPlug, bytes32 msgId, uint256 minMsgGasLimit, bytes32 executionParams, bytes32 transmissionParams, bytes payload, Fees fees)",
  "event Sealed(address indexed transmitter, bytes32 indexed packetId, uint256 batchSize, bytes32 root, bytes signature)",
  "event PacketProposed(address indexed transmitter, bytes32 indexed packetId, uint256 proposalCount, bytes32 root, address switchboard)",
  "event ExecutionSuccess(bytes32 msgId)",
  "event PlugConnected(address plug, uint32 siblingChainSlug, address siblingPlug, address inboundSwitchboard, address outboundSwitchboard, address capacitor, address decapacitor)",
  "event SwitchboardAdded(address switchboard, uint32 siblingChainSlug, address capacitor, address decapacitor, uint256 maxPacketLength, uint256 capacitorType)",
  "event SiblingSwitchboardUpdated(address switchboard, uint32 siblingChainSlug, address siblingSwitchboard)",
  "event ExecutionManagerSet(address executionManager)",
  "event TransmitManagerSet(address transmitManager)",
  "event HasherSet(address hasher)",
  "event CapacitorFactorySet(address capacitorFactory)",
] as const
export const socketAbi: ParseAbi<readonly [...typeof access, ...typeof execution, ...typeof socket]> = parseAbi([
  ...access,
  ...execution,
  ...socket,
])

const executionManager = [
  "struct ExecutionFees { uint80 perGas; uint80 perByte; uint80 overhead; }",
  "function nextNonce(address signer) view returns (uint256)",
  "function getMinFees(uint256 minMsgGasLimit, uint256 payloadSize, bytes32 executionParams, uint32 siblingChainSlug) view returns (uint128)",
  "function getExecutionTransmissionMinFees(uint256 minMsgGasLimit, uint256 payloadSize, bytes32 executionParams, bytes32 transmissionParams, uint32 siblingChainSlug, address transmitManager) view returns (uint128 executionFee, uint128 transmissionFees)",
  "function isExecutor(bytes32 packedMessage, bytes signature) view returns (address executor, bool isValidExecutor)",
  "function verifyParams(bytes32 executionParams, uint256 msgValue) view",
  "function executionFees(uint32 siblingChainSlug) view returns (uint80 perGas, uint80 perByte, uint80 overhead)",
  "function relativeNativeTokenPrice(uint32 siblingChainSlug) view returns (uint256)",
  "function msgValueMinThreshold(uint32 siblingChainSlug) view returns (uint256)",
  "function msgValueMaxThreshold(uint32 siblingChainSlug) view returns (uint256)",
  "function totalExecutionAndTransmissionFees(uint32 siblingChainSlug) view returns (uint128 executionFees, uint128 transmissionFees)",
  "function totalSwitchboardFees(address switchboard, uint32 siblingChainSlug) view returns (uint128)",
  "function transmissionMinFees(address transmitManager, uint32 siblingChainSlug) view returns (uint128)",
  "function withdrawExecutionFees(uint32 siblingChainSlug, uint128 amount, address withdrawTo)",
  "function withdrawSwitchboardFees(uint32 siblingChainSlug, address switchboard, uint128 amount)",
  "function withdrawTransmissionFees(uint32 siblingChainSlug, uint128 amount)",
  "function setExecutionFees(uint256 nonce, uint32 siblingChainSlug, ExecutionFees executionFees, bytes signature)",
  "function setRelativeNativeTokenPrice(uint256 nonce, uint32 siblingChainSlug, uint256 relativeNativeTokenPrice, bytes signature)",
  "function setMsgValueMinThreshold(uint256 nonce, uint32 siblingChainSlug, uint256 msgValueMinThreshold, bytes signature)",
  "function setMsgValueMaxThreshold(uint256 nonce, uint32 siblingChainSlug, uint256 msgValueMaxThreshold, bytes signature)",
  "event ExecutionFeesSet(uint32 siblingChainSlug, ExecutionFees executionFees)",
  "event RelativeNativeTokenPriceSet(uint256 siblingChainSlug, uint256 relativeNativeTokenPrice)",
  "event MsgValueMinThresholdSet(uint256 siblingChainSlug, uint256 msgValueMinThreshold)",
  "event MsgValueMaxThresholdSet(uint256 siblingChainSlug, uint256 msgValueMaxThreshold)",
  "event ExecutionFeesWithdrawn(address account, uint32 siblingChainSlug, uint256 amount)",
  "event SwitchboardFeesWithdrawn(address switchboard, uint32 siblingChainSlug, uint256 amount)",
  "event TransmissionFeesWithdrawn(address transmitManager, uint32 siblingChainSlug, uint256 amount)",
] as const
export const executionManagerAbi: ParseAbi<readonly [...typeof access, ...typeof executionManager]> = parseAbi([
  ...access,
  ...executionManager,
])

const transmitManager = [
  "function nextNonce(address signer) view returns (uint256)",
  "function checkTransmitter(uint32 siblingChainSlug, bytes32 digest, bytes signature) view returns (address transmitter, bool isTransmitter)",
  "function setTransmissionFees(uint256 nonce, uint32 dstChainSlug, uint128 fees, bytes signature)",
  "function receiveFees(uint32 siblingChainSlug) payable",
  "function withdrawFees(address account)",
  "event TransmissionFeesSet(uint256 dstChainSlug, uint256 fees)",
] as const
export const transmitManagerAbi: ParseAbi<readonly [...typeof access, ...typeof transmitManager]> = parseAbi([
  ...access,
  ...transmitManager,
])

const switchboard = [
  "struct Fees { uint128 switchboardFees; uint128 verificationOverheadFees; }",
  "function nextNonce(address signer) view returns (uint256)",
  "function allowPacket(bytes32 root, bytes32 packetId, uint256 proposalCount, uint32 srcChainSlug, uint256 proposeTime) view returns (bool)",
  "function timeoutInSeconds() view returns (uint256)",
  "function initialPacketCount(uint32 siblingChainSlug) view returns (uint256)",
  "function getMinFees(uint32 dstChainSlug) view returns (uint128 switchboardFees, uint128 verificationOverheadFees)",
  "function registerSiblingSlug(uint32 siblingChainSlug, uint256 maxPacketLength, uint256 capacitorType, uint256 initialPacketCount, address siblingSwitchboard)",
  "function updateSibling(uint32 siblingChainSlug, address siblingSwitchboard)",
  "function setFees(uint256 nonce, uint32 dstChainSlug, uint128 switchboardFees, uint128 verificationOverheadFees, bytes signature)",
  "function receiveFees(uint32 siblingChainSlug) payable",
  "function withdrawFees(address account)",
  "function isGlobalTipped() view returns (bool)",
  "function isPathTripped(uint32 srcChainSlug) view returns (bool)",
  "function isProposalTripped(bytes32 packetId, uint256 proposalCount) view returns (bool)",
  "function tripGlobal(uint256 nonce, bytes signature)",
  "function tripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
  "function tripProposal(uint256 nonce, bytes32 packetId, uint256 proposalCount, bytes signature)",
  "function unTripPath(uint256 nonce, uint32 srcChainSlug, bytes signature)",
  "function unTrip(uint256 nonce, bytes signature)",
  "event SwitchboardFeesSet(uint32 siblingChainSlug, Fees fees)",
  "event ProposalTripped(bytes32 packetId, uint256 proposalCount)",
  "event PathTripChanged(uint32 srcChainSlug, bool isPathTripped)",
  "event GlobalTripChanged(bool isGlobalTipped)",
] as const

export const optimisticSwitchboardAbi: ParseAbi<readonly [...typeof access, ...typeof switchboard]> = parseAbi([
  ...access,
  ...switchboard,
])

const fastSwitchboard = [
  "function fees(uint32 dstChainSlug) view returns (uint128 switchboardFees, uint128 verificationOverheadFees)",
  "function attest(bytes32 packetId, uint256 proposalCount, bytes32 root, bytes signature)",
  "function isAttested(address watcher, bytes32 root) view returns (bool)",
  "function attestations(bytes32 root) view returns (uint256)",
  "function isRootValid(bytes32 root) view returns (bool)",
  "function totalWatchers(uint32 srcChainSlug) view returns (uint256)",
  "function grantWatcherRole(uint32 srcChainSlug, address watcher)",
  "function revokeWatcherRole(uint32 srcChainSlug, address watcher)",
  "event ProposalAttested(bytes32 packetId, uint256 proposalCount, bytes32 root, address watcher, uint256 attestationsCount)",
] as const
export const fastSwitchboardAbi: ParseAbi<
  readonly [...typeof access, ...typeof switchboard, ...typeof fastSwitchboard]
> = parseAbi([...access, ...switchboard, ...fastSwitchboard])

const capacitorSignatures = [
  "function getNextPacketToBeSealed() view returns (bytes32 root, uint64 packetCount)",
  "function getRootByCount(uint64 packetCount) view returns (bytes32)",
  "function getMaxPacketLength() view returns (uint256)",
  "function getLastFilledPacket() view returns (uint256)",
  "event MessageAdded(bytes32 packedMessage, uint64 packetCount, bytes32 newRootHash)",
] as const
export const capacitorAbi: ParseAbi<typeof capacitorSignatures> = parseAbi(capacitorSignatures)

const hasher = [
  "function packMessage(uint32 srcChainSlug, address srcPlug, uint32 dstChainSlug, address dstPlug, MessageDetails messageDetails) view returns (bytes32)",
] as const
export const hasherAbi: ParseAbi<readonly [...typeof execution, ...typeof hasher]> = parseAbi([...execution, ...hasher])

const signatureVerifierSignatures = [
  "function recoverSigner(bytes32 digest, bytes signature) view returns (address)",
] as const
export const signatureVerifierAbi: ParseAbi<typeof signatureVerifierSignatures> = parseAbi(signatureVerifierSignatures)

/** What users' plugs implement. */
const plugSignatures = ["function inbound(uint32 srcChainSlug, bytes payload) payable"] as const
export const plugAbi: ParseAbi<typeof plugSignatures> = parseAbi(plugSignatures)

const errorsSignatures = [
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
  "error PayloadTooLarge()",
  "error MsgValueTooHigh()",
  "error NoPendingPacket()",
  "error InvalidProof()",
  "error InvalidPacketId()",
  "error InvalidRoot()",
  "error ErrInSourceValidation()",
  "error SwitchboardExists()",
  "error ZeroAddress()",
  "error InsufficientMsgValue()",
  "error InvalidCapacitorAddress()",
  "error NoPermit(bytes32 role)",
  "error OnlyOwner()",
  "error OnlyNominee()",
  "error UnequalArrayLengths()",
  "error FeesTooHigh()",
  "error MsgValueTooLow()",
  "error InvalidMsgValue()",
  "error InvalidNonce()",
  "error OnlyExecutionManager()",
  "error InvalidRole()",
  "error WatcherFound()",
  "error PacketLengthNotAllowed()",
  "error InvalidSigLength()",
  "error InvalidTokenAddress()",
] as const
export const errorsAbi: ParseAbi<typeof errorsSignatures> = parseAbi(errorsSignatures)
