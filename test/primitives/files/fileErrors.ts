import { expect } from "chai"
import { describe, it } from "mocha"

import { explained, ignoreMissing } from "#src/primitives/files/fileErrors.js"
import { failure } from "#test/fixtures/failure.js"

const refusal = (code: string): Error => Object.assign(new Error(code), { code, errno: -1 })

describe("what the system says of a file", () => {
  const explain = (thrown: Error, folder?: string): Promise<unknown> =>
    explained<unknown>("/swaps/a.json", () => Promise.reject(thrown), ...(folder === undefined ? [] : [folder]))

  it("is explained with the file, its folder, the reason and what to do, by its code if it has no words", async () => {
    const told = async (code: string) => {
      const { code: own, facts, next = "" } = await failure(explain(refusal(code)))
      expect(own).to.equal("JOURNAL_UNUSABLE")
      expect([facts["folder"], facts["file"]]).to.deep.equal(["/swaps", "/swaps/a.json"])
      return [facts["reason"], next.replace(/ Then run .*/, "")]
    }
    expect(await told("ENOSPC")).to.deep.equal(["the disk is full", "Free some space."])
    expect(await told("EROFS")).to.deep.equal(["the file system can only be read", "Make it writable."])
    expect(await told("EBUSY")).to.deep.equal(["EBUSY", "Make the folder readable and writable."])
    const ofFolder = await failure(explain(refusal("EACCES"), "/swaps/a.json"))
    expect([ofFolder.facts["folder"], ofFolder.facts["file"]]).to.deep.equal(["/swaps/a.json", undefined])
  })

  it("is passed on where it is no error of the system, because that is a bug", async () => {
    for (const bug of [new TypeError("bug"), Object.assign(new Error("bug"), { code: "ERR_INVALID" })]) {
      expect(await explain(bug).catch((thrown: unknown) => thrown)).to.equal(bug)
    }
  })

  it("is nothing where a file is missing, and nothing else is", async () => {
    expect(await ignoreMissing<number>(Promise.reject(refusal("ENOENT")))).to.equal(undefined)
    const denied = refusal("EACCES")
    expect(await ignoreMissing<number>(Promise.reject(denied)).catch((thrown: unknown) => thrown)).to.equal(denied)
    expect(await ignoreMissing(Promise.resolve(7))).to.equal(7)
  })
})
