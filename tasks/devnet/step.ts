import { z } from "zod"

import { findDevnet } from "./findDevnet.js"
import { stepRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { right, table } from "#src/terminal/report.js"

const takenSchema = z.array(z.object({ stage: z.string(), chainSlug: z.number(), items: z.number() }))

export default actionOf(stepRows, async (args, hre, { signal }) => {
  const { url, command, nameOf, request } = await findDevnet(args, hre.config.plugs, signal)
  const taken = await request("devnet_step", takenSchema)
  const done = taken.map(({ stage, chainSlug, items }) => ({ stage, chain: nameOf(chainSlug), items }))
  return {
    document: { url, done },
    report: () => [
      done.length === 0
        ? "Nothing waits for an actor, so nothing was done."
        : table(done, { stage: ({ stage }) => stage, chain: ({ chain }) => chain, items: right(({ items }) => items) }),
      `The actors are paused. The next step: ${command("devnet step")}. To go on: ${command("devnet resume")}.`,
    ],
  }
})
