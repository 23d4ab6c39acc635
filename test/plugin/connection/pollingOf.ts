import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import hardhatPlugs from "../../../src/index.js"
import { pollingOf } from "../../../src/plugin/connection/pollingOf.js"

describe("pollingOf", () => {
  it("looks often at a devnet, and leaves the pace of any other server to the client", async () => {
    const polling = async (messaging: { baseUrl: string; apiKey: string } | undefined) => {
      const plugs = messaging === undefined ? {} : { messaging }
      return pollingOf(
        (await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs })).config.plugs.messaging,
      )
    }
    expect((await polling(undefined)).minInterval).to.be.at.most(100)
    expect(await polling({ baseUrl: "https://messaging.example", apiKey: "k" })).to.deep.equal({})
  })
})
