import { code, table } from "./table.js"
import { powerNames, ways } from "#extras/audit/src/trust/Power.js"

/** Renders every way to a power that `plugs trust` finds. */
export function trustTable(): Promise<string> {
  const rows = powerNames.flatMap((power) =>
    Object.entries(ways)
      .filter(([, way]) => way.power === power)
      .map(([name, { says }]) => [code(name), power, says]),
  )
  return Promise.resolve(table(["way", "power", "what the keys do"], rows))
}
