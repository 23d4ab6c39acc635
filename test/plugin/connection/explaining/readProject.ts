import { expect } from "chai"
import { describe, it } from "mocha"

import { readProject } from "#src/plugin/connection/explaining/readProject.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

describe("the chains that a project brings to explain messages", () => {
  it("are those of its configuration, none for one that others know, and refused where one is gone", async () => {
    await using folder = await temporaryFolder()
    const none = `0x${"1".repeat(40)}`
    const gone = {
      name: "gone",
      chainId: 5,
      mainnet: false,
      retired: true,
      socket: none,
      transmitManager: none,
      siblings: {},
    }
    const deployment = await writeDataFile(folder.path, { "5": gone, "6": { ...gone, chainId: 6, retired: false } })
    const reader = { client: {}, socket: "0x1", slug: 7, name: "own" }
    const { chainOf } = await readProject(
      {
        config: {
          networks: { gateway: { chainId: 9 } },
          plugs: {
            messaging: { deployment },
            chains: {},
            unidentified: {},
            gateway: {},
            contracts: {},
            devnet: { gateway: { chainId: 9 } },
          },
          paths: { root: "/nowhere" },
        },
        artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) },
      } as never,
      { find: (slug) => Promise.resolve((slug === 7 ? reader : undefined) as never) },
    )
    expect(await chainOf(7)).to.equal(reader)
    expect(await chainOf(6)).to.equal(undefined)
    expect(await failure(Promise.resolve(chainOf(5)))).to.include({ code: "CHAIN_RETIRED" })
  })
})
