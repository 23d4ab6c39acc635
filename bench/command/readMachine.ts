import { availableParallelism, totalmem } from "node:os"

import type { Machine } from "./BenchReport.ts"

/** What of this machine decides how fast it is. Never its name. */
export function readMachine(): Machine {
  return {
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  }
}
