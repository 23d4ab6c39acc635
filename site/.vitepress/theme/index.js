import { useData, withBase } from "vitepress"
import DefaultTheme from "vitepress/theme"
import { h } from "vue"

import "./style.css"

/** Below each page, the same as Markdown. */
const AsMarkdown = () => {
  const { page } = useData()
  const href = withBase(`/${page.value.relativePath}`)
  return h("p", { class: "as-markdown" }, h("a", { href, target: "_self" }, "This page as Markdown"))
}

const NotFound = () =>
  h("main", { class: "landing vp-doc" }, [
    h("h1", "There is no such page"),
    h("p", [
      "Search for what you need, or look at ",
      h("a", { href: withBase("/docs/README.html") }, "all pages"),
      " and at ",
      h("a", { href: withBase("/docs/reference/errors.html") }, "all errors"),
      ": each has its address for good.",
    ]),
  ])

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { "doc-footer-before": () => h(AsMarkdown), "not-found": () => h(NotFound) }),
}
