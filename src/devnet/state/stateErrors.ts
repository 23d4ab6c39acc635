import { argument, type ErrorText, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

const startAgain: ErrorText = text`To start without what was kept, set ${argument("reset")}. This deletes the chains.`

const otherFolder = text`give this one another folder with ${argument("state")}.`

/** Another devnet keeps its chains in this folder. */
export class StateInUseError extends PlugsError {
  readonly code = "STATE_IN_USE"

  /** @param lock the file to delete, where it cannot be known from here that the holder still runs */
  constructor({ folder, holder, lock }: { folder: string; holder: string; lock?: string | undefined }) {
    super("Another devnet uses this state folder.", {
      facts: { folder, holder },
      next:
        lock === undefined
          ? text`Stop that devnet, or ${otherFolder}`
          : text`If that devnet has ended, delete ${lock}. Otherwise ${otherFolder}`,
    })
  }
}

/** What a folder holds was not written by a devnet, or was changed since. */
export class StateDamagedError extends PlugsError {
  readonly code = "STATE_DAMAGED"

  /** @param next what helps where `reset` does not */
  constructor({ folder, problem, next }: { folder: string; problem: string; next?: ErrorText }) {
    super(`The devnet cannot go on from this state folder: ${problem}.`, {
      facts: { folder },
      next: next ?? startAgain,
    })
  }
}

/** A folder was kept by a devnet with other options or other contracts, so this one would make other chains of it. */
export class StateMismatchError extends PlugsError {
  readonly code = "STATE_MISMATCH"

  constructor({ folder, problem, facts = {} }: { folder: string; problem: string; facts?: Record<string, string> }) {
    super(`The state folder belongs to another devnet: ${problem}.`, {
      facts: { folder, ...facts },
      next: text`Use the options and the version that it was made with. ${startAgain}`,
    })
  }
}

/** The log of a devnet could not be written, for example because the disk is full. The chains take no further change. */
export class StateNotWrittenError extends PlugsError {
  readonly code = "STATE_NOT_WRITTEN"

  constructor({ folder, problem }: { folder: string; problem: string }) {
    super(`The devnet could not write to its state folder: ${problem}.`, {
      facts: { folder },
      next: "Make room, and start the devnet again. What was done since the last record is lost.",
    })
  }
}
