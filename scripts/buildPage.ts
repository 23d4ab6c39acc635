/** Builds the page of the devnet into one file, which has everything in it and asks for nothing else. */
import { readFile, rename, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

import { build } from "esbuild"

import { faults } from "#src/testing/faults/faults.ts"

const folder = fileURLToPath(new URL("../extras/page/src/", import.meta.url))

/** Writes `extras/page/src/page.html`, which `dist` has a copy of. Returns it. */
export async function buildPage(): Promise<string> {
  const faultTexts = JSON.stringify(await readFaultTexts())
  const [template, { outputFiles }] = await Promise.all([
    readFile(`${folder}browser/index.html`, "utf8"),
    build({
      entryPoints: [`${folder}browser/main.ts`, `${folder}browser/style.css`],
      outdir: folder,
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      target: "es2022",
      // Only what is drawn, not comments of licenses: nothing of others is in it.
      legalComments: "none",
      logLevel: "warning",
      tsconfigRaw: {},
      define: { faultTexts },
    }),
  ])
  const textOf = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text.trim() ?? ""
  const [script, style] = [textOf(".js"), textOf(".css")]
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error("the page's code would end its own tag")
  const html = template
    .replaceAll(/>\s+</g, "><")
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`)
  const file = `${folder}page.html`
  // Two processes may build at once, and a reader sees a whole file.
  await writeFile(`${file}.${process.pid}`, html)
  await rename(`${file}.${process.pid}`, file)
  return html
}

/** What each fault does, from the docstrings of their table. */
async function readFaultTexts(): Promise<Record<string, string>> {
  const table = await readFile("src/testing/faults/faults.ts", "utf8")
  const found = [...table.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(\w+): \{/gm)]
  const texts = Object.fromEntries(found.map(([, says = "", fault = ""]) => [fault, says.replaceAll("`", "")]))
  const missing = Object.keys(faults).filter((fault) => texts[fault] === undefined)
  if (missing.length > 0) throw new Error(`these faults have no docstring of one line: ${missing.join(", ")}`)
  return texts
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await buildPage()
