import { execFileSync } from "node:child_process"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { loadDeployments, readDeployments } from "#src/messaging/index.js"
import { DataFileError } from "#src/primitives/files/fileErrors.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { toDeploymentsFile, writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

const address = "0x943AC2775928318653e91d350574436A1b9b16f9"
const chain = {
  name: "one",
  chainId: 1,
  mainnet: false,
  socket: address,
  transmitManager: address,
  siblings: {},
}

async function refusal(content: unknown): Promise<DataFileError> {
  await using folder = await temporaryFolder()
  const error = await failure(readDeployments(await writeDataFile(folder.path, content)))
  if (!(error instanceof DataFileError)) throw error
  return error
}

describe("readDeployments", () => {
  it("does not wait for a pipe into which nobody writes", async function () {
    if (process.platform === "win32") this.skip()
    await using folder = await temporaryFolder()
    const pipe = path.join(folder.path, "pipe.json")
    execFileSync("mkfifo", [pipe])
    const error = await failure(readDeployments(pipe))
    if (!(error instanceof DataFileError)) throw error
    expect(error.facts).to.include({ file: pipe })
  })

  it("reads a file that says what the package knows as what the package knows", async () => {
    await using folder = await temporaryFolder()
    const known = await loadDeployments()
    const read = await readDeployments(await writeDataFile(folder.path, toDeploymentsFile(known)))
    expect(toDeploymentsFile(read)).to.deep.equal(toDeploymentsFile(known))
    expect(read.find(({ chainId }) => chainId === 1)?.switchboards).to.have.length(6)
  })

  it("leaves out paths from a chain to itself, which the public file has, and an execution manager", async () => {
    await using folder = await temporaryFolder()
    const siblings = { "7": { FAST: { switchboard: address } }, "8": { FAST: { switchboard: address } } }
    const [read] = await readDeployments(
      await writeDataFile(folder.path, { "7": { ...chain, executionManager: address, siblings } }),
    )
    expect(read?.switchboards).to.deep.equal([{ kind: "FAST", address, siblings: [8] }])
    expect(read).to.not.have.property("executionManager")
  })

  it("keeps whether a chain is a main one, was shut down, and where to begin, and leaves out what is not said", async () => {
    await using folder = await temporaryFolder()
    const chains = {
      "7": { ...chain, mainnet: true, retired: true, startBlock: 12 },
      "8": { ...chain, chainId: 2, retired: false },
    }
    const own = { name: "one", socket: address, transmitManager: address, switchboards: [] }
    expect(await readDeployments(await writeDataFile(folder.path, chains))).to.deep.equal([
      { ...own, slug: 7, chainId: 1, isMainnet: true, isRetired: true, startBlock: 12 },
      { ...own, slug: 8, chainId: 2, isMainnet: false },
    ])
  })

  it("keeps switchboards of one kind apart by their addresses, and of one address by their kinds", async () => {
    await using folder = await temporaryFolder()
    const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const [one, two] = [{ switchboard: address }, { switchboard: other }]
    const siblings = { "8": { FAST: one, OPTIMISTIC: one }, "9": { FAST: two }, "10": { FAST: one } }
    const [read] = await readDeployments(await writeDataFile(folder.path, { "7": { ...chain, siblings } }))
    expect(read?.switchboards).to.deep.equal([
      { kind: "FAST", address, siblings: [8, 10] },
      { kind: "OPTIMISTIC", address, siblings: [8] },
      { kind: "FAST", address: other, siblings: [9] },
    ])
  })

  it("adds the checksum to an address without one", async () => {
    await using folder = await temporaryFolder()
    const [read] = await readDeployments(
      await writeDataFile(folder.path, { "7": { ...chain, socket: address.toLowerCase() } }),
    )
    expect(read).to.include({ slug: 7, chainId: 1, isMainnet: false, socket: address })
  })

  for (const [what, content, path, reason] of [
    [
      "an address with a wrong digit",
      { "1": { ...chain, socket: address.replace("94", "95") } },
      "1.socket",
      /checksum/,
    ],
    ["the zero address", { "1": { ...chain, socket: `0x${"0".repeat(40)}` } }, "1.socket", /zero/],
    ["a missing manager", { "1": { ...chain, transmitManager: undefined } }, "1.transmitManager", /not an address/],
    ["a slug that is none", { "1e3": chain }, "1e3", /chain slug/],
    ["a slug that is too large", { "4294967296": chain }, "4294967296", /chain slug/],
    ["a chain id of 0", { "1": { ...chain, chainId: 0 } }, "1.chainId", /chain id/],
    ["a chain id that is no whole number", { "1": { ...chain, chainId: 1.5 } }, "1.chainId", /chain id/],
    ["a chain id that no number holds", { "1": { ...chain, chainId: 2 ** 53 } }, "1.chainId", /chain id/],
    ["a flag that is a number", { "1": { ...chain, mainnet: 1 } }, "1.mainnet", /true or false/],
    ["a chain id as text", { "1": { ...chain, chainId: "1" } }, "1.chainId", /chain id/],
    ["a name that a terminal would obey", { "1": { ...chain, name: "\u001b[2Jone" } }, "1.name", /letters/],
    ["two chains with one chain id", { "1": chain, "2": chain }, "2.chainId", /of 1$/],
    [
      "an unknown kind",
      { "1": { ...chain, siblings: { "2": { SLOW: { switchboard: address } } } } },
      "1.siblings.2.SLOW",
      /FAST, OPTIMISTIC, NATIVE_BRIDGE/,
    ],
    [
      "a switchboard that is none",
      { "1": { ...chain, siblings: { "2": { FAST: { switchboard: 5 } } } } },
      "1.siblings.2.FAST.switchboard",
      /not an address/,
    ],
    ["a list", [chain], "", /record/],
    ["something that is not JSON", "{", "", /not JSON/],
  ] as const) {
    it(`refuses ${what}, with its place and the reason`, async () => {
      const { code, facts, problems } = await refusal(content)
      expect(code).to.equal("DATA_FILE_INVALID")
      expect(problems).to.have.length(1)
      expect(problems[0]?.path).to.equal(path)
      expect(problems[0]?.reason).to.match(reason)
      expect(facts["problem"]).to.match(reason)
    })
  }

  it("shows a few problems of many, and how many more there are", async () => {
    const chains = Array.from({ length: 50 }, (_, index) => [index + 1, { ...chain, chainId: -1 }])
    const { facts, problems } = await refusal(Object.fromEntries(chains))
    expect(problems).to.have.length(50)
    expect(facts).to.include.keys("problem", "problem 5", "more problems").and.not.to.include.keys("problem 6")
  })

  it("refuses a file that is missing, a folder, and one that is too large", async () => {
    await using folder = await temporaryFolder()
    expect((await failure(readDeployments(`${folder.path}/none.json`))).facts["problem"]).to.match(
      /there is no such file/,
    )
    expect((await failure(readDeployments(folder.path))).facts).to.include({ file: folder.path })
    const { facts } = await refusal(" ".repeat(6 * 1024 * 1024))
    expect(facts["problem"]).to.match(/bytes/)
  })
})
