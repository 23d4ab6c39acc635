import type { Worker } from "./Worker.js"

/** A crew of actors: their work, and the wait until nothing they sent in an earlier life is still on its way. */
export type Workers = { readonly workers: readonly Worker[]; readonly settled: () => Promise<void> }

/** Lets crews work side by side under one relay. */
export function joinWorkers(crews: readonly Workers[]): Workers {
  return {
    workers: crews.flatMap(({ workers }) => workers),
    async settled() {
      await Promise.all(crews.map((crew) => crew.settled()))
    },
  }
}
