import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"

import { taskSchemas } from "../schemas/taskSchemas.js"
import { listDocuments, repository } from "./documents.js"
import { renderDocument } from "./renderDocument.js"

for (const { path, text } of await taskSchemas()) await writeFile(resolve(repository, path), text)
for (const path of await listDocuments()) {
  const { text, stale } = await renderDocument(path)
  if (stale.length === 0) continue
  await writeFile(resolve(repository, path), text)
  for (const block of stale) console.log(`${path}: wrote ${block}`)
}
