import { expect } from "chai"
import { describe, it } from "mocha"
import { parseEther } from "viem"

import { applyOnForks } from "#tasks/messaging/wire.js"
import { planProject } from "#tasks/messaging/wire/planProject.js"
import { account } from "#test/fixtures/nodes/fakeChain.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { createFakeWiring, wired } from "#test/fixtures/worlds/messaging/fakeWiring.js"

describe("applyOnForks", () => {
  it("gives each sender the name and the money for its changes, and leaves what nobody sends or is blocked", async () => {
    await using folder = await temporaryFolder()
    const { hre, sent, asked, balances } = createFakeWiring({ root: folder.path })
    const options = { isDryRun: true, io: createPerson().io }
    await using project = await planProject(hre, { file: undefined, disconnect: false }, options)
    const { plan, chains, forks } = project
    const [ofAlpha, ofBeta] = plan.changes
    if (ofAlpha === undefined || ofBeta === undefined) throw new Error("nothing is planned")
    expect(plan.changes.map(({ status, sender }) => [status, sender])).to.deep.equal([
      ["ready", account],
      ["ready", account],
    ])
    const other = at(0x77)
    const changes = [
      { ...ofAlpha, status: "elsewhere", sender: other },
      { ...ofBeta, status: "ready", sender: account },
      { ...ofAlpha, status: "elsewhere", sender: undefined },
      { ...ofBeta, status: "blocked", sender: other },
    ] as const
    const before = asked.length
    const all = { ...chains, gamma: { slug: 41_003 } }
    const parameters = { plan: { ...plan, changes }, chains: all, allowedSwitchboards: [wired.switchboard] }
    const { results } = await applyOnForks(parameters, forks)
    expect(results.map(({ change, status }) => [change.chain, status, change.sender])).to.deep.equal([
      ["alpha", "done", other],
      ["beta", "blocked", other],
      ["beta", "done", account],
      ["alpha", "elsewhere", undefined],
    ])
    expect(sent).to.deep.equal([`fork of alpha by ${other}`, `fork of beta by ${account}`])
    for (const name of ["alpha", "beta"]) {
      expect(asked.slice(before).filter((told) => told.startsWith(name))).to.deep.equal(
        [other, account].flatMap((sender) => [
          ...[`${name} hardhat_impersonateAccount ${sender}`, `${name} hardhat_setBalance ${sender}`],
        ]),
      )
    }
    const given = [other, account].map((sender) => BigInt(balances.get(sender) ?? 0))
    expect(given).to.deep.equal([parseEther("1000"), parseEther("1000")])
  })
})
