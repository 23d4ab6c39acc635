import { type ParseAbi, parseAbi } from "viem/utils"

const errors = [
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

/** The errors of the base contracts of app gateways and plugs, which name the mistakes of their authors. */
export const authorErrorsAbi: ParseAbi<typeof errors> = parseAbi(errors)
