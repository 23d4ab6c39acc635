import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { requireThisDevnet } from "#extras/page/tasks/trustForPage.js"
import { failure } from "#test/fixtures/failure.js"

describe("the chains that the page's commands reach", () => {
  const reach = (url: string, slug = 41_001) => {
    const alpha = { ...hre.config.networks["alpha"]!, type: "http", url: { getUrl: () => Promise.resolve(url) } }
    const config = { ...hre.config, networks: { ...hre.config.networks, alpha } } as unknown as typeof hre.config
    return requireThisDevnet(slug, { config }, 8645)
  }

  it("are those of the devnet that has the page", async () => {
    for (const host of ["127.0.0.1", "localhost"])
      expect((await reach(`http://${host}:8645/rpc/alpha`)).name).to.equal("alpha")
  })

  it("are refused where the configuration has another devnet, another machine's node, or no such chain", async () => {
    for (const url of [
      "http://127.0.0.1:9999/rpc/alpha",
      "https://node.example:8645/",
      "http://10.0.0.1:8645/rpc/alpha",
    ])
      expect(await failure(reach(url)), url).to.have.nested.property("facts.argument", "config.networks.alpha")
    expect(await failure(reach("http://127.0.0.1:8645/rpc/alpha", Number.NaN))).to.have.property(
      "code",
      "INVALID_INPUT",
    )
  })
})
