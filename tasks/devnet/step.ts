import { z } from "zod"

import { type ControlArguments, findDevnet } from "./findDevnet.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { printDocument } from "#src/terminal/printJson.js"
import { formatTable } from "#src/terminal/table.js"

const takenSchema = z.array(z.object({ stage: z.string(), chainSlug: z.number(), items: z.number() }))

const step: BoundTask<ControlArguments> = runTask(async (args, hre, { terminal: { out }, signal }) => {
  const { url, command, nameOf, request } = await findDevnet(args, hre.config.plugs, signal)
  const taken = await request("devnet_step", takenSchema)
  const done = taken.map(({ stage, chainSlug, items }) => ({ stage, chain: nameOf(chainSlug), items }))
  if (args.json) {
    printDocument(out, { url, done })
    return exitCodes.success
  }
  if (done.length === 0) out.line("Nothing waits for an actor, so nothing was done.")
  else {
    const columns = [{ title: "stage" }, { title: "chain" }, { title: "items", align: "right" }] as const
    const rows = done.map(({ stage, chain, items }) => [stage, chain, String(items)])
    out.line(formatTable({ columns, rows, paint: out.paint }))
  }
  out.line(`The actors are paused. The next step: ${command("devnet step")}. To go on: ${command("devnet resume")}.`)
  return exitCodes.success
})

export default step
