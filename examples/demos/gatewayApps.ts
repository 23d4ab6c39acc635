import { type Abi, type Address, getAddress, type Hex, parseEther } from "viem"

import { polling } from "./show.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import type { Devnet, DevnetChain, DevnetGateway } from "#src/devnet/index.js"
import { depositCredits, getAvailableCredits, waitForCredits } from "#src/gateway/index.js"

/** An app gateway of the demo. Its owner is the first account of the gateway chain. */
export type DemoApp = {
  readonly address: Address
  /** Calls a function as the owner, and waits until the transaction is mined. */
  call(functionName: string, args?: readonly unknown[]): Promise<Hex>
  read(functionName: string, args?: readonly unknown[]): Promise<unknown>
}

/** The artifact of an app gateway. */
export type DemoArtifact = { readonly abi: Abi; readonly bytecode: Hex }

/** The most that a request of the demo may cost, in the smallest unit of the fee token. */
export const maxFees: bigint = parseEther("0.1")

/**
 * Deploys an app gateway on the gateway chain.
 *
 * @param args constructor arguments after the address resolver and the owner
 */
export async function deployApp(
  { chain }: DevnetGateway,
  { abi, bytecode }: DemoArtifact,
  args: readonly unknown[] = [],
): Promise<DemoApp> {
  const { walletClient, publicClient, contracts } = chain
  const owner = walletClient.account.address
  const hash = await walletClient.deployContract({ abi, bytecode, args: [contracts.addressResolver, owner, ...args] })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  const address = getAddress(contractAddress as Address)
  return {
    address,
    call: (functionName, callArgs = []) => transact(chain, { address, abi, functionName, args: callArgs }),
    read: (functionName, callArgs = []) => publicClient.readContract({ address, abi, functionName, args: callArgs }),
  }
}

/** Deposits credits for an app gateway on a chain, and waits until the gateway chain has them. */
export async function payFor(
  { address }: DemoApp,
  { gateway }: Devnet,
  chain: DevnetChain,
  amount: bigint,
): Promise<{ approvals: number; credits: bigint }> {
  const { feesPlug, feeToken: token } = chain.contracts
  const payer = chain.walletClient.account.address
  await transact(chain, { address: token, abi: feeTokenArtifact.abi, functionName: "mint", args: [payer, amount] })
  const account = { feesManager: gateway.chain.contracts.feesManager, account: address }
  const before = await getAvailableCredits(gateway.chain.publicClient, account)
  const deposit = { feesPlug, token, receiver: address, amount }
  const { approvals, creditAmount } = await depositCredits(chain.publicClient, chain.walletClient, deposit)
  const atLeast = before + creditAmount
  const credits = await waitForCredits(gateway.chain.publicClient, { ...account, ...polling, atLeast })
  return { approvals: approvals.length, credits }
}

/** Calls a contract as the chain's first account, and waits until the transaction is mined. */
export async function transact(
  { walletClient, publicClient }: Pick<DevnetChain, "walletClient" | "publicClient">,
  call: { address: Address; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<Hex> {
  const hash = await walletClient.writeContract(call)
  const { status } = await publicClient.waitForTransactionReceipt({ hash })
  if (status !== "success") throw new Error(`The demo's call of ${call.functionName} reverted.`)
  return hash
}
