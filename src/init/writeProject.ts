import * as nodeFs from "node:fs"
import { dirname, join } from "node:path"

import { ProjectNotWrittenError } from "./initErrors.js"
import type { PlannedFile } from "./plan/planProject.js"

/** The functions of `node:fs` that write a project. */
export type ProjectDisk = Pick<
  typeof nodeFs,
  "lstatSync" | "mkdirSync" | "mkdtempSync" | "renameSync" | "rmdirSync" | "rmSync" | "writeFileSync"
>

/**
 * Writes all files of a project, or none: first beside one another into a folder of its own, where a full disk does no harm, then each to
 * its place. If that fails, everything is moved back.
 *
 * @throws {ProjectNotWrittenError} the folder is as it was
 */
export function writeProject(project: string, files: readonly PlannedFile[], disk: ProjectDisk = nodeFs): void {
  const undo: (() => void)[] = []
  // Nothing here waits, so a signal that is listened to cannot end it halfway.
  const goOn = (): void => undefined
  process.on("SIGINT", goOn).on("SIGTERM", goOn)
  try {
    makeFolder(project)
    const staging = disk.mkdtempSync(join(project, ".hardhat-plugs-init-"))
    undo.push(() => {
      disk.rmSync(staging, { recursive: true, force: true })
    })
    for (const [index, { text }] of files.entries()) disk.writeFileSync(join(staging, `${index}.new`), text)
    for (const [index, { path, how }] of files.entries()) {
      const target = join(project, path)
      makeFolder(dirname(target))
      if (how === "new") mustBeFree(target)
      else move(target, join(staging, `${index}.old`))
      move(join(staging, `${index}.new`), target)
    }
    disk.rmSync(staging, { recursive: true, force: true })
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw new ProjectNotWrittenError({ folder: project, reason: reasonOf(error) })
  } finally {
    process.off("SIGINT", goOn).off("SIGTERM", goOn)
  }

  /** Makes a folder and those above it, one by one. */
  function makeFolder(folder: string): void {
    if (disk.lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return
    makeFolder(dirname(folder))
    disk.mkdirSync(folder)
    undo.push(() => {
      disk.rmdirSync(folder)
    })
  }

  function move(from: string, to: string): void {
    disk.renameSync(from, to)
    undo.push(() => {
      disk.renameSync(to, from)
    })
  }

  function mustBeFree(target: string): void {
    if (disk.lstatSync(target, { throwIfNoEntry: false }) !== undefined)
      throw new Error(`${target} has just been created`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENAMETOOLONG: "the path is too long",
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ""] ?? message
}
