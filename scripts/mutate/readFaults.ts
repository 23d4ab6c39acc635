import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

import { editSolidity } from "./editSolidity.ts"
import { editTypeScript } from "./editTypeScript.ts"
import { type Fault, faultOf } from "./Fault.ts"
import type { Options } from "./readOptions.ts"
import { sample } from "./sample.ts"

/**
 * Whether a fault in this file is the business of `npm test`: code of ours, and no test or generated file, nor what runs in a browser, which
 * the deep suite starts.
 */
export function isMutable(path: string): boolean {
  if (/^contracts\/.*\.sol$/.test(path)) {
    return !/\.t\.sol$|^contracts\/(?:fixtures|.*interfaces)\/|^contracts\/testing\/devnet\/\w+Code\.sol$/.test(path)
  }
  return (
    /^(?:src|tasks|scripts|extras\/\w+\/(?:src|tasks))\/.*\.ts$/.test(path) &&
    !/^(?:src\/devnet\/artifacts|extras\/swap\/src\/artifacts|extras\/page\/src\/browser)\//.test(path)
  )
}

/** Lists every fault that can be planted in a file. */
export function faultsIn(path: string, text: string): Fault[] {
  const edits = path.endsWith(".sol") ? editSolidity(text) : editTypeScript(path, text)
  return edits.map((edit) => faultOf(path, text, edit))
}

/**
 * Reads the faults to plant: those of the patches, or a sample of those that fit the files. Contracts come last, because the build of a
 * faulty one stays where TypeScript tests would find it.
 */
export function readFaults(root: string, options: Options): Fault[] {
  const { patches } = options
  const faults =
    patches.length > 0 ? patches.map((patch) => readPatch(root, resolve(patch))) : sampleFaults(root, options)
  const isContract = ({ path }: Fault): boolean => path.endsWith(".sol")
  return [...faults.filter((fault) => !isContract(fault)), ...faults.filter(isContract)]
}

function sampleFaults(root: string, { files, base, max, seed }: Options): Fault[] {
  const missing = files.find((path) => !existsSync(join(root, path)))
  if (missing !== undefined) throw new Error(`there is no file ${missing}`)
  const paths = files.length > 0 ? files.flatMap((path) => filesIn(root, path)) : changedFiles(root, base)
  const faults = paths.filter(isMutable).flatMap((path) => faultsIn(path, readFileSync(join(root, path), "utf8")))
  return sample(faults, max, seed)
}

/** A file, or the files of a folder that git tracks or would add. */
function filesIn(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return listByGit(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", path).filter((file) =>
    existsSync(join(root, file)),
  )
}

function changedFiles(root: string, base: string): string[] {
  const changed = listByGit(root, "diff", "-z", "--name-only", "--diff-filter=d", "--merge-base", base)
  return [...changed, ...listByGit(root, "ls-files", "-z", "--others", "--exclude-standard")]
}

function listByGit(root: string, ...args: readonly string[]): string[] {
  const listed = execFileSync("git", args, { cwd: root }).toString().split("\0")
  return listed.filter((path) => path !== "")
}

/** Applies a patch to a copy of the one file that it changes. */
function readPatch(root: string, patch: string): Fault {
  const text = readFileSync(patch, "utf8")
  const [path, ...others] = [...text.matchAll(/^\+\+\+ b\/(\S+)/gm)].map(([, target = ""]) => target)
  if (path === undefined || others.length > 0) throw new Error(`${patch} must change exactly one file`)
  const folder = mkdtempSync(join(tmpdir(), "hardhat-plugs-patch-"))
  try {
    cpSync(join(root, path), join(folder, path), { recursive: true })
    const before = readFileSync(join(root, path), "utf8").split("\n")
    execFileSync("git", ["apply", patch], { cwd: folder })
    const after = readFileSync(join(folder, path), "utf8")
    const line = 1 + after.split("\n").findIndex((changed, index) => changed !== before[index])
    return { path, line, kind: "patch", text: after }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
