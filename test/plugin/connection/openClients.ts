import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import hardhatPlugs from "../../../src/index.js"
import { pollingIntervals } from "../../../src/plugin/connection/openClients.js"

describe("pollingIntervals", () => {
  it("are short for a devnet, and left to the client for any other server", async () => {
    const polling = async (messaging: { baseUrl: string; apiKey: string } | undefined) => {
      const plugs = messaging === undefined ? {} : { messaging }
      return pollingIntervals(
        (await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs })).config.plugs.messaging,
      )
    }
    expect((await polling(undefined)).minInterval).to.be.at.most(100)
    expect(await polling({ baseUrl: "https://messaging.example", apiKey: "k" })).to.deep.equal({})
  })
})
