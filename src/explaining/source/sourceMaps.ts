import type { Artifact, ArtifactManager } from "hardhat/types/artifacts"

import { instructionsOf } from "#src/onchain/readFunction.js"

/** Where an instruction comes from: the first byte of a range of a source file, and whether it jumps into a function. */
export type InstructionSource = { readonly start: number; readonly file: number; readonly entersFunction: boolean }

/** Reads the compiler's source map: where each instruction comes from, in order. A field that is left out is as before. */
export function readSourceMap(text: string): readonly InstructionSource[] {
  let source: InstructionSource = { start: 0, file: -1, entersFunction: false }
  return text.split(";").map((entry) => {
    const [start = "", , file = "", jump = ""] = entry.split(":")
    source = {
      start: start === "" ? source.start : Number(start),
      file: file === "" ? source.file : Number(file),
      entersFunction: jump === "" ? source.entersFunction : jump === "i",
    }
    return source
  })
}

/** Numbers the instructions of a contract: the number of the one at each program counter. */
export function numberInstructions(bytecode: string): ReadonlyMap<number, number> {
  const code = Buffer.from(bytecode.replace(/^0x/, ""), "hex")
  const numbers = new Map<number, number>()
  for (const { at } of instructionsOf(code)) numbers.set(at, numbers.size)
  return numbers
}

/** The number of the line in which a byte of a source file stands, from 1. */
export function lineOf(content: string, byte: number): number {
  return Buffer.from(content, "utf8").subarray(0, byte).toString("utf8").split("\n").length
}

/** Bytes that the compiler writes behind the code at most. */
const maxMetadata = 128

type References = Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>

/** Finds the project's contract that a chain has at an address, by its code. What is filled in when it is deployed does not count. */
export async function findArtifact(
  artifacts: Pick<ArtifactManager, "getAllFullyQualifiedNames" | "readArtifact">,
  code: string,
): Promise<Artifact | undefined> {
  for (const name of await artifacts.getAllFullyQualifiedNames()) {
    const artifact: Artifact = await artifacts.readArtifact(name)
    if (isCodeOf(artifact, code)) return artifact
  }
  return undefined
}

/**
 * Whether the code of a contract is that of an artifact. What is filled in when it is deployed does not count.
 *
 * @param options.withMetadata whether its source has to be the same to a letter. Default: true
 */
export function isCodeOf(
  { deployedBytecode, immutableReferences = {}, deployedLinkReferences }: Artifact,
  code: string,
  { withMetadata = true }: { readonly withMetadata?: boolean } = {},
): boolean {
  if (code.length <= 2 || deployedBytecode.length !== code.length) return false
  const filledIn = [
    immutableReferences as References,
    ...Object.values(deployedLinkReferences as Record<string, References>),
  ]
    .flatMap((references) => Object.values(references))
    .flat()
  // The compiler writes a hash of the source behind the code, and the length of that in the last two bytes.
  const length = Number.parseInt(deployedBytecode.slice(-4), 16) + 2
  const start = deployedBytecode.length / 2 - 1 - length
  if (!withMetadata && length <= maxMetadata && start > 0) filledIn.push({ start, length })
  const hide = (bytecode: string): string =>
    filledIn.reduce((hidden, { start, length }) => {
      const from = 2 + 2 * start
      return hidden.slice(0, from) + "0".repeat(2 * length) + hidden.slice(from + 2 * length)
    }, bytecode.toLowerCase())
  return hide(deployedBytecode) === hide(code)
}
