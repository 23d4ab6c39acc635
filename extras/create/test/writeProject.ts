import * as nodeFs from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import type { PlannedFile } from "#extras/create/src/planProject.js"
import { type ProjectDisk, refuseUnfinished, writeProject } from "#extras/create/src/writeProject.js"
import { listFolder } from "#test/fixtures/commands/initCommand.js"
import { thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const files: readonly PlannedFile[] = [
  { path: "package.json", text: "new", how: "extended" },
  { path: "a/b/c.ts", text: "new", how: "new" },
  { path: "a/d.ts", text: "new", how: "new" },
  { path: "own.ts", text: "new", how: "replaced" },
]
const changing = ["copyFileSync", "mkdirSync", "mkdtempSync", "renameSync", "writeFileSync"] as const

describe("writing a project", () => {
  it("writes every file, and leaves nothing else behind", async () => {
    await using folder = await existingProject()
    writeProject(folder.path, files)
    expect(await listFolder(folder.path)).to.deep.equal({
      a: "not a file",
      [join("a", "b")]: "not a file",
      [join("a", "b", "c.ts")]: "new",
      [join("a", "d.ts")]: "new",
      "own.ts": "new",
      "package.json": "new",
    })
  })

  it("leaves the folder as it was, whichever step fails", async () => {
    const steps = await countSteps()
    expect(steps).to.be.above(10)
    for (let failing = 1; failing <= steps; failing += 1) {
      await using folder = await existingProject()
      const before = await listFolder(folder.path)
      const error = thrown(() => {
        writeProject(folder.path, files, failAt(failing, "ENOSPC"))
      })
      expect(error.code, `step ${failing}`).to.equal("PROJECT_NOT_WRITTEN")
      expect(error.facts).to.deep.equal({ folder: folder.path, reason: "the disk is full" })
      expect(await listFolder(folder.path), `step ${failing}`).to.deep.equal(before)
    }
  })

  it("never leaves a gap where a file was, so that a kill at any moment loses none", async () => {
    await using folder = await existingProject()
    const seen = new Set<string>()
    const look = (): void => {
      for (const name of ["package.json", "own.ts"]) seen.add(nodeFs.readFileSync(join(folder.path, name), "utf8"))
      if (nodeFs.readFileSync(join(folder.path, "package.json"), "utf8") === "old") return
      const [left = ""] = nodeFs.readdirSync(folder.path).filter((name) => name.startsWith(".hardhat-plugs-init-"))
      expect(nodeFs.readFileSync(join(folder.path, left, "old", "package.json"), "utf8")).to.equal("old")
    }
    writeProject(folder.path, files, onEachStep(look))
    expect([...seen].sort()).to.deep.equal(["new", "old"])
  })

  it("says why, for each reason that a disk has, and otherwise in the disk's own words", async () => {
    const said: Record<string, string | undefined> = {}
    for (const code of ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENAMETOOLONG", "EIO"]) {
      await using folder = await existingProject()
      const error = thrown(() => {
        writeProject(folder.path, files, failAt(3, code))
      })
      expect(error.code).to.equal("PROJECT_NOT_WRITTEN")
      said[code] = error.facts["reason"]
    }
    expect(said).to.deep.equal({
      ...{ EACCES: "no permission to write there", EPERM: "no permission to write there" },
      ...{ EROFS: "the disk is read-only", ENOSPC: "the disk is full", EDQUOT: "the disk quota is used up" },
      ...{ ENAMETOOLONG: "the path is too long", EIO: "EIO" },
    })
  })

  it("is refused where an earlier run was killed, with the files that it had copied, and nowhere else", async () => {
    await using folder = await existingProject()
    refuseUnfinished(join(folder.path, "not there"))
    await mkdir(join(folder.path, "a.hardhat-plugs-init-Ab12Cd"))
    refuseUnfinished(folder.path)
    const left = join(folder.path, ".hardhat-plugs-init-Ab12Cd")
    const refusal = () =>
      thrown(() => {
        refuseUnfinished(folder.path)
      })
    await mkdir(join(left, "new", "a"), { recursive: true })
    await writeFile(join(left, "new", "a", "b.ts"), "")
    expect([refusal().code, refusal().facts]).to.deep.equal(["INIT_UNFINISHED", { folder: folder.path }])
    await mkdir(join(left, "old", "a"), { recursive: true })
    await writeFile(join(left, "old", "a", "b.ts"), "")
    expect(refusal().facts).to.deep.equal({ folder: folder.path, "files as they were": join("a", "b.ts") })
  })

  it("removes the folder that it made", async () => {
    await using folder = await temporaryFolder()
    const project = join(folder.path, "new", "project")
    const disk = failAt(5, "EROFS")
    const error = thrown(() => {
      writeProject(project, [files[1]!], disk)
    })
    expect(error.facts["reason"]).to.equal("the disk is read-only")
    expect(await listFolder(folder.path)).to.deep.equal({})
  })

  it("says that a folder may not be written to", async function () {
    // Whoever may do everything may write there too.
    if (process.getuid === undefined || process.getuid() === 0) this.skip()
    await using folder = await temporaryFolder()
    nodeFs.chmodSync(folder.path, 0o500)
    const error = thrown(() => {
      writeProject(folder.path, files)
    })
    expect(error.facts["reason"]).to.equal("no permission to write there")
  })

  it("does not overwrite a file that has come since it looked", async () => {
    await using folder = await existingProject()
    await mkdir(join(folder.path, "a"))
    await writeFile(join(folder.path, "a", "d.ts"), "late")
    const before = await listFolder(folder.path)
    const error = thrown(() => {
      writeProject(folder.path, files)
    })
    expect(error.facts["reason"]).to.match(/d\.ts has just been created/)
    expect(await listFolder(folder.path)).to.deep.equal(before)
  })

  it("is not ended halfway by a signal, and listens to none afterwards", async () => {
    await using folder = await existingProject()
    const listening: number[] = []
    const disk: ProjectDisk = {
      ...nodeFs,
      renameSync: (from, to) => {
        listening.push(process.listenerCount("SIGINT"))
        nodeFs.renameSync(from, to)
      },
    }
    const before = process.listenerCount("SIGINT")
    writeProject(folder.path, files, disk)
    expect(new Set(listening)).to.deep.equal(new Set([before + 1]))
    expect(process.listenerCount("SIGINT")).to.equal(before)
  })
})

async function existingProject(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await temporaryFolder()
  await writeFile(join(folder.path, "package.json"), "old")
  await writeFile(join(folder.path, "own.ts"), "old")
  return folder
}

async function countSteps(): Promise<number> {
  await using folder = await existingProject()
  let steps = 0
  writeProject(
    folder.path,
    files,
    onEachStep(() => (steps += 1)),
  )
  return steps
}

/** A disk whose nth change fails. What undoes the others works. */
function failAt(failing: number, code: string): ProjectDisk {
  let step = 0
  return onEachStep(() => {
    step += 1
    if (step === failing) throw Object.assign(new Error(code), { code })
  })
}

function onEachStep(act: () => unknown): ProjectDisk {
  const wrapped = changing.map((name) => {
    const call = nodeFs[name] as (...args: unknown[]) => unknown
    return [name, (...args: unknown[]) => (act(), call(...args))]
  })
  return { ...nodeFs, ...Object.fromEntries(wrapped) } as ProjectDisk
}
