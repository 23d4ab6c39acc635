import { type Abi, type Address, encodeDeployData } from "viem"

import type { LocalChain } from "../../../devnet/chain/chains.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { checkAmount } from "../../arguments/checkAmount.js"
import { describeArgument } from "../../arguments/describeArgument.js"
import type { OpenWorld } from "../../OpenWorld.js"
import { addressOf } from "../addressOf.js"
import { bindContract } from "../bindContract.js"
import type { DeployOptions } from "./DeployContext.js"
import { linkLibraries } from "./linkLibraries.js"
import { readArtifact } from "./readArtifact.js"
import { transact } from "../sending/transact.js"
import type { WorldContract } from "../WorldContract.js"

/** What is deployed, and from what its arguments are made. Public types say which arguments go with which name. */
export type Deployment<Context> = {
  readonly contractName: string
  /** A list, or a function of the context that makes one. */
  readonly args?: unknown
  readonly options?: DeployOptions<Context> | undefined
  readonly contextOf: (owner: Address) => Context
  readonly calledAt: Error
}

/**
 * Deploys a contract of the project on a chain of the world.
 *
 * @throws {CallRevertedError} the constructor reverts
 * @throws {InvalidInputError} the arguments do not fit, or libraries are missing or unknown
 */
export async function deploy<Context>(
  world: OpenWorld,
  chain: LocalChain,
  { contractName, args = [], options = {}, contextOf, calledAt }: Deployment<Context>,
): Promise<WorldContract> {
  const artifact = await readArtifact(world, contractName)
  if (options.value !== undefined) checkAmount("value", options.value)
  const account = addressOf(options.account ?? (chain.accounts[0] as Address))
  const context = contextOf(account)
  const values = (
    typeof args === "function" ? await (args as (context: Context) => unknown)(context) : args
  ) as readonly unknown[]
  const { libraries } = options
  const bytecode = linkLibraries(artifact, typeof libraries === "function" ? await libraries(context) : libraries)
  const abi = artifact.abi as Abi
  const { contractAddress } = await transact(world, chain, {
    from: account,
    to: undefined,
    data: encode({ abi, bytecode, args: values }, contractName),
    value: options.value,
    functionName: "constructor",
    contractName,
    abi,
    calledAt,
  })
  const address = addressOf(contractAddress as Address)
  world.registry.add({ name: contractName, chain: chain.name, address, abi })
  return bindContract(world, chain, { address, abi, contractName, account })
}

function encode(data: Parameters<typeof encodeDeployData>[0], contractName: string): `0x${string}` {
  if (data.bytecode === "0x") {
    throw new InvalidInputError({
      argument: "contractName",
      problem: `${contractName} is abstract or an interface, so it cannot be deployed`,
      fix: "Name a contract that implements it.",
    })
  }
  const count = (data.abi as Abi).find((item) => item.type === "constructor")?.inputs.length ?? 0
  if (!Array.isArray(data.args)) {
    const problem = `those of ${contractName} are ${describeArgument(data.args)}, and no list`
    throw new InvalidInputError({ argument: "args", problem, fix: "Give a list, or a function that returns one." })
  }
  // viem leaves out a list without values, and the constructor would revert without a reason.
  if (data.args.length === 0 && count > 0) {
    throw new InvalidInputError({
      argument: "args",
      problem: `the constructor of ${contractName} takes ${count}, and got none`,
      fix: "Pass one value of the right type for each parameter.",
    })
  }
  try {
    return encodeDeployData(data)
  } catch (error) {
    throw new InvalidInputError({
      argument: "args",
      problem: `they do not fit the constructor of ${contractName}: ${nodeReason(error)}`,
      fix: "Pass one value of the right type for each parameter.",
    })
  }
}
