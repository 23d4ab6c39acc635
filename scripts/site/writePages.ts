/**
 * Writes what VitePress makes the site of: a page for each document, error, function and type, and what it needs to know of them. It fails
 * where the reference has a broken link, or where something that is exported has no docstring.
 */
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"

import { repository } from "../docs/documents.js"
import { readErrorClasses } from "../docs/readErrorClasses.js"
import { placeOf, printedAddresses } from "./addresses.js"
import { documentPages, formatIndex, isForAgents, manifest, type Page, pictures, sources } from "./documentPages.js"
import { errorPages } from "./errorPages.js"
import { withPackageManagers } from "./packageManagers.js"
import { referencePages } from "./referencePages.js"
import { modulesOf, sectionsOf } from "./sidebar.js"

const site = join(repository, "site")
const folder = join(site, "pages")

const errors = await readErrorClasses()
const documents = await documentPages()
const api = await referencePages(errors, documents)
const index = await readFile(join(repository, "docs/README.md"), "utf8")
const landing = await readFile(join(site, "landing.md"), "utf8")
const [, command = ""] = /^```sh\n([^]*?)\n```$/m.exec(await readFile(join(repository, "README.md"), "utf8")) ?? []
const pages: readonly Page[] = [...documents, ...errorPages(documents, api), ...api]

await rm(folder, { recursive: true, force: true })
for (const page of pages) {
  // Each is beside its page, too, as it is.
  await write(`public/${page.path}`, page.text)
  if (!isForAgents(page.path)) await write(page.path, `${matterOf(page)}${withPackageManagers(page.text)}`)
}
await write("index.md", landing.replace("<!-- command -->", command))
await write("public/llms.txt", formatIndex(manifest.description, index))
for (const picture of pictures()) await cp(join(repository, picture), join(folder, placeOf(picture)))
const guides = sectionsOf(index)
const modules = modulesOf(api.map(({ path }) => path))
const { pathname } = new URL(manifest.homepage)
const known = { description: manifest.description, base: `${pathname}/`, sources, guides, modules }
await write("site.json", JSON.stringify({ ...known, printed: printedAddresses(errors) }, undefined, 2))

/** What VitePress reads before a page. A name in the title's place of a browser is short. */
function matterOf({ path, source }: Page): string {
  const lines = source === undefined ? ["editLink: false"] : [`source: ${source}`]
  return ["---", ...lines, ...(path.startsWith("api/") ? ["outline: false"] : []), "---", "", ""].join("\n")
}

async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
