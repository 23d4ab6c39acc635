import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Finds links between the pages of a site that lead to no file, or to no place on a page: `page.html: link`, in order. Then come those of
 * the addresses that are printed elsewhere.
 *
 * @param base where the site is on its host
 */
export function brokenLinks(site: string, base = "/", printed: readonly string[] = []): string[] {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"))
  const known = new Set(files)
  const html = files.filter((path) => path.endsWith(".html")).sort()
  const pages = new Map(html.map((path) => [path, readPage(readFileSync(join(site, path), "utf8"))]))
  const isBroken = (path: string, link: string): boolean => {
    const { origin, pathname, hash } = new URL(link, `${host}${base}${path}`)
    if (origin !== host) return false
    if (!pathname.startsWith(base)) return true
    const target = decodeURIComponent(pathname.slice(base.length).replace(/(^|\/)$/, "$1index.html"))
    return (
      !known.has(target) || (hash !== "" && pages.get(target)?.ids.has(decodeURIComponent(hash.slice(1))) === false)
    )
  }
  return [...pages, ["printed", { links: printed }] as const].flatMap(([path, { links }]) =>
    links.filter((link) => isBroken(path, link)).map((link) => `${path}: ${link}`),
  )
}

/** Where the site is in thought, so that links are resolved as a browser does. */
const host = "http://site.example"

type Page = { readonly ids: ReadonlySet<string>; readonly links: readonly string[] }

function readPage(html: string): Page {
  const values = (names: string): string[] =>
    [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value = ""]) =>
      value.replaceAll("&amp;", "&"),
    )
  return { ids: new Set(values("id")), links: [...new Set(values("href|src"))] }
}
