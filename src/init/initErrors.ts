import { PlugsError } from "../primitives/PlugsError.js"

/** `init` would have to overwrite files, and could not ask. Nothing was written. */
export class FilesInTheWayError extends PlugsError {
  readonly code = "FILES_IN_THE_WAY"

  constructor({ folder, files }: { folder: string; files: readonly string[] }) {
    super("Files of the project differ from the template's, and none is overwritten without asking.", {
      facts: { folder, files: files.join(", ") },
      next: "Nothing was written. Run it without --yes to decide file by file, or choose an empty folder.",
    })
  }
}

/** A file or folder of the project is of another kind than the template's, so that nothing can be written there. Nothing was written. */
export class PathUnusableError extends PlugsError {
  readonly code = "PATH_UNUSABLE"

  constructor({ path, is, needs }: { path: string; is: string; needs: string }) {
    super(`${path} is ${is}, and the template needs ${needs} there.`, {
      next: "Nothing was written. Move it away, or choose another folder.",
    })
  }
}

/** The project could not be written: the folder is read-only, or the disk is full. What had been written was removed again. */
export class ProjectNotWrittenError extends PlugsError {
  readonly code = "PROJECT_NOT_WRITTEN"

  constructor({ folder, reason }: { folder: string; reason: string }) {
    super("The project could not be written.", {
      facts: { folder, reason },
      next: "Nothing was left behind. Make room or get the permission to write, then run this again.",
    })
  }
}

/** An earlier `init` was killed while it wrote the project, and left its folder behind. Nothing was written. */
export class InitUnfinishedError extends PlugsError {
  readonly code = "INIT_UNFINISHED"

  /** @param copies the files as they were before, by their paths in the project */
  constructor({ folder, left, copies }: { folder: string; left: string; copies: readonly string[] }) {
    const restore =
      copies.length === 0
        ? "It had replaced no file."
        : `If one of these files is missing or not as you want it, copy it back from ${left}/old.`
    super(`An earlier run of init in this folder did not end, and left ${left} behind.`, {
      facts: { folder, ...(copies.length > 0 && { "files as they were": copies.join(", ") }) },
      next: `Nothing was written. ${restore} Then delete ${left}, and run this again.`,
    })
  }
}
