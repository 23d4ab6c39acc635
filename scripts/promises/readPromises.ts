/** One row of SECURITY.md. */
export type SecurityPromise = {
  /** Such as `S-07`. */
  readonly id: string
  readonly says: string
  /** The files that keep it, from the root of the repository. */
  readonly keptBy: readonly string[]
  readonly remains: string
}

/** Reads the promises of SECURITY.md, in the order of the page. */
export function readPromises(page: string): SecurityPromise[] {
  const rows = page.split("\n").filter((line) => /^\| S-\d/.test(line))
  return rows.map((row) => {
    const [id = "", says = "", keptBy = "", remains = ""] = row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, says, keptBy: [...keptBy.matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file), remains }
  })
}
