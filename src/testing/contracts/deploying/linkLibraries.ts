import type { Address, Hex } from "viem"

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { inQuotes } from "../../../primitives/text.js"
import { addressOf } from "../addressOf.js"
import type { Libraries } from "./DeployContext.js"

/** What an artifact says about its bytecode. */
export type LinkableArtifact = {
  readonly contractName: string
  readonly bytecode: string
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>>
  >
}

/**
 * Puts the addresses of libraries into bytecode.
 *
 * @throws {InvalidInputError} a library is missing, unknown, or its name means two
 */
export function linkLibraries(artifact: LinkableArtifact, libraries: Libraries = {}): Hex {
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

function refuse({ contractName }: LinkableArtifact, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "libraries", problem: `${contractName} cannot be linked: ${problem}`, fix })
}
