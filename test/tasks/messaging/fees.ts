import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress } from "viem"

import { startUnknowingApi } from "../../fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/messaging/devnetWorld.js"

type Row = {
  to: { name: string }
  estimate: string | null
  onChain: string | null
  differencePercent: string | null
  errors: { code: string }[]
}

describe("hardhat messaging fees", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  after(() => world.devnet.stop())

  it("compares the API's estimate with the socket's minimum, one row for each destination", async () => {
    const { code, stdout, stderr } = await world.run([
      "messaging",
      "fees",
      "--plug",
      world.counters.alpha,
      "--from",
      "alpha",
      "--to",
      "beta,41003,41002",
    ])
    expect(code).to.equal(0)
    expect(stderr).to.match(/^For 100000 gas .*\n$/)
    const [titles = "", ...rows] = stdout.trimEnd().split("\n")
    expect(titles).to.match(/API estimate .*on-chain minimum .*difference/)
    expect(rows).to.have.length(2)
    expect(rows[0]).to.match(/^beta .*\((\d+) wei\) .*\(\1 wei\) .*0\.00 %/)
    expect(rows[1]).to.match(/^gamma /)
  })

  it("prints one JSON document, with amounts that keep their digits", async () => {
    const { code, stdout } = await world.run([
      "--network",
      "alpha",
      "messaging",
      "fees",
      "--plug",
      world.counters.alpha,
      "--to",
      "beta",
      "--gas-limit",
      "1000000",
      "--payload-length",
      "2000",
      "--json",
    ])
    expect(code).to.equal(0)
    const document = JSON.parse(stdout) as { srcPlug: string; msgGasLimit: string; destinations: Row[] }
    expect(document).to.deep.include({
      srcPlug: getAddress(world.counters.alpha),
      msgGasLimit: "1000000",
      payloadLength: 2000,
    })
    const [row] = document.destinations
    expect(row).to.deep.include({ estimate: row?.onChain, differencePercent: "0.00", errors: [] })
    expect(row?.onChain).to.match(/^\d{15,}$/)
  })

  it("shows the error of one destination in its row, the others as usual, and ends with 1", async () => {
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "alpha,beta"]
    const [table, json] = await Promise.all([world.run(args), world.run([...args, "--json"])])
    expect([table.code, json.code]).to.deep.equal([1, 1])
    const [, alpha = "", beta = ""] = table.stdout.split("\n")
    expect(alpha).to.match(/^alpha .*not connected/)
    expect(beta).to.match(/^beta .*0\.00 %/)
    const { destinations } = JSON.parse(json.stdout) as { destinations: Row[] }
    expect(destinations[0]?.errors.map((error) => error.code)).to.include("PLUG_NOT_CONNECTED")
    expect(destinations[1]?.errors).to.deep.equal([])
  })

  it("shows what a call costs, from its simulation, and sends nothing", async () => {
    const { publicClient, walletClient } = world.devnet.chains["alpha"]!
    const sentSoFar = () => publicClient.getTransactionCount({ address: walletClient.account.address })
    const before = await sentSoFar()
    const call = ["--call", "addMany(uint32,uint256[])", "beta", "[1,2]"]
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", ...call]
    const { code, stdout } = await world.run([...args, "--json"])
    expect(code).to.equal(0)
    const priced = JSON.parse(stdout) as { fee: string; destinations: { msgGasLimit: string; onChain: string }[] }
    expect(priced.destinations.map(({ msgGasLimit }) => msgGasLimit)).to.deep.equal(["100000", "100000"])
    expect(BigInt(priced.fee)).to.equal(priced.destinations.reduce((sum, { onChain }) => sum + BigInt(onChain), 0n))
    const human = await world.run(args)
    expect(human.stdout).to.contain(`(${priced.fee} wei)`)
    expect(await sentSoFar()).to.equal(before)
    const sent = await world.run([
      "messaging",
      "send",
      world.counters.alpha,
      ...call.slice(1),
      "--from",
      "alpha",
      "--json",
    ])
    expect((JSON.parse(sent.stdout) as { fee: string }).fee).to.equal(priced.fee)
    const refused = await world.run([...args, "--to", "beta"])
    expect(refused.code).to.equal(1)
    expect(refused.error).to.include({ code: "INVALID_INPUT", argument: "--to" })
  })

  it("says for how much gas, where that is from, and that a plug may ask for more", async () => {
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "beta"]
    expect((await world.run(args)).stderr).to.match(/For 100000 gas \(the plug's INBOUND_GAS\).*--call/)
    expect((await world.run([...args, "--gas-limit", "7"])).stderr).to.match(
      /For 7 gas \(as given\).*may ask for more gas/,
    )
    const { socket } = world.devnet.chains["alpha"]!.contracts
    const nameless = [...args.slice(0, 3), socket, ...args.slice(4)]
    expect((await world.run(nameless)).stderr).to.match(/\(assumed\)/)
  })

  it("shows the socket's minimum with a note and ends with 0 when the API does not know the chain", async () => {
    await using api = await startUnknowingApi()
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "alpha", "--to", "beta,gamma"]
    const [table, json] = await Promise.all([world.run(args, api), world.run([...args, "--json"], api)])
    expect([table.code, json.code]).to.deep.equal([0, 0])
    expect(table.stdout).to.match(
      /^beta +– +0\.\d+ \(\d+ wei\) +– +The messaging API does not know this chain \(no chain 41001 here\)/m,
    )
    const { destinations } = JSON.parse(json.stdout) as { destinations: (Row & { note: string })[] }
    for (const row of destinations) {
      expect(row).to.deep.include({ estimate: null, differencePercent: null, errors: [] })
      expect(row.onChain).to.match(/^\d{12,}$/)
      expect(row.note).to.contain("41001")
    }
  })

  it("says which node is away when the devnet that runs lacks the chain", async () => {
    const env = { PLUGS_TEST_CHAINS: "alpha,beta,delta" }
    const args = ["messaging", "fees", "--plug", world.counters.alpha, "--from", "delta", "--to", "alpha"]
    const { code, error, stdout, stderr } = await world.run(args, { env })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(error?.code).to.equal("NODE_UNREACHABLE")
    expect(stderr).to.contain(`${world.devnet.url}/rpc/delta`)
    expect(stderr).to.not.match(/^\s+at /m)
  })
})
