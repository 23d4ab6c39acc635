import type { Address, Hex } from "viem"

import { addressesInOrder } from "./addressesInOrder.js"
import type { LocalChain } from "./chains.js"

/**
 * Deploys contracts one after the other, each to the address that its turn gives it. The chain signs for the deployer, which is
 * several times faster than signing so much code here.
 */
export async function deployInOrder<Name extends string>(
  chain: LocalChain,
  deployer: Address,
  { order, initCodes, first = 0 }: { order: readonly Name[]; initCodes: Readonly<Record<Name, Hex>>; first?: number },
): Promise<void> {
  const addresses = addressesInOrder(deployer, order, first)
  await chain.testClient.impersonateAccount({ address: deployer })
  for (const name of order) {
    const hash = (await chain.provider.request({
      method: "eth_sendTransaction",
      params: [{ from: deployer, data: initCodes[name], gas: mostGas }],
    })) as Hex
    const { contractAddress } = await chain.publicClient.getTransactionReceipt({ hash })
    if (contractAddress?.toLowerCase() !== addresses[name].toLowerCase()) {
      throw new Error(`the ${name} of ${chain.name} came to ${String(contractAddress)}, not to ${addresses[name]}`)
    }
  }
  await chain.testClient.stopImpersonatingAccount({ address: deployer })
}

/** What one transaction may ask for: 2^24. */
const mostGas = "0x1000000"
