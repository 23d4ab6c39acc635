import { readTaskOutputs } from "../schemas/taskSchemas.js"
import { code, table } from "./table.js"

/** Renders what each task prints with `--json`: the fields of its document, and its events. */
export async function taskOutputTable(): Promise<string> {
  const outputs = await readTaskOutputs()
  return table(
    ["schema", "document", "events"],
    outputs.map(({ name, output: { document = {}, events = {} } }) => [
      code(`schemas/${name}.json`),
      [...new Set([document].flat().flatMap(Object.keys))].map(code).join(", "),
      Object.keys(events).map(code).join(", "),
    ]),
  )
}
