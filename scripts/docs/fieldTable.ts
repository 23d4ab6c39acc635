import { fieldsOf, parse } from "./readType.js"
import { code, table } from "./table.js"

/** Renders the fields of an object type: `fields StartDevnetOptions src/devnet/options.ts`. */
export async function fieldTable([typeName = "", path = ""]: readonly string[]): Promise<string> {
  const fields = fieldsOf(await parse(path), typeName)
  if (fields === undefined) throw new Error(`${path} declares no object type ${typeName}`)
  const rows = fields.map(({ name, description, defaultsTo, isOptional }) => [
    code(name),
    description,
    defaultsTo ?? (isOptional ? "" : "required"),
  ])
  return table([`field of ${code(typeName)}`, "meaning", "default"], rows)
}
