/** How others do what npm does. */
const managers: Readonly<Record<string, { readonly install: string; readonly add: string; readonly create: string }>> =
  {
    npm: { install: "npm install", add: "npm install --save-dev", create: "npm create" },
    pnpm: { install: "pnpm install", add: "pnpm add --save-dev", create: "pnpm create" },
    yarn: { install: "yarn install", add: "yarn add --dev", create: "yarn create" },
    bun: { install: "bun install", add: "bun add --dev", create: "bun create" },
  }

/**
 * Gives a block that installs a tab for each package manager.
 *
 * @example
 * withPackageManagers("```sh\nnpm install\n```") // "::: code-group\n\n```sh [npm]\nnpm install\n```\n\n```sh [pnpm]\n…"
 */
export function withPackageManagers(text: string): string {
  return text.replace(
    /^```sh\nnpm (install --save-dev|install|create)( .+)?\n```$/gm,
    (_, verb: string, rest: string = "") => {
      const what = ({ create: "create", install: "install" } as const)[verb] ?? "add"
      const tabs = Object.entries(managers).map(([name, own]) => {
        // npm alone needs a mark in front of what the new program reads.
        const end = name === "npm" ? rest : rest.replace(" -- ", " ")
        return `\`\`\`sh [${name}]\n${own[what]}${end}\n\`\`\``
      })
      return ["::: code-group", ...tabs, ":::"].join("\n\n")
    },
  )
}
