import { type ParseAbi, parseAbi } from "viem/utils"

const feesPlug = [
  "function depositCredit(address token, address receiver, uint256 amount)",
  "function depositCreditAndNative(address token, address receiver, uint256 amount)",
  "function depositToNative(address token, address receiver, uint256 amount)",
  "event FeesDeposited(address token, address receiver, uint256 creditAmount, uint256 nativeAmount)",
  "error TokenNotWhitelisted(address token)",
] as const

const feesManager = [
  "function getAvailableCredits(address account) view returns (uint256)",
  "function userCredits(address account) view returns (uint256 totalCredits, uint256 blockedCredits)",
  "function isCreditSpendable(address consumeFrom, address spender, uint256 amount) view returns (bool)",
  "function wrap(address receiver) payable",
  "function unwrap(uint256 amount, address receiver)",
  "function transferCredits(address from, address to, uint256 amount)",
  "function approveAppGateway(address appGateway, bool approval)",
  "function approveAppGateways((address appGateway, bool approval)[] approvals)",
  "function approveAppGatewayWithSignature(bytes signedApproval) returns (address account, address spender, bool approval)",
  "function isApproved(address account, address appGateway) view returns (bool)",
  "function isNonceUsed(address account, uint256 nonce) view returns (bool)",
  "event CreditsWrapped(address indexed account, uint256 amount)",
  "event CreditsUnwrapped(address indexed account, uint256 amount)",
  "event CreditsTransferred(address indexed from, address indexed to, uint256 amount)",
  "error InvalidAmount()",
  "error ZeroReceiver()",
  "error NonceUsed(address account, uint256 nonce)",
  "error PoolTooSmall(uint32 chainSlug, address token, uint256 required, uint256 available)",
  "error InsufficientCredits(address account, uint256 required, uint256 available)",
  "error NotApproved(address account, address appGateway)",
] as const

const addressResolver = [
  "function watcher__() view returns (address)",
  "function feesManager__() view returns (address)",
  "function asyncDeployer__() view returns (address)",
] as const

const asyncDeployer = [
  "function getOrDeployForwarderContract(address onChainAddress, uint32 chainSlug) returns (address forwarder)",
  "function getForwarderAddress(address onChainAddress, uint32 chainSlug) view returns (address forwarder)",
  "function forwarderBeacon() view returns (address)",
] as const

/** The fees plug of a chain, which takes deposits. */
export const feesPlugAbi: ParseAbi<typeof feesPlug> = parseAbi(feesPlug)

/** The fees manager on the gateway chain, which keeps the credits of accounts. */
export const feesManagerAbi: ParseAbi<typeof feesManager> = parseAbi(feesManager)

/** The address resolver on the gateway chain, which knows the addresses of the other contracts. */
export const addressResolverAbi: ParseAbi<typeof addressResolver> = parseAbi(addressResolver)

/** The AsyncDeployer on the gateway chain, which deploys forwarders. */
export const asyncDeployerAbi: ParseAbi<typeof asyncDeployer> = parseAbi(asyncDeployer)
