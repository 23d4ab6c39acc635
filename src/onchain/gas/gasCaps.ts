import { parseEther } from "viem/utils"

/** What gas costs at most by default, for currencies that are worth about as much as ether, or not known. */
const etherCap = parseEther("0.05")

/** Currencies that are worth far less: the default fits the same gas. A cap only ever counts in its own currency. */
const caps: Readonly<Record<string, bigint>> = {
  AVAX: parseEther("1"),
  BNB: parseEther("0.2"),
  MNT: parseEther("20"),
  POL: parseEther("50"),
  MATIC: parseEther("50"),
  xDAI: parseEther("20"),
  XDAI: parseEther("20"),
}

/** Returns what the gas of a call costs at most by default, in the smallest unit of a native currency. */
export function defaultGasCap(symbol: string): bigint {
  return caps[symbol] ?? etherCap
}
