import { totalmem } from "node:os"

import type { LocalChain } from "./chain/chains.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Reported when the process of a devnet takes much memory, and again whenever it takes a quarter of the limit more. */
export class DevnetMemoryError extends PlugsError {
  readonly code = "DEVNET_MEMORY"
  constructor({ taken, limit }: { taken: number; limit: number }) {
    super("The devnet takes much memory, and more with every block, because its chains keep all blocks.", {
      facts: { memory: inMebibytes(taken), "warning from": inMebibytes(limit) },
      next: "Restart it, which begins with empty chains. Fewer blocks take less: send several messages in one transaction, or set a block time. memoryWarning sets when this is reported.",
    })
  }
}

/** Reports memory above the limit, in MiB. Looks after every hundred blocks, as only blocks make a devnet grow. */
export function watchMemory(
  chains: readonly Pick<LocalChain, "onHead">[],
  {
    limit,
    report,
    readMemory = () => process.memoryUsage.rss(),
  }: { limit: number; report: (error: DevnetMemoryError) => void; readMemory?: () => number },
): void {
  const limitInBytes = limit * mebibyte
  let next = limitInBytes
  let heads = 0

  function look(): void {
    heads += 1
    if (heads % headsBetween !== 0) return
    const taken = readMemory()
    if (taken < next) return
    next = taken + limitInBytes / 4
    report(new DevnetMemoryError({ taken, limit: limitInBytes }))
  }

  for (const chain of chains) chain.onHead(look)
}

const headsBetween = 100
const mebibyte = 1024 * 1024

/** MiB at which a devnet warns without a limit of its own: 3 GiB, or half of what the machine or its container has. */
export function defaultMemoryWarning(
  machine: number = totalmem(),
  container: number = process.constrainedMemory(),
): number {
  return Math.min(3 * 1024, Math.floor(Math.min(machine, container || Infinity) / 2 / mebibyte))
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MiB`
}
