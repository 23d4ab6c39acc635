import { readFile } from "node:fs/promises"

import { getContractAddress, type Hex, parseTransaction, size, slice } from "viem"

/** The transaction that anyone can send to a chain, and that nobody has the key of, with which the deterministic deployer comes to be. */
export const deployerTransaction: Hex =
  "0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222"

/** The code that creation code leaves, where it does nothing but copy it: all that is behind its `return`. */
function runtimeOf(creation: Hex): Hex {
  const [, code] = /39(?:80)?6000f3(?:50)?fe([0-9a-f]+)$/.exec(creation) ?? []
  if (code === undefined) throw new Error("the creation code is of another form")
  return `0x${code}`
}

const deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C"
const permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3"

/**
 * The code of Permit2. What it is created with is in `permit2.hex`: from Uniswap/permit2 (MIT), proven by the address that the deterministic
 * deployer gives it. It keeps the separator of one chain, and works out that of any other; here it keeps that of none.
 */
async function permit2Runtime(): Promise<Hex> {
  const creation = (await readFile(new URL("permit2.hex", import.meta.url), "utf8")).trim() as Hex
  const salt = "0x0000000000000000000000000000000000000000d3af2663da51c10215000000"
  if (getContractAddress({ opcode: "CREATE2", from: deployer, salt, bytecode: creation }) !== permit2)
    throw new Error("permit2.hex is not what Permit2 is created with")
  return slice(creation, size(creation) - 9152)
}

/** Renders the module with the code of contracts that every public chain has. viem has the creation code of Multicall3, and does not export it. */
export async function renderPublicContracts(): Promise<string> {
  const constants = new URL("constants/contracts.js", import.meta.resolve("viem")).href
  const { multicall3Bytecode } = (await import(constants)) as { multicall3Bytecode: Hex }
  const codes = {
    "0xcA11bde05977b3631167028862bE2a173976CA11": runtimeOf(multicall3Bytecode),
    [deployer]: runtimeOf(parseTransaction(deployerTransaction).data ?? "0x"),
    [permit2]: await permit2Runtime(),
  }
  const rows = Object.entries(codes).map(([address, code]) => `  "${address}":\n    "${code}",`)
  return [
    "/** @generated from viem (MIT), the public transaction of the deterministic deployer, and Permit2 (MIT, Copyright (c) 2022 Uniswap Labs) by `npm run generate`. See docs/devnet.md. */",
    "export const publicContracts = {",
    ...rows,
    "} as const",
    "",
  ].join("\n")
}
