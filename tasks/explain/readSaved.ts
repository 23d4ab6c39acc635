import type { Explanation } from "../../src/explaining/Explanation.js"
import { readWholeFile } from "../../src/primitives/files/readWholeFile.js"
import { readExplanation } from "./output/readExplanation.js"

/** A page of 10,000 causes and events has fewer. */
const maxBytes = 20 * 1024 * 1024

/**
 * Reads what `explain` has printed with `--json`, without asking any network.
 *
 * @throws {InvalidInputError} the file cannot be read
 * @throws {SavedOutputError} it is not the output of explain
 */
export async function readSaved(file: string): Promise<Explanation> {
  const fix = "Name a file with the output of explain with --json."
  return readExplanation(await readWholeFile(file, { argument: "--saved", fix, maxBytes }))
}
