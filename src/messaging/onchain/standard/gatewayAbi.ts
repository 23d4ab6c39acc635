import { type ParseAbi, parseAbi } from "viem/utils"

const gateway = [
  "function sendMessage(bytes recipient, bytes payload, bytes[] attributes) payable returns (bytes32 sendId)",
  "function relay(bytes32 sendId, address sender, bytes recipient, bytes payload, uint256 gasLimit, address refundRecipient) payable",
  "function link(uint32 siblingChainSlug, address siblingPlug, address switchboard, uint256 siblingChainId)",
  "function quote(bytes recipient, uint256 payloadSize, uint256 gasLimit) view returns (uint256)",
  "function supportsAttribute(bytes4 selector) view returns (bool)",
  "function receiveIdOf(uint256 chainId, address gateway, bytes32 sendId) view returns (bytes32)",
  "function isReceived(bytes32 receiveId) view returns (bool)",
  "function chainIdOf(uint32 chainSlug) view returns (uint256)",
  "function chainSlugOf(uint256 chainId) view returns (uint32)",
  "event MessageSent(bytes32 indexed sendId, bytes sender, bytes recipient, bytes payload, uint256 value, bytes[] attributes)",
  "event MessageRelayed(bytes32 indexed sendId, bytes32 indexed msgId, uint256 gasLimit)",
  "event Linked(uint256 indexed chainId, uint32 indexed chainSlug, address gateway)",
  "error AlreadyLinked(uint256 chainId, uint32 chainSlug)",
  "error IncompleteLink(uint256 chainId, address gateway)",
  "error OwnChain(uint256 chainId, uint32 chainSlug)",
  "error NotLinked(uint256 chainId)",
  "error InvalidRecipient(bytes recipient)",
  "error InvalidAttribute(bytes attribute)",
  "error RepeatedAttribute(bytes4 selector)",
  "error UnsupportedAttribute(bytes4 selector)",
  "error ValueNotDelivered(uint256 value)",
  "error UnusedValue(uint256 value)",
  "error UnknownMessage(bytes32 sendId)",
  "error AlreadyReceived(bytes32 receiveId)",
  "error TooLittleGas(uint256 gasLimit)",
  "error NotAccepted(address recipient, bytes answer)",
  "error AddressEmptyCode(address target)",
] as const

/** The functions, events and errors of `PlugsGateway`, which sends and receives messages of ERC-7786, besides those of every plug. */
export const gatewayAbi: ParseAbi<typeof gateway> = parseAbi(gateway)
