import type { Artifact } from "hardhat/types/artifacts"

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { describeArgument } from "../../arguments/describeArgument.js"
import type { OpenWorld } from "../../OpenWorld.js"

/**
 * Reads what the project has built of a contract.
 *
 * @throws {InvalidInputError} the name is no text
 * @throws the error of Hardhat, which names similar ones, if the project has no such contract
 */
export async function readArtifact({ hre }: OpenWorld, contractName: string): Promise<Artifact> {
  if (typeof contractName === "string") return await hre.artifacts.readArtifact(contractName)
  const fix = 'Name a contract of the project: world.deploy("alpha", "Greeter", args).'
  throw new InvalidInputError({
    argument: "contractName",
    problem: `${describeArgument(contractName)} is no name`,
    fix,
  })
}
