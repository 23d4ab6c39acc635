import * as nodeFs from "node:fs"
import { dirname, join } from "node:path"

import type { PlannedFile } from "./planProject.js"
import { InitUnfinishedError, ProjectNotWrittenError } from "./projectFolder.js"

/** The functions of `node:fs` that write a project. */
export type ProjectDisk = Pick<
  typeof nodeFs,
  "copyFileSync" | "lstatSync" | "mkdirSync" | "mkdtempSync" | "renameSync" | "rmdirSync" | "rmSync" | "writeFileSync"
>

const stagingPrefix = ".hardhat-plugs-init-"

/**
 * Refuses a project in which `init` was killed while it wrote: its folder may hold the only copy of a file that was replaced.
 *
 * @throws {InitUnfinishedError}
 */
export function refuseUnfinished(project: string): void {
  if (nodeFs.lstatSync(project, { throwIfNoEntry: false }) === undefined) return
  const left = nodeFs.readdirSync(project).find((name) => name.startsWith(stagingPrefix))
  if (left === undefined) return
  const old = join(project, left, "old")
  const names = nodeFs.existsSync(old) ? nodeFs.readdirSync(old, { recursive: true, encoding: "utf8" }) : []
  const copies = names.filter((name) => nodeFs.lstatSync(join(old, name)).isFile())
  throw new InitUnfinishedError({ folder: project, left, copies })
}

/**
 * Writes all files of a project, or none: first into a folder of its own, where a full disk does no harm, then each to its place. A file
 * that is replaced is copied to that folder first, and is never missing from its place. If a step fails, everything is put back.
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
    const staging = disk.mkdtempSync(join(project, stagingPrefix))
    undo.push(() => {
      disk.rmSync(staging, { recursive: true, force: true })
    })
    const stagedAt = (version: "new" | "old", path: string): string => {
      const file = join(staging, version, path)
      disk.mkdirSync(dirname(file), { recursive: true })
      return file
    }
    for (const { path, text, how } of files) {
      disk.writeFileSync(stagedAt("new", path), text)
      if (how !== "new") disk.copyFileSync(join(project, path), stagedAt("old", path))
    }
    for (const { path, how } of files) {
      const target = join(project, path)
      const staged = join(staging, "new", path)
      makeFolder(dirname(target))
      if (how === "new" && isThere(target)) throw new Error(`${target} has just been created`)
      disk.renameSync(staged, target)
      undo.push(() => {
        if (how === "new") disk.rmSync(target)
        else disk.renameSync(join(staging, "old", path), target)
      })
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
    if (isThere(folder)) return
    makeFolder(dirname(folder))
    disk.mkdirSync(folder)
    undo.push(() => {
      disk.rmdirSync(folder)
    })
  }

  function isThere(path: string): boolean {
    return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined
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
