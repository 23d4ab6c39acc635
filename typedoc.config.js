import { readFileSync } from "node:fs"
import { posix } from "node:path"

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))

/** What users import, as its sources. */
const entryPoints = Object.values(exports)
  .filter((target) => target.startsWith("./dist/src/"))
  .map((target) => target.replace("./dist/", "").replace(".js", ".ts"))

/** Every page, in the order in which the index of the documents lists them. What is for agents is a file to copy. */
const pages = [...readFileSync(new URL("docs/README.md", import.meta.url), "utf8").matchAll(/\]\(([^)#]+\.md)\)/g)]
  .filter(([, page]) => page !== "../README.md" && !page.startsWith("agents/"))
  .map(([, page]) => posix.join("docs", page))

export default {
  entryPoints,
  tsconfig: "tsconfig.build.json",
  plugin: ["./scripts/site/typedocPlugin.ts"],
  name: "hardhat-plugs",
  readme: "README.md",
  projectDocuments: [
    "docs/README.md",
    ...pages,
    "examples/*/README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "SUPPORT.md",
  ],
  out: "site",
  router: "site",
  searchInDocuments: true,
  preservedTypeAnnotationTags: ["@throws"],
  // Sources are linked from the pages. Links to lines would need the address of a public repository.
  disableSources: true,
  excludeInternal: true,
  // `npm run check:types` does that.
  skipErrorChecking: true,
  githubPages: false,
  highlightLanguages: ["ts", "solidity", "sh", "yaml", "json", "js", "toml", "sql"],
  // Drawn where Markdown is shown; here it is plain text.
  ignoredHighlightLanguages: ["mermaid"],
  treatWarningsAsErrors: true,
  validation: {
    invalidLink: true,
    // The plugin checks paths, because folders are allowed.
    invalidPath: false,
    notDocumented: true,
    // A parameter's type may be built from types that nobody needs to name.
    notExported: false,
  },
  // Fields whose names say everything need no sentence.
  requiredToBeDocumented: ["Class", "Interface", "Function", "TypeAlias", "Variable", "Enum", "Document"],
}
