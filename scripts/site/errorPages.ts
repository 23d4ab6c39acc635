import { posix } from "node:path"

import { code } from "../docs/table.js"
import { isForAgents, type Page } from "./documentPages.js"

const list = "docs/reference/errors.md"

/**
 * Makes a page of each error's section in docs/reference/errors.md.
 *
 * @param documents which are named where they mention the error
 * @param api pages of the reference: those of the classes are linked, and those of what throws them
 */
export function errorPages(documents: readonly Page[], api: readonly Page[] = []): Page[] {
  const text = documents.find(({ path }) => path === list)?.text ?? ""
  const sections = [...text.matchAll(/^## (\w+)\n\n([^]*?)(?=\n\n## |\n\n<!-- end)/gm)]
  return sections.map(([, name = "", section = ""]) => {
    const linked = section.replaceAll(/^`(\w+)`(?=,)/gm, (whole, className: string) => {
      const page = api.find(({ path }) => path.endsWith(`/classes/${className}.md`))
      return page === undefined ? whole : linkTo(page)
    })
    const throwers = api.filter((page) => page.text.includes(`/errors/${name}.md)`)).map(linkTo)
    const isMentioned = new RegExp(`\\b${name}\\b`)
    const mentions = documents.filter((page) => {
      return (
        page.path.startsWith("docs/") && page.path !== list && !isForAgents(page.path) && isMentioned.test(page.text)
      )
    })
    const links = mentions.map((page) => `[${/^# (.+)$/m.exec(page.text)?.[1] ?? page.path}](../${page.path})`)
    const parts = [
      `# ${name}`,
      linked,
      ...(throwers.length === 0 ? [] : [`What throws it: ${throwers.join(", ")}.`]),
      ["## Read on\n", `[All errors, and how a program knows them](../${list})`, ...links].join("\n- "),
    ]
    return { path: `errors/${name}.md`, text: `${parts.join("\n\n")}\n` }
  })
}

function linkTo({ path }: Page): string {
  return `[${code(posix.basename(path, ".md"))}](../${path})`
}
