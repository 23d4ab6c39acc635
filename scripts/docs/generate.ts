import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"

import { listDocuments, repository } from "./documents.js"
import { renderDocument } from "./renderDocument.js"

for (const path of await listDocuments()) {
  const { text, stale } = await renderDocument(path)
  if (stale.length === 0) continue
  await writeFile(resolve(repository, path), text)
  for (const block of stale) console.log(`${path}: wrote ${block}`)
}
