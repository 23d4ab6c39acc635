import { type Hex, parseTransaction } from "viem"

/** The transaction that anyone can send to a chain, and that nobody has the key of, with which the deterministic deployer comes to be. */
export const deployerTransaction: Hex =
  "0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222"

/** The code that creation code leaves, where it does nothing but copy it: all that is behind its `return`. */
function runtimeOf(creation: Hex): Hex {
  const [, code] = /39(?:80)?6000f3(?:50)?fe([0-9a-f]+)$/.exec(creation) ?? []
  if (code === undefined) throw new Error("the creation code is of another form")
  return `0x${code}`
}

/** Renders the module with the code of contracts that every public chain has. viem has the creation code of Multicall3, and does not export it. */
export async function renderPublicContracts(): Promise<string> {
  const constants = new URL("constants/contracts.js", import.meta.resolve("viem")).href
  const { multicall3Bytecode } = (await import(constants)) as { multicall3Bytecode: Hex }
  const codes = {
    "0xcA11bde05977b3631167028862bE2a173976CA11": runtimeOf(multicall3Bytecode),
    "0x4e59b44847b379578588920cA78FbF26c0B4956C": runtimeOf(parseTransaction(deployerTransaction).data ?? "0x"),
  }
  const rows = Object.entries(codes).map(([address, code]) => `  "${address}":\n    "${code}",`)
  return [
    "/** @generated from viem (MIT) and the public transaction of the deterministic deployer by `npm run generate`. See docs/devnet.md. */",
    "export const publicContracts = {",
    ...rows,
    "} as const",
    "",
  ].join("\n")
}
