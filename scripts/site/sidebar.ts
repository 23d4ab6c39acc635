import { posix } from "node:path"

import { placeOf } from "./addresses.js"

/** An entry beside the pages, as VitePress takes it. */
export type Entry = { text: string; link?: string; items?: Entry[]; collapsed?: boolean }

/** Reads the sections of the index of the documents: the links before what it says of them. What is indented belongs to the line above. */
export function sectionsOf(index: string): Entry[] {
  const sections: Entry[] = []
  for (const line of index.split("\n")) {
    const [, heading] = /^## (.+)$/.exec(line) ?? []
    if (heading !== undefined) sections.push({ text: heading, items: [] })
    const [head = ""] = line.split("): ")
    const links = [...`${head})`.matchAll(/\[(.+?)\]\((.+?)\)/g)]
    const above = sections.at(-1)
    const parent = line.startsWith("-") ? above : above?.items?.at(-1)
    if (!/^ *- /.test(line) || parent === undefined) continue
    const entries = links.map(([, text = "", link = ""]) => ({ text, link: `/${placeOf(posix.join("docs", link))}` }))
    if (parent !== above) parent.collapsed = true
    parent.items = [...(parent.items ?? []), ...entries]
  }
  return sections
}

/** Lists the reference: its modules, with what each exports by kind. */
export function modulesOf(paths: readonly string[]): Entry[] {
  const modules = paths
    .filter((path) => /^api\/.+\/index\.md$/.test(path))
    .map((path) => path.replace(/^api\/|\/index\.md$/g, ""))
  const entries = modules.map((module) => {
    const items = kinds.map(([text, ...folders]) => {
      const own = paths.filter((path) => folders.some((folder) => path.startsWith(`api/${module}/${folder}/`)))
      return { text, items: own.map((path) => ({ text: posix.basename(path, ".md"), link: `/${path}` })) }
    })
    const text = module === "hardhat-plugs" ? module : `hardhat-plugs/${module}`
    return {
      text,
      link: `/api/${module}/index.md`,
      collapsed: true,
      items: items.filter((kind) => kind.items.length > 0),
    }
  })
  return entries.sort((one, other) => (one.text < other.text ? -1 : 1))
}

/** What a module exports, those that a reader calls first, with the folders of the reference. */
const kinds = [
  ["Functions", "functions"],
  ["Values", "variables"],
  ["Errors", "classes"],
  ["Types", "interfaces", "type-aliases"],
] as const
