import {
  type Abi,
  type Address,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createWalletClient,
  custom,
  encodeFunctionData,
  getContract,
  type Hex,
  isHex,
} from "viem"

import { placeOf, pointAt } from "../world/awaited.js"
import { type Addressed, addressOf } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { rememberWorld, WorldNotStartedError } from "../world/runningWorlds.js"
import { connectTo } from "./connect.js"
import { createSend, encodeFor, requireFunction } from "./send.js"
import { revertError, unlock } from "./transact.js"
import type { ContractOnChain, WorldContract } from "./WorldContract.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { protocolReverts } from "#src/messaging/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

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
  const checkCall = async (functionName: string, [args]: readonly unknown[]): Promise<void> => {
    await check()
    if (Array.isArray(args)) encodeFor(world, { abi, functionName, args })
  }
  const checkRead = async (functionName: string): Promise<void> => {
    await check()
    requireFunction("read", functionName, abi)
  }
  const { read, write, simulate, estimateGas, ...events } = getContract({ abi, address, client })
  const contract = {
    ...events,
    read: checkFirst(read, checkRead, (error, calledAt) =>
      restateReadError(world, chain, error, { contractName, calledAt }),
    ),
    write: checkFirst(write, checkCall, (error) => adviseSend(error, { contractName, chainName })),
    simulate: checkFirst(simulate, check, undefined, account),
    estimateGas: checkFirst(estimateGas, check),
    ...own,
    chainId,
    send: createSend(world, chain, { address, abi, account, contractName, check }),
    as: (other: Addressed) => bindContract(world, chain, { address, abi, contractName, account: addressOf(other) }),
    async connectTo(sibling: ContractOnChain, options = {}) {
      await check()
      await connectTo(world, own, sibling, { ...options, account })
    },
  }
  rememberWorld(contract, world)
  return contract as unknown as WorldContract<Name>
}

/** Lets each of viem's functions begin with a check. An ABI without functions of a kind has none of them. */
function checkFirst<Actions extends object | undefined>(
  actions: Actions,
  check: (functionName: string, parameters: readonly unknown[]) => Promise<void>,
  restate: (error: unknown, calledAt: Error) => unknown = (error) => error,
  account?: Address,
): Actions {
  if (actions === undefined) return actions
  return new Proxy(actions, {
    get(_, name) {
      const action: unknown = Reflect.get(actions, name)
      if (typeof action !== "function") return action
      const call = action as (...parameters: unknown[]) => unknown
      return async function called(...parameters: unknown[]): Promise<unknown> {
        const calledAt = placeOf(called)
        await check(String(name), parameters).catch((error: unknown) => {
          throw error instanceof Error ? pointAt(error, calledAt) : error
        })
        try {
          return await call(...(account === undefined ? parameters : withAccount(parameters, account)))
        } catch (error) {
          throw await restate(error, calledAt)
        }
      }
    },
  })
}

/** Says in an error of `write`, which stays viem's, that it attaches no fee. */
function adviseSend(error: unknown, { contractName, chainName }: { contractName: string; chainName: string }): unknown {
  if (!(error instanceof ContractFunctionExecutionError)) return error
  if (readRevert(error, protocolReverts.abis)?.name !== "InsufficientFees") return error
  const call = `${contractName}.${error.functionName} on ${chainName}`
  error.message = `${call} costs a fee, which send attaches and write does not: send.${error.functionName}(args).\n\n${error.message}`
  return error
}

/** The parameters of a function of viem, which are its arguments, if it has some, and options. Without an account it simulates as nobody. */
function withAccount(parameters: readonly unknown[], account: Address): readonly unknown[] {
  const args = Array.isArray(parameters[0]) ? parameters.slice(0, 1) : []
  return [...args, { account, ...(parameters[args.length] as object | undefined) }]
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

/** A test uses a contract that the world has gone back from. */
export class ContractGoneError extends PlugsError {
  readonly code = "CONTRACT_GONE"
  /** @param instead the name of the contract that has its address now */
  constructor({ contractName, chainName, address }: ContractOnChain, instead: string | undefined) {
    super(
      `Contract ${contractName} is not on ${chainName} any more: the world has gone back to before it was deployed.`,
      {
        facts: { address, "there now": instead ?? "no contract" },
        next: "Take contracts from the fixture in each test: const { alpha, beta } = await world.loadFixture(greeters). What a test deploys lasts until the next loadFixture or snapshot is restored.",
      },
    )
  }
}

/** Checks that a contract of a test can be called: that the world runs, and has not gone back to before it was deployed. */
async function checkContract(
  { isOpen, registry }: OpenWorld,
  { publicClient }: LocalChain,
  contract: ContractOnChain,
): Promise<void> {
  if (!isOpen()) throw new WorldNotStartedError()
  const { contractName, chainName, address } = contract
  const registered = registry.all().filter((other) => other.chain === chainName && other.address === address)
  if (registered.some(({ name }) => name === contractName)) return
  const instead = registered.at(-1)?.name
  // One that the test has deployed by itself, and got with getContractAt, can be older than what the world knows.
  if (instead === undefined && (await publicClient.getCode({ address })) !== undefined) return
  throw new ContractGoneError(contract, instead)
}

/** Restates a read whose malformed revert viem takes for a failure of the node. Others stay, for those who assert on them. */
async function restateReadError(
  world: OpenWorld,
  chain: LocalChain,
  error: unknown,
  { contractName, calledAt }: { readonly contractName: string; readonly calledAt: Error },
): Promise<unknown> {
  if (!(error instanceof ContractFunctionExecutionError)) return error
  const { abi, contractAddress: address, functionName, cause } = error
  const isUnderstood = cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError
  if (isUnderstood || address === undefined) return error
  const revertData = await readRevertData(chain, error)
  const call = { chain: chain.name, address, contractName, functionName, abi, calledAt }
  return revertError(world, error, { ...call, revertData })
}

/** Hardhat does not give data that it cannot read itself, but its trace does. `undefined` if the call does not revert there. */
async function readRevertData(
  { provider }: LocalChain,
  { abi, args, functionName, contractAddress: to, sender: from }: ContractFunctionExecutionError,
): Promise<Hex | undefined> {
  try {
    const call = { ...(from === undefined ? {} : { from }), to, data: encodeFunctionData({ abi, args, functionName }) }
    const params = [call, "latest", { tracer: "callTracer" }]
    const frame = (await provider.request({ method: "debug_traceCall", params })) as {
      output?: unknown
      error?: unknown
    }
    return frame.error !== undefined && isHex(frame.output) ? frame.output : undefined
  } catch {
    return undefined
  }
}
