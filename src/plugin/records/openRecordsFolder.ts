import path from "node:path"

import { namesIn, replaceFile } from "#src/primitives/files/privateFiles.js"
import { recordsFolder } from "#src/primitives/files/refuseLinks.js"

/** Returns the folder in which a project records what its tasks do, and keeps it out of version control: it has signed transactions. */
export async function openRecordsFolder(root: string): Promise<string> {
  const folder = path.join(root, recordsFolder)
  if (!(await namesIn(folder)).includes(".gitignore")) await replaceFile(folder, ".gitignore", "*\n")
  return folder
}
