import { type Abi, type Address, createWalletClient, custom, getContract } from "viem"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"
import { rememberWorld } from "../worldOf.js"
import { addressOf } from "./addressOf.js"
import { connectTo } from "./connecting/connect.js"
import { createSend } from "./send.js"
import { unlock } from "./transact.js"
import type { Addressed, ContractOnChain, WorldContract } from "./WorldContract.js"

/** Makes the instance of a contract that an account calls. */
export function bindContract<Name extends string>(
  world: OpenWorld,
  chain: LocalChain,
  { address, abi, contractName, account }: { address: Address; abi: Abi; contractName: Name; account: Address },
): WorldContract<Name> {
  const { publicClient } = chain
  const client = { public: publicClient, wallet: walletFor(chain, account) }
  const { name: chainName, chainId, slug } = chain
  const own: ContractOnChain = { address, abi, contractName, chainName, slug }
  const contract = {
    ...getContract({ abi, address, client }),
    ...own,
    chainId,
    send: createSend(world, chain, { address, abi, account }),
    as: (other: Addressed) => bindContract(world, chain, { address, abi, contractName, account: addressOf(other) }),
    connectTo: (sibling: ContractOnChain, options = {}) => connectTo(world, own, sibling, { ...options, account }),
  }
  rememberWorld(contract, world)
  return contract as unknown as WorldContract<Name>
}

/** A client that signs as any address of the chain: `write` needs one. */
function walletFor(chain: LocalChain, address: Address): LocalChain["walletClient"] {
  if (address === chain.walletClient.account.address) return chain.walletClient
  const transport = custom({
    async request(call: never) {
      await unlock(chain, address)
      return (await chain.provider.request(call)) as unknown
    },
  })
  return createWalletClient({ chain: chain.publicClient.chain, transport, account: { type: "json-rpc", address } })
}
