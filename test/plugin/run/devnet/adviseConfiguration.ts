import { expect } from "chai"
import { describe, it } from "mocha"

import { adviseConfiguration } from "../../../../src/plugin/run/devnet/adviseConfiguration.js"
import { resolveDevnet } from "../../../../src/plugin/config/defaults.js"

describe("adviseConfiguration", () => {
  const config = resolveDevnet()

  it("is silent when the project looks where the devnet is", () => {
    expect(adviseConfiguration({ port: 8645, chains: ["alpha", "beta"] }, config)).to.equal(undefined)
  })

  it("names whatever the project doesn't know", () => {
    const { port } = config
    expect(adviseConfiguration({ port: 9000, chains: ["alpha", "beta"] }, config)).to.equal(
      "plugs: { devnet: { port: 9000 } }",
    )
    expect(adviseConfiguration({ port, chains: ["red", "green"] }, config)).to.contain('{ chains: ["red","green"] }')
    expect(adviseConfiguration({ port: 9000, chains: ["red", "green"] }, config)).to.match(/port: 9000, chains: /)
  })
})
