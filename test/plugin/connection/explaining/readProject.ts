import { expect } from "chai"
import { describe, it } from "mocha"

import { loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { readProject } from "#src/plugin/connection/explaining/readProject.js"
import { failure } from "#test/fixtures/failure.js"

describe("the chains that a project brings to explain messages", () => {
  it("are those of its configuration, none for one that others know, and refused where one is gone", async () => {
    const reader = { client: {}, socket: "0x1" }
    const { chainOf } = await readProject(
      {
        config: {
          networks: { gateway: { chainId: 9 } },
          plugs: { messaging: {}, chains: {}, unidentified: {}, gateway: {}, contracts: {} },
          paths: { root: "/nowhere" },
        },
        artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) },
      } as never,
      {
        chains: [{ slug: 7, name: "own" }] as never,
        opened: { find: (slug) => Promise.resolve((slug === 7 ? reader : undefined) as never) },
      },
    )
    const known = await loadDeployments()
    const slugOf = (isGone: boolean): number => known.find(({ isRetired = false }) => isRetired === isGone)!.slug
    expect(await chainOf(7)).to.deep.equal({ ...reader, slug: 7, name: "own" })
    expect(await chainOf(slugOf(false))).to.equal(undefined)
    expect(await failure(Promise.resolve(chainOf(slugOf(true))))).to.include({ code: "CHAIN_RETIRED" })
  })
})
