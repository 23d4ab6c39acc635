import { type Abi, type Address, createWalletClient, custom, getContract } from "viem"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"
import { rememberWorld } from "../worldOf.js"
import { addressOf } from "./addressOf.js"
import { checkContract } from "./checkContract.js"
import { connectTo } from "./connecting/connect.js"
import { restateReadError } from "./restateReadError.js"
import { createSend } from "./sending/send.js"
import { unlock } from "./sending/transact.js"
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
  const check = () => checkContract(world, chain, own)
  const { read, write, simulate, estimateGas, ...events } = getContract({ abi, address, client })
  const contract = {
    ...events,
    read: checkFirst(read, check, (error, calledAt) =>
      restateReadError(world, chain, error, { contractName, calledAt }),
    ),
    write: checkFirst(write, check),
    simulate: checkFirst(simulate, check),
    estimateGas: checkFirst(estimateGas, check),
    ...own,
    chainId,
    send: createSend(world, chain, { address, abi, account, check }),
    as: (other: Addressed) => bindContract(world, chain, { address, abi, contractName, account: addressOf(other) }),
    async connectTo(sibling: ContractOnChain, options = {}) {
      await check()
      await connectTo(world, own, sibling, { ...options, account })
    },
  }
  rememberWorld(contract, world)
  return contract as unknown as WorldContract<Name>
}

/**
 * Lets each function of viem's begin with a check. An ABI without functions of a kind has none of them.
 *
 * @param restate makes the error to throw from the one that viem throws and the place of the call. Default: viem's.
 */
function checkFirst<Actions extends object | undefined>(
  actions: Actions,
  check: () => Promise<void>,
  restate: (error: unknown, calledAt: Error) => unknown = (error) => error,
): Actions {
  if (actions === undefined) return actions
  return new Proxy(actions, {
    get(_, name) {
      const action: unknown = Reflect.get(actions, name)
      if (typeof action !== "function") return action
      const call = action as (...parameters: unknown[]) => unknown
      return async function called(...parameters: unknown[]): Promise<unknown> {
        const calledAt = new Error()
        Error.captureStackTrace(calledAt, called)
        await check()
        try {
          return await call(...parameters)
        } catch (error) {
          throw await restate(error, calledAt)
        }
      }
    },
  })
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
