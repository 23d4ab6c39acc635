import { argument, text } from "../../primitives/errorText.js"
import { takeFileLock } from "../../primitives/files/takeFileLock.js"
import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import { StateDamagedError, StateInUseError } from "./stateErrors.js"

/**
 * Keeps other devnets out of a folder. The lock of a process that was killed is taken over.
 *
 * @returns a function that releases the lock
 * @throws {StateInUseError} a running process has the lock, or one of another container or machine, which cannot be looked at from here
 * @throws {StateDamagedError} a devnet did not write the lock, or the system refuses the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  // A devnet can run for as long as it likes, so the lock of one that is out of sight has no end.
  const taken = await takeFileLock(folder, "devnet", { lifetime: Infinity }).catch((error: unknown) => {
    throw isPlugsError(error) ? explain(folder, error) : error
  })
  if ("release" in taken) return taken.release
  const { life, holder, file } = taken
  if (life === "not a lock") throw notALock(folder, file)
  throw new StateInUseError({ folder, holder, lock: life === "alive" ? undefined : file })
}

function explain(folder: string, { code, facts: { file = folder, reason = "" } }: PlugsError): PlugsError {
  if (code === "JOURNAL_DAMAGED") return notALock(folder, file)
  return new StateDamagedError({
    folder,
    problem: `it cannot be used: ${reason}`,
    next: text`Get the permission to write there, or choose another folder with ${argument("state")}.`,
  })
}

function notALock(folder: string, file: string): StateDamagedError {
  return new StateDamagedError({
    folder,
    problem: "a devnet did not write its lock",
    next: text`If no devnet uses the folder, move ${file} away. Otherwise choose another folder with ${argument("state")}.`,
  })
}
