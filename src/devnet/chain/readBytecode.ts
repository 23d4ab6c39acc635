import { existsSync, readFileSync } from "node:fs"

import type { Abi, Hex } from "viem"

import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A contract that TypeScript deploys. */
export type ContractArtifact<abi extends Abi = Abi> = { readonly abi: abi; readonly bytecode: Hex }

const files = new Map<string, Record<string, Hex>>()

/** Reads the bytecode when it is first asked for: most importers only need the ABI. */
export function createArtifact<const abi extends Abi>(
  module: string,
  contract: string,
  abi: abi,
): ContractArtifact<abi> {
  return {
    abi,
    get bytecode() {
      return readBytecode(new URL("./bytecode.json", module), contract)
    },
  }
}

/** Reads the creation code of a contract from the `bytecode.json` that the build writes beside the ABIs. */
export function readBytecode(file: URL, contract: string): Hex {
  const contracts = existsSync(file)
    ? getOrAdd(files, file.href, () => JSON.parse(readFileSync(file, "utf8")) as Record<string, Hex>)
    : {}
  const bytecode = contracts[contract]
  if (bytecode === undefined) throw new ContractsNotBuiltError(contract)
  return bytecode
}

/** The devnet's contracts are not compiled. Happens in a checkout of this repository only: the package brings them. */
export class ContractsNotBuiltError extends PlugsError {
  readonly code = "CONTRACTS_NOT_BUILT"

  constructor(contract: string) {
    super(`The contract ${contract} is not compiled yet.`, {
      next: "Run `npx hardhat build --no-tests` in the checkout of hardhat-plugs. It takes some ten seconds, once.",
    })
  }
}
