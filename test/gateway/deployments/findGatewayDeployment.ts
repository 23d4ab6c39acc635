import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { findGatewayDeployment, loadGatewayDeployments } from "#src/gateway/index.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** The deployments as the file of a user has them. */
async function asFile(): Promise<Record<string, { gateway: object; chains: Record<string, object> }>> {
  const entries = (await loadGatewayDeployments()).map(({ name, gateway, chains }) => [
    name,
    { gateway, chains: Object.fromEntries(chains.map(({ slug, ...chain }) => [slug, chain])) },
  ])
  return Object.fromEntries(entries) as Awaited<ReturnType<typeof asFile>>
}

async function find(content: object, fragment = "") {
  await using folder = await temporaryFolder()
  const file = path.join(folder.path, "gateways.json")
  await writeFile(file, JSON.stringify(content))
  return await findGatewayDeployment(`${file}${fragment}`)
}

describe("findGatewayDeployment", () => {
  it("reads a deployment from a file, by its name if there are several", async () => {
    const file = await asFile()
    expect(await find(file, "#dev")).to.deep.equal(await findGatewayDeployment("dev"))
    expect((await find({ ours: file["dev"] })).name).to.equal("ours")
    expect((await failure(find(file))).facts["problem"]).to.match(/ stage, dev\b/)
    expect((await failure(find(file, "#prod"))).facts["problem"]).to.match(/ prod, .* stage, dev\b/)
  })

  it("says of a file without deployments that it has none", async () => {
    expect((await failure(find({}))).facts["problem"]).to.equal("it has no deployment")
    expect((await failure(find({}, "#ours"))).facts["problem"]).to.equal("it has no deployment ours, only none")
  })

  it("refuses a file with something wrong, with its place and the reason", async () => {
    const { dev } = await asFile()
    const problem = async (change: object): Promise<string | undefined> =>
      (await failure(find({ ours: { ...dev, ...change } }))).facts["problem"]
    expect(await problem({ gateway: { ...dev!.gateway, watcher: "0x12" } })).to.match(
      /^ours\.gateway\.watcher: .*not an address/,
    )
    expect(await problem({ gateway: { ...dev!.gateway, slug: -1 } })).to.match(/^ours\.gateway\.slug: .*slug/)
    expect(await problem({ chains: { "0x1": {} } })).to.match(/^ours\.chains\.0x1: .*slug/)
    expect(await failure(find({ "\u001b[2J": dev }))).to.have.property("code", "DATA_FILE_INVALID")
  })
})
