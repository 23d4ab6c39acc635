import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import type { WatchStore } from "../store/WatchStore.js"
import { readStatus, type ReadStatusOptions } from "./readStatus.js"
import { pageStart, renderStatus } from "./renderStatus.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { schemaVersion, toJson } from "#src/terminal/printJson.js"

export type PublisherOptions = Pick<ReadStatusOptions, "chainName"> & {
  readonly store: WatchStore
  readonly clock: Clock
}

/** Writes for everybody how a watch stands. */
export type Publisher = {
  /**
   * Writes the files, unless they were written within the last minute.
   *
   * @param options.isLast writes them in any case
   * @returns why they could not be written, until they are
   */
  write(options?: { readonly isLast?: boolean }): Promise<readonly string[]>
}

/** How the data begins. A file that begins so may be replaced by another one. */
const dataStart = `{"schemaVersion":${schemaVersion},"writtenAt":`

/** Writes `index.html` and `status.json` into a folder, each in one step. Files of another origin are not replaced. */
export function createPublisher(folder: string, { store, clock, chainName }: PublisherOptions): Publisher {
  let next = Number.NEGATIVE_INFINITY
  let problems: readonly string[] = []

  async function write(name: string, start: string, text: string): Promise<void> {
    // A server for everybody may run as somebody else.
    const draft = (file: string) => writeFile(file, text, { flag: "wx", mode: 0o644, flush: true })
    await writeOwnFile(path.join(folder, name), { argument: "--publish", start, text: draft })
  }

  return {
    async write({ isLast = false } = {}) {
      const now = clock.now()
      if (now < next && !isLast) return problems
      next = now + 60_000
      const status = await readStatus(store, { chainName, now: latestTime(clock) })
      try {
        // Where this fails, the files say why.
        await mkdir(folder, { recursive: true }).catch(() => undefined)
        await write("status.json", dataStart, `${toJson({ schemaVersion, ...status })}\n`)
        await write("index.html", pageStart, renderStatus(status))
        problems = []
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error
        problems = [error.message]
      }
      return problems
    },
  }
}
