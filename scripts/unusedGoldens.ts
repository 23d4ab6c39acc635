import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/**
 * Finds golden files that no test has asked for.
 *
 * @param asked the names of those that tests have asked for, one a line
 */
export function unusedGoldens(folder: string, asked: string): string[] {
  const names = new Set(asked.split("\n"))
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll("\\", "/"))
    .filter((name) => !names.has(name))
    .sort()
}
