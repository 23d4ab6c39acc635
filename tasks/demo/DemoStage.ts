import { formatDuration } from "#src/primitives/duration.js"
import { printEvent } from "#src/terminal/printJson.js"
import { formatFacts } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

/** Where a demo shows what happens: as text to a person, or as events in JSON. */
export type DemoStage = {
  readonly out: Printer
  readonly paint: Paint
  /** Prints an event: its lines, or its fields as JSON. */
  readonly show: (event: string, fields: object, ...lines: readonly string[]) => void
  /** Prints a step as the task does that follows such a thing. Without a line, people do not see it. */
  readonly showStep: (printJson: (out: Printer) => void, line: string | undefined) => void
  /** Prints that the devnet is ready. */
  readonly showReady: (title: string, chains: readonly DemoChain[], startedAt: number) => void
  readonly title: (text: string) => string
  readonly facts: (...facts: readonly (readonly [name: string, value: string])[]) => string
  /** Waits between two states, so that a person can follow. */
  readonly delay: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}

type DemoChain = { readonly name: string; readonly chainId: number }

type DemoStageOptions = Pick<DemoStage, "delay" | "signal"> & {
  readonly out: Printer
  readonly json: boolean
  /** The least width of the names of facts, so that facts that follow one another form one block. */
  readonly nameWidth?: number
}

/** Creates the stage of a demo. */
export function createDemoStage({ out, json, nameWidth = 0, ...options }: DemoStageOptions): DemoStage {
  const { paint } = out
  const stage: DemoStage = {
    ...options,
    out,
    paint,
    show: (event, fields, ...lines) => {
      if (json) printEvent(out, event, fields)
      else out.line(lines.join("\n"))
    },
    showStep: (printJson, line) => {
      if (json) printJson(out)
      else if (line !== undefined) out.line(line)
    },
    showReady: (title, chains, startedAt) => {
      const elapsed = Math.round(performance.now() - startedAt)
      const ids = chains.map(({ name, chainId }) => [name, `chain id ${chainId}`] as const)
      const first = `${paint.bold(title)}, ready in ${formatDuration(elapsed)}`
      stage.show("ready", { chains, elapsed }, first, stage.facts(...ids))
    },
    title: (text) => `\n${paint.bold(text)}`,
    facts: (...facts) =>
      formatFacts(
        facts.map(([name, value]) => [name.padEnd(nameWidth), value]),
        paint,
      ),
  }
  return stage
}
