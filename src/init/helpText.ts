import { templateKinds } from "./templates.js"

/** What `hardhat-plugs --help` prints. */
export function helpText(version: string): string {
  const templates = Object.entries(templateKinds).map(([kind, says]) => `  ${kind.padEnd(20)}  ${says}`)
  return `hardhat-plugs ${version}

Usage: hardhat-plugs init [folder] [options]

Writes a project into a new, an empty or an existing folder, by default this one. Asks for what no option says, and
before it overwrites a file. An existing package.json gets what it lacks.

  --template <name>     which project to write:
${templates.map((line) => line.replace(/^ {2}/, "    ")).join("\n")}
  --package <spec>      where package.json gets hardhat-plugs from: the path of a tarball, a version, or a URL;
                        by default where this run came from
  -y, --yes             ask nothing: the template messages if none is named; ends with an error before it overwrites
  -h, --help            show this
  --version             show the version

Exit codes: 0 done, 1 an error, 130 ended by Ctrl-C at a question. After 1 and 130, nothing was written.

Everything else is a task of Hardhat: npx hardhat --help`
}
