import { closeSync, ftruncateSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import path from "node:path"

import type { z } from "zod"

import { format, headerSchema, parseLine, recordSchema, type StateHeader, type StateRecord, toLine } from "./records.js"
import { StateDamagedError, StateInUseError, StateMismatchError, StateNotWrittenError } from "./stateErrors.js"
import { argument, text } from "#src/primitives/errorText.js"
import { refuseLinkedFolder } from "#src/primitives/files/refuseLinks.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type StateLog = {
  readonly header: StateHeader
  /** What was recorded before. Empty for a new devnet. */
  readonly records: readonly StateRecord[]
  /**
   * Writes a record. When it returns, a killed process cannot lose the record any more.
   *
   * @throws {StateNotWrittenError} this record or an earlier one could not be written
   */
  append(record: StateRecord): void
  close(): Promise<void>
}

const fileName = "devnet.jsonl"

const beginning = '{"kind":"devnet"'

/**
 * Opens the log in a folder, or begins one. Half a record at the end, which a killed process leaves behind, is dropped.
 *
 * @param options text of the options on which the chains depend
 * @throws {StateInUseError} another devnet has the folder
 * @throws {StateDamagedError} the file is no log of a devnet, or a record in it cannot be read
 * @throws {StateMismatchError} the log was begun with other options
 */
export async function openStateLog(
  folder: string,
  { reset, options, now }: { reset: boolean; options: string; now: number },
): Promise<StateLog> {
  const release = await lock(folder)
  try {
    const file = path.join(folder, fileName)
    if (reset) rmSync(file, { force: true })
    const kept = reset ? undefined : readLog(folder, file)
    if (kept !== undefined && kept.header.options !== options) {
      throw new StateMismatchError({
        folder,
        problem: "its options differ",
        facts: { "options then": kept.header.options, "options now": options },
      })
    }
    const newHeader: StateHeader = { kind: "devnet", format, options, bornAt: Math.floor(now / 1000) }
    const descriptor = openSync(file, kept === undefined ? "w" : "r+", 0o600)
    if (kept === undefined) writeSync(descriptor, toLine(newHeader))
    else ftruncateSync(descriptor, kept.length)
    closeSync(descriptor)
    return { header: kept?.header ?? newHeader, records: kept?.records ?? [], ...appendTo(folder, file, release) }
  } catch (error) {
    await release()
    throw explain(folder, fileName, error)
  }
}

/**
 * Keeps other devnets out of a folder. The lock of a process that was killed is taken over.
 *
 * @returns a function that releases the lock
 * @throws {StateInUseError} a running process has the lock, or one of another container or machine, which cannot be looked at from here
 * @throws {StateDamagedError} a devnet did not write the lock, or the system refuses the folder
 */
async function lock(folder: string): Promise<() => Promise<void>> {
  try {
    await refuseLinkedFolder(folder)
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw isPlugsError(error) ? explainLock(folder, error) : explain(folder, "it", error)
  }
  // A devnet can run for as long as it likes, so the lock of one that is out of sight has no end.
  const taken = await takeFileLock(folder, "devnet", { lifetime: Infinity }).catch((error: unknown) => {
    throw isPlugsError(error) ? explainLock(folder, error) : explain(folder, "it", error)
  })
  if ("release" in taken) return taken.release
  const { life, holder, file } = taken
  if (life === "not a lock") throw notALock(folder, file)
  throw new StateInUseError({ folder, holder, lock: life === "alive" ? undefined : file })
}

function explainLock(folder: string, { code, facts: { file = folder, reason = "" } }: PlugsError): PlugsError {
  if (code === "JOURNAL_DAMAGED") return notALock(folder, file)
  const next = text`Get the permission to write there, or choose another folder with ${argument("state")}.`
  return new StateDamagedError({ folder, problem: `it cannot be used: ${reason}`, next })
}

function notALock(folder: string, file: string): StateDamagedError {
  return new StateDamagedError({
    folder,
    problem: "a devnet did not write its lock",
    next: text`If no devnet uses the folder, move ${file} away. Otherwise choose another folder with ${argument("state")}.`,
  })
}

function appendTo(folder: string, file: string, release: () => Promise<void>): Pick<StateLog, "append" | "close"> {
  const descriptor = openSync(file, "a")
  let problem: string | undefined
  return {
    append(record) {
      if (problem === undefined) {
        try {
          const bytes = Buffer.from(toLine(record))
          for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
          return
        } catch (error) {
          problem = error instanceof Error ? error.message : String(error)
        }
      }
      throw new StateNotWrittenError({ folder, problem })
    },
    async close() {
      closeSync(descriptor)
      await release()
    },
  }
}

/** Reads a log as far as it was written. Returns `undefined` if a devnet has yet to begin, or was killed while it began. */
function readLog(
  folder: string,
  file: string,
): { header: StateHeader; records: StateRecord[]; length: number } | undefined {
  if (!hasLog(folder, file)) return undefined
  const bytes = readFileSync(file)
  const length = bytes.lastIndexOf("\n") + 1
  const [first, ...lines] = length === 0 ? [] : bytes.toString("utf8", 0, length - 1).split("\n")
  if (first === undefined) {
    const text = bytes.toString()
    if (text.startsWith(beginning) || beginning.startsWith(text)) return undefined
    throw new StateDamagedError({ folder, problem: `${fileName} is no log of a devnet` })
  }
  const parse = <Value>(schema: z.ZodType<Value>, line: string, number: number): Value => {
    try {
      return schema.parse(parseLine(line))
    } catch {
      throw new StateDamagedError({ folder, problem: `line ${number} of ${fileName} cannot be read` })
    }
  }
  const header = parse(headerSchema, first, 1)
  if (header.format !== format) {
    throw new StateMismatchError({ folder, problem: "another version of hardhat-plugs has written it" })
  }
  const records = lines.map((line, index) => parse(recordSchema, line, index + 2))
  // The chains of a devnet that was killed while it began are made again.
  return records[0]?.kind === "started" ? { header, records, length } : undefined
}

/** Longer texts cannot be read at once. A log of this size would take hours to do again. */
const maxLength = 2 ** 28

/** Whether a log is there that can be read: a link would lead what is written elsewhere, and a device has no end. */
function hasLog(folder: string, file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return false
  const next = text`Move what is in its place away, or choose another folder with ${argument("state")}.`
  if (!found.isFile())
    throw new StateDamagedError({ folder, problem: `${fileName} cannot be used: it is no file`, next })
  if (found.size > maxLength) throw new StateDamagedError({ folder, problem: `${fileName} is too large` })
  return true
}

/** What the system refuses becomes an error with advice. To begin anew does not help: it needs the same file. */
function explain(folder: string, what: string, error: unknown): unknown {
  if (!isSystemError(error)) return error
  const problem = `${what} cannot be used: ${error.code}`
  const next = text`Move what is in its place away, or get the permission to write there, or choose another folder with ${argument("state")}.`
  return new StateDamagedError({ folder, problem, next })
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string" && "errno" in error
}
