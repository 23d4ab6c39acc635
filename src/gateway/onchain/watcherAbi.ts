import { type ParseAbi, parseAbi } from "viem/utils"

const watcher = [
  "struct CallOptions { uint8 read; uint8 parallel; uint8 writeFinality; uint256 gasLimit; uint256 value; uint256 readAtBlockNumber; }",
  "function PAYLOAD_FEE() view returns (uint256)",
  "function FEE_PER_GAS() view returns (uint256)",
  "function operator() view returns (address)",
  "function isValidPlug(address appGateway, uint32 chainSlug, address plug) view returns (bool)",
  "function resolveTimeout(bytes32 timeoutId)",
  "function callAppGateway(bytes32 triggerId, address appGateway, uint32 chainSlug, address plug, bytes payload)",
  "function resolvePayload(bytes32 payloadId, bytes4 selector, bytes data, bytes returnData, uint256 gasUsed)",
  "event PayloadQueued(bytes32 indexed payloadId, uint40 indexed requestCount, address indexed appGateway, uint40 batchCount, uint8 callType, uint32 chainSlug, address target, bytes callData, CallOptions options, bytes32 contractId)",
  "event CallbackSet(bytes32 indexed payloadId, bytes4 selector, bytes data)",
  "event RequestSubmitted(uint40 indexed requestCount, address indexed appGateway, address consumeFrom, uint256 maxFees, uint32 feePoolChain, address feePoolToken)",
  "event ScheduleStarted(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 executeAt)",
  "event PayloadFinalized(bytes32 indexed payloadId, bytes32 digest, bytes proof)",
  "event PayloadResolved(bytes32 indexed payloadId, uint40 indexed requestCount, uint256 fee)",
  "event PayloadReverted(bytes32 indexed payloadId, bool isOnchain, bytes revertData)",
  "event MaxFeesIncreased(uint40 indexed requestCount, uint256 maxFees, uint32 feePoolChain, address feePoolToken)",
  "event RequestCancelled(uint40 indexed requestCount)",
  "event RequestSettled(uint40 indexed requestCount, uint256 fee)",
  "event TimeoutScheduled(bytes32 indexed timeoutId, address indexed scheduler, address indexed target, bytes payload, uint256 executeAt)",
  "event TimeoutResolved(bytes32 indexed timeoutId)",
  "event TriggerHandled(bytes32 indexed triggerId, address indexed appGateway)",
  "error AsyncModifierNotSet()",
  "error InvalidPlug(address appGateway, uint32 chainSlug, address plug)",
  "error NotForwarder(address caller)",
  "error CallbackWithoutCall()",
  "error UnknownChain(uint32 chainSlug)",
  "error ForbiddenCall(address target, bytes4 selector)",
  "error MaxFeesTooLow(uint256 required, uint256 maxFees)",
  "error NotRequestOwner(uint40 requestCount, address caller)",
  "error RequestNotSubmitted(uint40 requestCount)",
  "error RequestOver(uint40 requestCount)",
  "error TimeoutTooLong(uint256 delayInSeconds, uint256 longest)",
  "error TimeoutNotDue(bytes32 timeoutId, uint256 executeAt)",
  "error NotFinalized(bytes32 payloadId)",
  "error AlreadyResolved(bytes32 payloadId)",
  "error TimeoutAlreadyResolved(bytes32 timeoutId)",
  "error TriggerAlreadyHandled(bytes32 triggerId)",
] as const

const gatewaySocket = [
  "struct ExecuteParams { bytes32 payloadId; address appGateway; address target; uint256 value; uint256 gasLimit; bytes callData; }",
  "function execute(ExecuteParams params, bytes proof) payable returns (bytes returnData)",
  "function payloadExecuted(bytes32 payloadId) view returns (bool)",
  "function getPlugConfig(address plug) view returns (bytes32 appGatewayId, address switchboard)",
  "event PayloadExecuted(bytes32 indexed payloadId, bytes returnData, uint256 gasUsed)",
  "event AppGatewayCallRequested(bytes32 indexed triggerId, bytes32 indexed appGatewayId, address indexed plug, bytes payload)",
  "error PayloadAlreadyExecuted(bytes32 payloadId)",
  "error InvalidProof()",
  "error PlugDisconnected()",
  "error InvalidAppGateway(address target, address appGateway)",
  "error LowGasLimit()",
  "error MsgValueMismatch(uint256 required, uint256 provided)",
] as const

const authorErrors = [
  "error AsyncModifierNotSet()",
  "error CalledAsView(bytes4 selector)",
  "error InvalidAddressResolver(address addressResolver)",
  "error WatcherNotSet()",
  "error InvalidPromise()",
  "error OnlyWatcher()",
  "error CallbackWithoutCall()",
  "error UnknownChain(uint32 chainSlug)",
  "error TimeoutTooLong(uint256 delayInSeconds, uint256 longest)",
  "error NoCreationCode(bytes32 contractId)",
  "error PlugNotDeployed(bytes32 contractId, uint32 chainSlug)",
  "error NotSocket()",
  "error SocketAlreadyInitialized()",
] as const

/** The watcher contract on the gateway chain. Its logs are the devnet's own: of a public deployment only the API is documented. */
export const watcherAbi: ParseAbi<typeof watcher> = parseAbi(watcher)

/** The socket of app gateways on a chain that they reach, which executes payloads. */
export const gatewaySocketAbi: ParseAbi<typeof gatewaySocket> = parseAbi(gatewaySocket)

/** The errors of the base contracts of app gateways and plugs, which name the mistakes of their authors. */
export const authorErrorsAbi: ParseAbi<typeof authorErrors> = parseAbi(authorErrors)
