import type { Address, Client, Hex } from "viem"
import { signMessage } from "viem/actions"
import { bytesToHex, encodeAbiParameters, hexToBigInt, keccak256, parseAbiParameters } from "viem/utils"

import { accountOf } from "#src/onchain/transact.js"
import { checkAddress, checkAll, checkSlug, checkUint256, optional } from "#src/primitives/checks.js"

export type SignAppGatewayApprovalParameters = {
  /** The fees manager of the gateway chain. */
  feesManager: Address
  /** Slug of the gateway chain. */
  gatewaySlug: number
  /** The app gateway that may spend the signer's credits. */
  spender: Address
  /** False takes the permission back. Default: true. */
  approval?: boolean | undefined
  /** Any number that the signer has not used for an approval. Default: a random one. */
  nonce?: bigint | undefined
}

const checks = {
  feesManager: checkAddress,
  gatewaySlug: checkSlug,
  spender: checkAddress,
  nonce: optional(checkUint256),
}

const digestTypes = parseAbiParameters(
  "address feesManager, uint32 gatewaySlug, address spender, uint256 nonce, bool approval",
)
const approvalTypes = parseAbiParameters("address spender, bool approval, uint256 nonce, bytes signature")

/**
 * Signs a permission for an app gateway to spend the signer's credits. Whoever submits it pays the gas: the signer needs no
 * transaction and no native currency. Each can be submitted once.
 *
 * @param walletClient a viem client with the account that signs
 * @returns the argument of the fees manager's `approveAppGatewayWithSignature`, which an app gateway passes on with
 * `_approveFeesWithSignature`
 * @throws {InvalidInputError} a parameter is invalid, or the wallet client has no account
 * @example
 * const approval = await signAppGatewayApproval(walletClient, { feesManager, gatewaySlug: 43, spender: appGateway })
 * await relayer.writeContract({ address: appGateway, abi, functionName: "incrementFor", args: [chainSlug, approval] })
 */
export async function signAppGatewayApproval(
  walletClient: Client,
  parameters: SignAppGatewayApprovalParameters,
): Promise<Hex> {
  const { feesManager, gatewaySlug, spender, nonce = randomNonce() } = checkAll(checks, parameters)
  const { approval = true } = parameters
  const account = accountOf(walletClient)
  const raw = keccak256(encodeAbiParameters(digestTypes, [feesManager, gatewaySlug, spender, nonce, approval]))
  const signature = await signMessage(walletClient, { account, message: { raw } })
  return encodeAbiParameters(approvalTypes, [spender, approval, nonce, signature])
}

function randomNonce(): bigint {
  return hexToBigInt(bytesToHex(crypto.getRandomValues(new Uint8Array(32))))
}
