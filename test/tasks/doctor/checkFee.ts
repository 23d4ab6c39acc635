import { expect } from "chai"
import { describe, it } from "mocha"
import { getAddress } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { systemClock } from "#src/primitives/clock.js"
import { checkFee } from "#tasks/doctor/checkFee.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"

const socket = getAddress(`0x${"5".repeat(40)}`)
const address = getAddress(`0x${"6".repeat(40)}`)

/** Checks a plug whose messages cost 1000 wei to each of these chains, by an API that answers the same for each; `null` for one without fees. */
async function check(
  estimate: unknown,
  {
    slugs = [41002],
    fee = 1_000n,
    status = 200,
  }: { slugs?: number[]; fee?: bigint | null | Readonly<Record<number, bigint>>; status?: number } = {},
) {
  await using api = await startHostileServer(answerJson(estimate, { status }))
  const answer = ({ args }: { args: readonly unknown[] }) => {
    if (fee === null) throw revert()
    return typeof fee === "bigint" ? fee : fee[slugs.find((slug) => args.includes(slug))!]
  }
  const { client } = createFakeChain({ contracts: { [socket]: { abi: socketAbi, answer } } })
  const chain = { name: "alpha", slug: 41001, network: "alpha", socket, open: () => Promise.resolve({ client }) }
  const paths = slugs.map((slug) => ({ to: { name: `chain ${slug}`, slug, network: "x" }, config: {} }))
  const plug = { label: "Counter", chain, address, paths: () => Promise.resolve(paths) } as never
  const plugs = { messaging: { baseUrl: api.url, apiKey: { get: () => Promise.resolve("k") } } } as never
  const finding = await checkFee(plug, {
    plugs,
    clock: systemClock,
    timeout: 5_000,
    signal: new AbortController().signal,
  })
  return { ...finding, asked: api.requests.length }
}

describe("checkFee", () => {
  it("allows a tenth in either direction, to the wei", async () => {
    for (const [estimate, status] of [
      ["899", "failed"],
      ["900", "ok"],
      ["1000", "ok"],
      ["1100", "ok"],
      ["1101", "warning"],
    ] as const) {
      expect((await check(estimate)).status, estimate).to.equal(status)
    }
    const low = await check("899")
    expect(low.says)
      .to.contain("0.000000000000000899")
      .and.to.contain("0.000000000000001")
      .and.to.contain("Counter is refused")
    expect(low.mend).to.contain(`npx hardhat messaging fees --plug ${address} --from alpha --to chain 41002`)
    expect((await check("1101")).says).not.to.contain("refused")
    expect((await check("1000", { slugs: [41002, 41003] })).says).to.contain("chain 41002, chain 41003")
  })

  it("says the worst of several chains, whatever their order", async () => {
    const fee = { 41002: 1_000n, 41003: 900n, 41004: 1_200n }
    const worst = async (...slugs: number[]) => {
      const { status, says } = await check("1000", { slugs, fee })
      return [status, /To chain (\d+)/.exec(says)?.[1]]
    }
    expect(await worst(41002)).to.deep.equal(["ok", undefined])
    expect(await worst(41002, 41003)).to.deep.equal(["warning", "41003"])
    for (const slugs of [
      [41002, 41003, 41004],
      [41004, 41003, 41002],
    ]) {
      expect(await worst(...slugs)).to.deep.equal(["failed", "41004"])
    }
  })

  it("skips a plug that is connected to no chain, and asks nothing of it", async () => {
    expect(await check("1000", { slugs: [] })).to.include({ status: "skipped", asked: 0 })
  })

  it("has failed where the socket has no fee, and warns of a chain that only the API does not know", async () => {
    expect((await check("1000", { fee: null })).status).to.equal("failed")
    const unknown = { status: "BAD_REQUEST", message: "unsupported chain" }
    expect((await check(unknown, { status: 404 })).status).to.equal("warning")
    expect((await check({ message: "no" }, { status: 401 })).status).to.equal("failed")
  })
})
