/** Builds the page of the devnet into one file, which has everything in it and asks for nothing else. */
import { readFile, rename, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

import { build } from "esbuild"

const folder = fileURLToPath(new URL("../src/page/", import.meta.url))

/** Writes `src/page/page.html`, which `dist` has a copy of. Returns it. */
export async function buildPage(): Promise<string> {
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

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await buildPage()
