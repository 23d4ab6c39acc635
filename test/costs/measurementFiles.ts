import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readMeasurements, saveMeasurements } from "#src/costs/measurementFiles.js"
import type { Measurement } from "#src/costs/measureWorld.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("what worlds have measured", () => {
  const measured = (key: string, credits: bigint): Measurement => ({
    ...{ contract: "App", functionName: "add", kind: "request", key, credits },
  })

  it("is read from the files of all of them, with every amount whole, and is nothing if there was none", async () => {
    await using folder = await temporaryFolder()
    const inside = path.join(folder.path, "report")
    expect(await readMeasurements(inside)).to.deep.equal([])
    const both = [measured("a", 2n ** 100n), measured("b", 0n)]
    await saveMeasurements(inside, both)
    await saveMeasurements(inside, [measured("c", 5n)])
    expect(await readMeasurements(inside)).to.have.deep.members([...both, measured("c", 5n)])
  })

  it("is not nothing where it cannot be read", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "file")
    await writeFile(file, "")
    const error: unknown = await readMeasurements(file).catch((thrown: unknown) => thrown)
    expect(error).to.have.property("code", "ENOTDIR")
  })
})
