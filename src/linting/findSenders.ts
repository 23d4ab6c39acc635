import { type CompiledSources, deployedIn } from "./lintSources.js"
import { sendersOf } from "./syntax/messages.js"
import { text } from "./syntax/nodes.js"
import { readSyntax } from "./syntax/readSyntax.js"

/**
 * Finds the functions that send messages over the socket, in what the compiler says of their sources.
 *
 * @returns their selectors by contract, such as `contracts/Vault.sol:Vault`; nothing of contracts that have nothing to do with messages
 */
export function findSenders(builds: readonly CompiledSources[]): ReadonlyMap<string, readonly string[]> {
  const found = builds.flatMap(({ input, output, files }) => {
    const syntax = readSyntax(input, output)
    const named = [...files.keys()].flatMap((name) => syntax.files.get(name) ?? [])
    return deployedIn(syntax, named).map((contract): [string, string[]] => [
      `${files.get(syntax.fileOf(contract.node) ?? "") ?? ""}:${contract.name}`,
      sendersOf(contract).map(({ entry }) => `0x${text(entry, "functionSelector")}`),
    ])
  })
  return new Map(found)
}
