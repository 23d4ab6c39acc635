import { globSync, readFileSync, writeFileSync } from "node:fs"
import { posix } from "node:path"

/**
 * Makes the imports of built files relative: `#src/…` is the sources' own word for a file of another room, and package.json maps it to
 * TypeScript, which a package does not have.
 */
export function rewriteImports(folder: string): void {
  for (const file of globSync("**/*.{js,d.ts}", { cwd: folder })) {
    const path = file.replaceAll("\\", "/")
    const text = readFileSync(`${folder}/${path}`, "utf8")
    const rewritten = text.replaceAll(/(?<=["'])#((?:src|tasks|extras)\/[\w./-]+)(?=["'])/g, (_, target: string) => {
      const relative = posix.relative(posix.dirname(path), target)
      return relative.startsWith(".") ? relative : `./${relative}`
    })
    if (rewritten !== text) writeFileSync(`${folder}/${path}`, rewritten)
  }
}
