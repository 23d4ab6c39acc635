import { templateKinds } from "./templates.js"

/** What `hardhat-plugs --help` prints. */
export function helpText(version: string): string {
  const templates = Object.entries(templateKinds).map(([kind, says]) => `    ${kind.padEnd(8)}  ${says}`)
  return `hardhat-plugs ${version}

Usage: hardhat-plugs init [folder] [options]

Writes a project into a new, an empty or an existing folder, by default this
one. Asks for what no option says, and before it overwrites a file. An existing
package.json gets what it lacks.

  --template <name>  which project to write:
${templates.join("\n")}
  --package <spec>   where package.json gets hardhat-plugs from: a tarball's
                     path, a version, or a URL; by default where this is from
  -y, --yes          ask nothing: the template messages if none is named, and an
                     error instead of overwriting a file
  -h, --help         show this
  --version          show the version

Exit codes: 0 done, 1 an error, 130 ended by Ctrl-C at a question. After 1 and
130, nothing was written.

Everything else is a task of Hardhat: npx hardhat --help`
}
