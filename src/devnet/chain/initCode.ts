import { type Abi, encodeDeployData, type Hex } from "viem"

/** The code that deploys a contract. */
export function initCode({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode, args })
}
