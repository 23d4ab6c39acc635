import { growth } from "../growth.ts"
import type { Panel } from "./GrowthReport.ts"
import type { Tree } from "./Tree.ts"

type Samples = Awaited<ReturnType<Tree["measure"]>>

/** Measures each point of the plot. Points of the same measurement share it. */
export async function measureGrowth(tree: Tree, onStart: (text: string) => void): Promise<readonly Panel[]> {
  const known = new Map<string, Samples>()
  const panels: Panel[] = []
  for (const { title, x, y, lines } of growth) {
    const measured: Panel["lines"][number][] = []
    for (const { label, points } of lines) {
      const drawn: { x: number; y: number }[] = []
      for (const point of points) {
        onStart(`${title}: ${label}, ${point.x} ${x}`)
        const key = JSON.stringify(point.by)
        const samples = known.get(key) ?? (await tree.measure(point.by))
        known.set(key, samples)
        const found = samples[point.sample]
        if (found === undefined) throw new Error(`${point.by.file} has no sample "${point.sample}"`)
        drawn.push({ x: point.x, y: found.value })
      }
      measured.push({ label, points: drawn })
    }
    panels.push({ title, x, y, lines: measured })
  }
  return panels
}
