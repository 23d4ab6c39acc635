import path from "node:path"

import { namesIn, replaceFile } from "../../primitives/files/privateFiles.js"
import { createSentRecords, type SentRecords } from "./createSentRecords.js"

/** Opens what the tasks of a project remember of the transactions that they sent, in `.plugs/sent`. */
export function openSentRecords(root: string): SentRecords {
  const own = path.join(root, ".plugs")
  const records = createSentRecords(path.join(own, "sent"))
  return {
    ...records,
    async write(record) {
      if (!(await namesIn(own)).includes(".gitignore")) await replaceFile(own, ".gitignore", "*\n")
      await records.write(record)
    },
  }
}
