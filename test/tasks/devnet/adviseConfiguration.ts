import { expect } from "chai"
import { describe, it } from "mocha"

import { resolveDevnet } from "#src/plugin/config/resolvePlugs.js"
import { adviseConfiguration } from "#tasks/devnet/describeDevnet.js"

describe("adviseConfiguration", () => {
  const config = resolveDevnet()

  it("gives nothing when the project expects this devnet", () => {
    expect(adviseConfiguration({ port: 8645, chains: ["alpha", "beta"] }, config)).to.equal(undefined)
  })

  it("names whatever differs from what the project expects", () => {
    const { port } = config
    expect(adviseConfiguration({ port: 9000, chains: ["alpha", "beta"] }, config)).to.equal(
      "plugs: { devnet: { port: 9000 } }",
    )
    expect(adviseConfiguration({ port, chains: ["red", "green"] }, config)).to.contain('{ chains: ["red","green"] }')
    expect(adviseConfiguration({ port: 9000, chains: ["red", "green"] }, config)).to.match(/port: 9000, chains: /)
  })
})
