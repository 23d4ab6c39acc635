import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

import { expect } from "chai"
import { describe, it } from "mocha"

import { lifeOf, type LockHolder, parseLockHolder, thisHolder } from "#src/primitives/files/takeFileLock.js"

const outside = "pid:[4026531836]"
const { pid: ended } = spawnSync(process.execPath, ["--version"])

const me: LockHolder = {
  ...{ pid: process.pid, run: "mine", host: "here", started: "5", boot: "second", pids: outside, machine: "one" },
}

describe("the holder of a lock", () => {
  it("is this process, told apart from an earlier one by when it started", () => {
    const own = thisHolder()
    expect(own.pid).to.equal(process.pid)
    expect(own).to.equal(thisHolder())
    if (process.platform !== "linux") return
    // The 22nd field, counted from the process id; no name of Node's processes has a space.
    expect(own.started).to.equal(readFileSync(`/proc/${process.pid}/stat`, "utf8").split(" ")[21])
    // The parent may have started within the same hundredth of a second.
    expect(lifeOf({ ...own, pid: process.ppid, started: `${own.started}0` }, own)).to.equal("dead")
    expect(lifeOf({ ...own, pid: process.ppid, started: "" }, own)).to.equal("alive")
    const parent = readFileSync(`/proc/${process.ppid}/stat`, "utf8")
    const started = parent.slice(parent.lastIndexOf(")")).split(" ")[20]!
    expect(lifeOf({ ...own, pid: process.ppid, started }, own)).to.equal("alive")
  })

  it("is read back as it was written, and refused where any part is something else", () => {
    expect(parseLockHolder(JSON.stringify(me))).to.deep.equal(me)
    const { pid, run, host, started } = me
    const least = { pid, run, host, started }
    expect(parseLockHolder(JSON.stringify(least))).to.deep.equal(least)
    const long = "a".repeat(200)
    expect(parseLockHolder(JSON.stringify({ ...me, host: long }))?.host).to.equal(long)
    for (const name of Object.keys(me)) {
      const wrong = name === "pid" ? [0, -1, 1.5, "7", null] : [5, null, `${long}a`]
      for (const value of wrong) {
        expect(parseLockHolder(JSON.stringify({ ...me, [name]: value })), `${name} ${value}`).to.equal(undefined)
      }
    }
    for (const name of ["pid", "run", "host", "started"]) {
      expect(parseLockHolder(JSON.stringify({ ...me, [name]: undefined })), name).to.equal(undefined)
    }
    expect(parseLockHolder("no JSON")).to.equal(undefined)
  })

  it("lives, has died, or is out of sight", () => {
    const container = "pid:[4026532000]"
    const cases: readonly (readonly [life: string, holder: Partial<LockHolder>, me?: Partial<LockHolder>])[] = [
      ["alive", {}],
      ["dead", { run: "of an earlier process with this id" }],
      ["dead", { pid: ended }],
      ["dead", { pid: ended, started: "" }],
      ["out of sight", { host: "elsewhere" }],
      ["out of sight", { pids: container }],
      ["out of sight", { host: "elsewhere", pid: ended }],
      ["out of sight", { pids: container, pid: ended }],
      // Without what the system does not tell, all that is known is alike.
      ["dead", { pid: ended, boot: undefined, pids: undefined }, { boot: "", pids: "" }],
      // The machine has been restarted since.
      ["dead", { boot: "first" }],
      ["out of sight", { boot: "first", machine: "other" }],
      ["out of sight", { boot: "first", machine: undefined }],
      ["out of sight", { boot: "first", machine: "" }, { machine: "" }],
      ["out of sight", { boot: "first", host: "elsewhere" }],
      ["out of sight", { boot: "first", pids: container }],
      ["out of sight", { boot: "first", pids: container }, { pids: container }],
      ["out of sight", { boot: "first" }, { pids: container }],
      ["out of sight", { boot: "" }],
      ["out of sight", { boot: undefined }],
    ]
    for (const [life, holder, mine] of cases) {
      expect(lifeOf({ ...me, ...holder }, { ...me, ...mine }), JSON.stringify([holder, mine])).to.equal(life)
    }
  })

  it("lives where the system does not let this process signal it, because it is another user's", () => {
    const own = thisHolder()
    const kill = process.kill.bind(process)
    const lifeWith = (code: string) => {
      process.kill = () => {
        throw Object.assign(new Error(code), { code })
      }
      try {
        return lifeOf({ ...own, pid: process.ppid, started: "0" }, own)
      } finally {
        process.kill = kill
      }
    }
    expect([lifeWith("EPERM"), lifeWith("ESRCH")]).to.deep.equal(["alive", "dead"])
  })
})
