import { readFile, stat } from "node:fs/promises"
import { join } from "node:path"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi } from "viem"
import { formatAbiItem, toFunctionSelector } from "viem/utils"

import { parseAbiItems } from "../contracts/BookEntry.js"
import { plugAbi } from "#src/messaging/onchain/abi.js"
import { isBelow } from "#src/primitives/files/isBelow.js"

type AbiError = Extract<Abi[number], { type: "error" }>

const maxSourceBytes = 2 ** 20

/**
 * Finds where in the project the error is declared with which a contract has reverted.
 *
 * @returns such as `contracts/Greeter.sol:12`; without the line, where the source does not show it; `undefined` if no artifact has the error
 */
export async function findErrorSource(
  revertData: string,
  { artifacts, config }: Pick<HardhatRuntimeEnvironment, "artifacts" | "config">,
): Promise<string | undefined> {
  const selector = revertData.slice(0, 10)
  const holders: { readonly name: string; readonly file: string; readonly contract: string }[] = []
  for (const fullName of await artifacts.getAllFullyQualifiedNames()) {
    const items = parseAbiItems((await artifacts.readArtifact(fullName)).abi) ?? []
    const found = items.find((item): item is AbiError => item.type === "error" && selectorOf(item) === selector)
    const [file = "", contract = ""] = fullName.split(":")
    if (found !== undefined) holders.push({ name: found.name, file, contract })
  }
  // A contract that inherits the error has it in its artifact, too.
  for (const { name, file } of holders) {
    const line = await findLine(join(config.paths.root, file), name, config.paths.root)
    if (line !== undefined) return `${file}:${line}`
  }
  // What inherits from Plug has its errors in its own artifact.
  if (plugAbi.some((item) => item.type === "error" && selectorOf(item) === selector)) {
    return "hardhat-plugs/contracts/plugs/Plug.sol"
  }
  const [first] = holders
  return first === undefined ? undefined : `${first.file}:${first.contract}`
}

function selectorOf(item: AbiError): string | undefined {
  try {
    return toFunctionSelector(formatAbiItem(item))
  } catch {
    return undefined
  }
}

/** Finds the line of a declaration. Only files of the project are read. */
async function findLine(path: string, name: string, root: string): Promise<number | undefined> {
  if (!isBelow(root, path)) return undefined
  try {
    // Opening a pipe blocks until something writes into it.
    const found = await stat(path)
    if (!found.isFile() || found.size > maxSourceBytes) return undefined
    const lines = (await readFile(path, "utf8")).split("\n")
    const index = lines.findIndex((line) => /^\s*error\s+([A-Za-z_$][\w$]*)/.exec(line)?.[1] === name)
    return index < 0 ? undefined : index + 1
  } catch {
    return undefined
  }
}
