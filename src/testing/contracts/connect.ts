import type { Abi, Address } from "viem"

import { describeArgument, invalid } from "../arguments.js"
import { chainNamed } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { worldOf } from "../world/runningWorlds.js"
import { transact } from "./transact.js"
import { type ConnectOptions, type ContractOnChain, isWorldContract } from "./WorldContract.js"
import type { DevnetChain } from "#src/devnet/Devnet.js"
import { hasKind, switchboardBetween, switchboardOf } from "#src/devnet/messaging/paths.js"
import { ConnectionNotMadeError } from "#src/messaging/onchain/callErrors.js"
import { connectCall } from "#src/messaging/onchain/connection/connectCall.js"
import { isMade } from "#src/messaging/onchain/connection/differencesOf.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { encodeCall } from "#src/messaging/onchain/plugCall.js"
import { devnetSwitchboardKinds } from "#src/messaging/switchboardKinds.js"
import { inQuotes } from "#src/primitives/text.js"

type Options = ConnectOptions & { readonly account?: Address | undefined }

export async function connectAll(
  world: OpenWorld,
  plugs: readonly ContractOnChain[],
  options: Options = {},
): Promise<void> {
  checkPlugs(world, plugs)
  const connectToAll = async (plug: ContractOnChain): Promise<void> => {
    for (const sibling of plugs) if (sibling !== plug) await connectTo(world, plug, sibling, options)
  }
  await Promise.all(plugs.map(connectToAll))
}

/** Connects one side. Throws a ConnectionNotMadeError if the function was called, and has not connected the plug. */
export async function connectTo(
  world: OpenWorld,
  plug: ContractOnChain,
  sibling: ContractOnChain,
  { account, connectBy, ...options }: Options = {},
): Promise<void> {
  checkPlug(world, sibling, "sibling")
  const chain = chainNamed(world, plug.chainName)
  const { socket } = chain.contracts
  const switchboard = switchboardFor(world, chain, sibling.chainName, options)
  const wanted = { siblingChainSlug: sibling.slug, sibling: sibling.address, switchboard }
  const by = typeof connectBy === "object" ? connectBy[plug.chainName] : connectBy
  const { abi, functionName, args } = connectCall(connectFunction(plug, by), {
    ...wanted,
    siblingChainId: chainNamed(world, sibling.chainName).chainId,
  })
  const receipt = await transact(world, chain, {
    from: account ?? chain.walletClient.account.address,
    to: plug.address,
    data: encodeCall({ abi, functionName, args }),
    functionName,
    abi: plug.abi as Abi,
  })
  if (by === undefined) return
  const config = await getPlugConfig(chain.publicClient, { ...wanted, socket, plug: plug.address })
  if (isMade(config, wanted)) return
  throw new ConnectionNotMadeError({ plug: plug.address, functionName, hash: receipt.transactionHash })
}

function connectFunction({ abi, contractName }: ContractOnChain, by = "connect"): Parameters<typeof connectCall>[0] {
  if (typeof (by as unknown) === "string" && by.includes("(")) return { signature: by }
  const isThere = (abi as Abi).some((item) => item.type === "function" && item.name === by)
  if (isThere) return { abi: abi as Abi, functionName: by }
  throw invalid(
    "connectBy",
    `${contractName} has no function ${describeArgument(by)}`,
    'Name the one that connects it to its sibling: { connectBy: "setSibling" }, or its signature.',
  )
}

function switchboardFor(
  { devnet }: OpenWorld,
  { name, contracts }: DevnetChain<boolean>,
  siblingChain: string,
  { switchboard: kind }: ConnectOptions,
): Address {
  const between = [name, siblingChain] as const
  if (kind === undefined) return switchboardBetween(devnet.paths, between, contracts)
  if (!hasKind(devnet.paths, between, kind)) {
    const kinds = devnetSwitchboardKinds.filter((one) => hasKind(devnet.paths, between, one))
    throw invalid(
      "switchboard",
      `there is no switchboard ${inQuotes(kind)} between ${name} and ${siblingChain}`,
      `Use ${kinds.join(" or ")}.`,
    )
  }
  return switchboardOf(contracts, kind)
}

function checkPlugs(world: OpenWorld, plugs: readonly ContractOnChain[]): void {
  for (const plug of plugs) checkPlug(world, plug, "plugs")
  const names = plugs.map(({ chainName }) => chainName)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (plugs.length > 1 && twice === undefined) return
  const problem = twice === undefined ? `${plugs.length} cannot be connected` : `two of them are on ${twice}`
  throw invalid("plugs", problem, "Give at least two, each on a chain of its own.")
}

/** For users without TypeScript, and because worlds have chains with the same names. */
function checkPlug(world: OpenWorld, plug: ContractOnChain, argument: string): void {
  if (!isWorldContract(plug)) {
    const fix = "Give what deploy or getContractAt of the world has returned."
    throw invalid(argument, `${describeArgument(plug)} is no contract of a world`, fix)
  }
  const own = worldOf(plug)
  if (own === undefined || own === world) return
  throw invalid(
    argument,
    `${plug.contractName} at ${plug.address} on ${plug.chainName} is a contract of another world`,
    "Give contracts of this world, deployed since it was started.",
  )
}
