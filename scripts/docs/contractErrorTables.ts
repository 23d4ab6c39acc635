import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

import { filesBelow, repository } from "./documents.js"
import { code, table } from "./table.js"

/** A custom error of a contract. */
export type ContractError = {
  readonly file: string
  /** Name and arguments, as they are written. */
  readonly signature: string
  /** Its NatSpec on one line; empty when there is none. */
  readonly says: string
}

/**
 * Folders whose contracts users inherit, call or deploy, and the devnet's messaging contracts, whose errors the deployed
 * contracts have too.
 */
const folders = [
  "contracts/interfaces",
  "contracts/plugs",
  "contracts/standard",
  "contracts/gateway",
  "contracts/devnet/messaging",
]

/** Renders the custom errors of the contracts that users meet, one table a file. */
export async function contractErrorTables(): Promise<string> {
  const errors = await contractErrors()
  const files = [...new Set(errors.map(({ file }) => file))]
  return files
    .map((file) => {
      const rows = errors.filter((error) => error.file === file).map(({ signature, says }) => [code(signature), says])
      const name = file.replace("contracts/", "").replace(".sol", "")
      return `## ${name}\n\nIn [${file}](../../${file}):\n\n${table(["error", "meaning"], rows)}`
    })
    .join("\n\n")
}

/** Every custom error that the contracts for users declare, file by file. */
export async function contractErrors(): Promise<ContractError[]> {
  const files = (await Promise.all(folders.map(filesBelow))).flat()
  const read = files
    .filter((file) => file.endsWith(".sol") && !file.endsWith(".t.sol"))
    .sort()
    .map(errorsIn)
  return (await Promise.all(read)).flat()
}

async function errorsIn(file: string): Promise<ContractError[]> {
  const text = await readFile(resolve(repository, file), "utf8")
  const declared = /((?:^[ \t]*\/\/\/.*\n)*)^[ \t]*error (\w+\([^)]*\));/gm
  return [...text.matchAll(declared)].map(([, natSpec = "", signature = ""]) => ({
    file,
    signature: signature.replace(/\s+/g, " "),
    says: natSpecText(natSpec),
  }))
}

function natSpecText(natSpec: string): string {
  return natSpec
    .replace(/^[ \t]*\/\/\/ ?/gm, "")
    .replace(/@(?:notice|dev) /g, "")
    .replace(/@param (\w+) /g, "`$1`: ")
    .replace(/\{(\w+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim()
}
