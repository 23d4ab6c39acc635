import { posix, sep } from "node:path"

type Location = { physicalLocation: { artifactLocation: { uri: string } } }
type Log = { runs: { results: { locations: Location[] }[] }[] }

/**
 * Makes the paths of a SARIF log, which are from the root of a project, paths from the root of the repository, as code scanning reads them.
 *
 * @param folder of the project, from the root of the repository
 * @param separator of folders. Default: that of this machine
 */
export function placeSarif(text: string, folder: string, separator: string = sep): string {
  const log = JSON.parse(text) as Log
  const prefix = folder.split(separator).map(encodeURIComponent).join("/")
  for (const { physicalLocation } of log.runs.flatMap(({ results }) => results).flatMap(({ locations }) => locations)) {
    const { artifactLocation } = physicalLocation
    artifactLocation.uri = posix.join(prefix, artifactLocation.uri)
  }
  return `${JSON.stringify(log)}\n`
}
