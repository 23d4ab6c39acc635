import { existsSync } from "node:fs"

import type { Artifact } from "hardhat/types/artifacts"
import { type Abi, type Address, encodeDeployData, type Hex } from "viem"

import { checkAmount, describeArgument, invalid } from "../arguments.js"
import { pointAt } from "../world/awaited.js"
import { addressOf } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { bindContract } from "./bindContract.js"
import { transact } from "./transact.js"
import type { WorldContract } from "./WorldContract.js"
import type { DeployOptions, Libraries } from "./WorldContracts.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import type { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { inQuotes } from "#src/primitives/text.js"

/** What is deployed, and from what its arguments are made. Public types say which arguments go with which name. */
type Deployment<Context> = {
  readonly contractName: string
  /** A list, or a function of the context that makes one. */
  readonly args?: unknown
  readonly options?: DeployOptions<Context> | undefined
  readonly contextOf: (owner: Address) => Context
  readonly calledAt: Error
}

/** Deploys a contract of the project on a chain of the world. Refuses arguments that do not fit, and missing or unknown libraries. */
export async function deploy<Context>(
  world: OpenWorld,
  chain: LocalChain,
  { contractName, args = [], options = {}, contextOf, calledAt }: Deployment<Context>,
): Promise<WorldContract> {
  const artifact = await readArtifact(world, contractName, calledAt)
  if (options.value !== undefined) checkAmount("value", options.value)
  const account = addressOf(options.account ?? (chain.accounts[0] as Address))
  const context = refusingOthers(contextOf(account))
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

/** A name that is misspelt would be undefined, and the constructor would get a wrong argument. */
function refusingOthers<Context>(context: Context): Context {
  return new Proxy(context as object, {
    get(target, name, receiver) {
      // `await` reads `then` of any object.
      if (typeof name === "symbol" || name in target || name === "then")
        return Reflect.get(target, name, receiver) as unknown
      const names = Object.keys(target)
      const fix = `Use some of ${names.join(", ")}.${didYouMean(name, names)}`
      throw invalid("args", `there is no ${inQuotes(name)} to make them of`, fix)
    },
  }) as Context
}

function encode(data: Parameters<typeof encodeDeployData>[0], contractName: string): `0x${string}` {
  if (data.bytecode === "0x") {
    throw invalid(
      "contractName",
      `${contractName} is abstract or an interface, so it cannot be deployed`,
      "Name a contract that implements it.",
    )
  }
  const count = (data.abi as Abi).find((item) => item.type === "constructor")?.inputs.length ?? 0
  if (!Array.isArray(data.args)) {
    const problem = `those of ${contractName} are ${describeArgument(data.args)}, and no list`
    throw invalid("args", problem, "Give a list, or a function that returns one.")
  }
  // viem leaves out a list without values, and the constructor would revert without a reason.
  if (data.args.length === 0 && count > 0) {
    throw invalid(
      "args",
      `the constructor of ${contractName} takes ${count}, and got none`,
      "Pass one value of the right type for each parameter.",
    )
  }
  try {
    return encodeDeployData(data)
  } catch (error) {
    throw invalid(
      "args",
      `they do not fit the constructor of ${contractName}: ${nodeReason(error)}`,
      "Pass one value of the right type for each parameter.",
    )
  }
}

export async function readArtifact({ hre }: OpenWorld, contractName: string, calledAt: Error): Promise<Artifact> {
  if (typeof contractName === "string") {
    try {
      return await hre.artifacts.readArtifact(contractName)
    } catch (error) {
      if (!(error instanceof Error) || (error as { number?: unknown }).number !== artifactNotFound) throw error
      throw pointAt(new NotBuiltError(contractName, error), calledAt)
    }
  }
  const fix = 'Name a contract of the project: world.deploy("alpha", "Greeter", args).'
  throw invalid("contractName", `${describeArgument(contractName)} is no name`, fix)
}

/** Puts the addresses of libraries into bytecode. Refuses one that is missing or unknown, and a name that means two. */
function linkLibraries(artifact: Artifact, libraries: Libraries = {}): Hex {
  const needed = Object.entries(artifact.linkReferences).flatMap(([file, names]) =>
    Object.entries(names).map(([name, places]) => ({ name, fullName: `${file}:${name}`, places })),
  )
  const addresses = new Map<string, Address>()
  for (const [key, library] of Object.entries(libraries)) {
    const meant = needed.filter(({ name, fullName }) => key === name || key === fullName)
    const [first, second] = meant
    if (first === undefined) {
      throw refuse(artifact, `it uses no library ${inQuotes(key)}`, libraryList(needed))
    }
    if (second !== undefined) {
      throw refuse(artifact, `it uses two libraries ${inQuotes(key)}`, `Write ${first.fullName} or ${second.fullName}.`)
    }
    addresses.set(first.fullName, addressOf(library))
  }
  let { bytecode } = artifact
  for (const { name, fullName, places } of needed) {
    const address = addresses.get(fullName)
    if (address === undefined) {
      const fix = `Deploy it first, and pass it: { libraries: { ${name}: library } }.`
      throw refuse(artifact, `it uses the library ${fullName}, which is not given`, fix)
    }
    for (const { start, length } of places) {
      const at = 2 + start * 2
      bytecode = bytecode.slice(0, at) + address.slice(2).toLowerCase() + bytecode.slice(at + length * 2)
    }
  }
  return bytecode as Hex
}

function libraryList(needed: readonly { readonly fullName: string }[]): string {
  if (needed.length === 0) return "Leave libraries out: it is linked with none."
  return `Its libraries are ${needed.map(({ fullName }) => fullName).join(", ")}.`
}

function refuse({ contractName }: Artifact, problem: string, fix: string): InvalidInputError {
  return invalid("libraries", `${contractName} cannot be linked: ${problem}`, fix)
}

/** The number of Hardhat's error. Its text names similar contracts. */
const artifactNotFound = 1000

/** A test names a contract that the project has not built. */
export class NotBuiltError extends PlugsError {
  readonly code = "NOT_BUILT"
  constructor(contractName: string, { message }: Error) {
    const sample = findSample(contractName)
    super(`The project has built no contract ${inQuotes(contractName)}.`, {
      facts: { "Hardhat says": message },
      next:
        sample === undefined
          ? "Check its name, and build it: npx hardhat build."
          : `It comes with this package. Have Hardhat build it: npmFilesToBuild: ["${sample}"] in solidity of hardhat.config.ts.`,
    })
  }
}

/** The contracts of this package that are deployed as they are. */
function findSample(name: string): string | undefined {
  const paths = ["plugs", "standard", "gateway/samples"].map(
    (folder) => `hardhat-plugs/contracts/${folder}/${name}.sol`,
  )
  return /^\w+$/.test(name) ? paths.find((path) => existsSync(new URL(import.meta.resolve(path)))) : undefined
}
