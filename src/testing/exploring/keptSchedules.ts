import { createHash } from "node:crypto"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import type { OpenWorld } from "../world/OpenWorld.js"
import type { Invariant, Scenario } from "./WorldExplore.js"

/** The schedule under which an exploration has failed the last time, in a file of the project's cache. */
export type KeptSchedule = {
  readonly read: () => Promise<string | undefined>
  readonly write: (schedule: string) => Promise<void>
  readonly remove: () => Promise<void>
}

/** An exploration is known by its source: one that was changed is another one. */
export function keptSchedules(
  { hre, devnet }: OpenWorld,
  { scenario, invariant }: { scenario: Scenario; invariant: Invariant },
): KeptSchedule {
  const source = [...Object.keys(devnet.chains), String(scenario), String(invariant)].join("\n")
  const name = createHash("sha256").update(source).digest("hex").slice(0, 32)
  const file = path.join(hre.config.paths.cache, "explore", name)
  return {
    // A cache may be gone at any time, and a test must not fail for it.
    read: () => readFile(file, "utf8").catch(() => undefined),
    async write(schedule) {
      await mkdir(path.dirname(file), { recursive: true }).catch(() => undefined)
      await writeFile(file, schedule).catch(() => undefined)
    },
    remove: () => rm(file, { force: true }).catch(() => undefined),
  }
}
