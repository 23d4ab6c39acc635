/**
 * What the doctor checks. These names are in `--json`, so they never change; [troubleshooting](../../docs/troubleshooting.md)
 * describes each. To add one: a function in the file of its area, and its entry in `runDoctor.ts`.
 */
export const checkNames = [
  "node",
  "npm",
  "package",
  "copies",
  "devnet",
  "network",
  "socket",
  "chain-clock",
  "account",
  "api",
  "api-key",
  "api-clock",
  "plug",
  "connection",
  "fee",
  "trust",
  "journal",
  "allowance",
] as const

export type CheckName = (typeof checkNames)[number]

/** `warning`: messages can travel all the same. `skipped`: it was not checked, and why is said. */
export type CheckStatus = "ok" | "warning" | "failed" | "skipped"

/** What a check found. */
export type Finding = {
  readonly status: CheckStatus
  /** One sentence for people. */
  readonly says: string
  /** What to do about it; a command stands at the end, behind a colon. */
  readonly mend?: string | undefined
  /** What it is about, if that is not the subject of the whole check. */
  readonly subject?: string | undefined
}

/** One thing to check. */
export type Check = {
  readonly name: CheckName
  /** What is checked, such as a chain or a package. */
  readonly subject: string
  /** Checks that come first. If one of them is not well, this one is skipped. */
  readonly needs?: readonly Check[] | undefined
  /** @param signal aborted when the time for this check is over */
  readonly run: (signal: AbortSignal) => Promise<Finding | readonly Finding[]>
}

/** A line of the report. */
export type CheckResult = {
  readonly name: CheckName
  readonly status: CheckStatus
  readonly subject: string
  readonly says: string
  readonly mend: string | null
}

export function ok(says: string): Finding {
  return { status: "ok", says }
}

export function warning(says: string, mend: string): Finding {
  return { status: "warning", says, mend }
}

export function failed(says: string, mend: string, subject?: string): Finding {
  return { status: "failed", says, mend, subject }
}

export function skipped(says: string, subject?: string): Finding {
  return { status: "skipped", says, subject }
}
