import { readFileSync } from "node:fs"

import { brokenLinks } from "../../scripts/site/brokenLinks.ts"

/** Written by scripts/site/writePages.ts, with the pages. */
const { description, base, sources, guides, modules, printed } = JSON.parse(
  readFileSync(new URL("../pages/site.json", import.meta.url), "utf8"),
)

const reference = {
  text: "Every function and type",
  link: "/api/index",
  collapsed: true,
  items: modules.map(({ text, link }) => ({ text, link })),
}
for (const section of guides) if (section.text === "Reference") section.items.push(reference)

/** As GitHub makes anchors of headings, so that links between documents work there and here. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replace(/ /g, "-")

/** In a module of the reference, what the others export is left out. */
const reading = modules.map((open) => [
  open.link.replace(/index\.md$/, ""),
  [
    { text: "All pages", link: "/docs/README" },
    ...modules.map((one) => (one === open ? { ...one, collapsed: false } : { text: one.text, link: one.link })),
  ],
])

/**
 * What is searched for, in a text and in what a reader types or pastes: names as a whole and their parts. Numbers of a pasted error are
 * nobody's words. It runs in the browser too, so it uses nothing else.
 */
function tokenize(text) {
  const names = text.match(/[\p{L}\p{N}_$]+(?:[:./-][\p{L}\p{N}_$]+)*/gu) ?? []
  const words = names.flatMap((name) => {
    const parts = name.split(/[:./_-]|(?<=\p{Ll})(?=\p{Lu})/u)
    return parts.length > 1 ? [name, ...name.split(/[:./-]/), ...parts] : [name]
  })
  return [...new Set(words)].filter((word) => !/^(0x[\da-f]*|\d{6,})$/i.test(word))
}

/** The first word of a pasted error is its name. */
function boostTerm(_term, index) {
  return index === 0 ? 2 : 1
}

/** One letter may be wrong in a long word. In a short one, that makes it another. */
function fuzzy(term) {
  return term.length > 5 ? 0.2 : false
}

/** Guides come before errors, and errors before types. */
function boostDocument(id) {
  if (id.includes("/api/")) return 0.1
  if (id.includes("/errors/") || /CHANGELOG|ARCHITECTURE|CONTRIBUTING|maintaining|decisions|how-it-works/.test(id))
    return 0.3
  return id.includes("/docs/reference/") ? 0.6 : 1
}

/** Of a function or a type, what it is: its parameters are found on its page. */
function render(text, env, md) {
  return md.render(env.relativePath.startsWith("api/") ? text.replace(/\n## [^]*/, "") : text, env)
}

export default {
  lang: "en",
  title: "hardhat-plugs",
  description,
  base,
  // What all pages share is not written into each.
  metaChunk: true,
  srcDir: "pages",
  outDir: "dist",
  ignoreDeadLinks: "localhostLinks",
  srcExclude: ["public/**"],
  markdown: {
    anchor: { slugify },
    // Documents write `{…}` for a value.
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav: [
      { text: "Start", link: "/docs/getting-started" },
      { text: "Test", link: "/docs/testing" },
      { text: "Find out why", link: "/docs/explain" },
      { text: "Reference", link: "/docs/reference/tasks" },
    ],
    sidebar: { "/": guides, ...Object.fromEntries(reading) },
    outline: [2, 3],
    editLink: { pattern: `${sources}/edit/main/:source` },
    socialLinks: [{ icon: "github", link: sources }],
    search: {
      provider: "local",
      options: {
        // Its name is what is seen of it.
        translations: { button: { buttonAriaLabel: " " } },
        _render: render,
        miniSearch: { options: { tokenize }, searchOptions: { boostDocument, boostTerm, fuzzy } },
      },
    },
  },
  buildEnd({ outDir }) {
    const links = brokenLinks(outDir, base, printed)
    if (links.length > 0) throw new Error(`The site has broken links:\n${links.join("\n")}`)
  },
}
