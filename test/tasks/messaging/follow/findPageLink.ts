import { expect } from "chai"
import { describe, it } from "mocha"

import { findPageLink, sayPageLink } from "#tasks/messaging/follow/findPageLink.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

/** Its time does not pass, however slow the machine is. */
const io = { signal: new AbortController().signal, clock: createManualClock() }
const configOf = (origin: string) => ({ messaging: { baseUrl: `${origin}/messaging` } }) as never

/** The link of a server on this machine that answers so, and what was asked of it. */
async function linkAt(status: number, body: unknown) {
  const asked: (string | undefined)[] = []
  await using server = await listenLocally(({ url }, response) => {
    asked.push(url)
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  const { url: origin } = server
  const config = configOf(origin)
  const terminal = recordTerminal()
  const link = (await findPageLink(config, io))?.("0x7")
  await sayPageLink(config, "0x7", { ...io, terminal })
  return { link: link?.replace(origin, ""), said: terminal.stderr().replace(origin, ""), asked }
}

describe("findPageLink", () => {
  it("links to a message on the page of a devnet, and to nothing else that answers on this machine", async () => {
    const page = { page: "hardhat-plugs devnet" }
    expect(await linkAt(200, page)).to.deep.equal({
      ...{ link: "/m/0x7", said: "on the page of the devnet: /m/0x7\n", asked: ["/page/link", "/page/link"] },
    })
    for (const [status, body] of [
      [200, { page: "another" }],
      [404, page],
      [500, page],
    ] as const) {
      const { link, said, asked } = await linkAt(status, body)
      // Nobody waits for a second try.
      expect([link, said, asked.length]).to.deep.equal([undefined, "", 2])
    }
  })

  it("asks no server that is not on this machine, and waits for none that is away", async () => {
    const { fetch: usual } = globalThis
    const asked: unknown[] = []
    globalThis.fetch = (input) => {
      asked.push(input)
      return Promise.resolve(Response.json({ page: "hardhat-plugs devnet" }))
    }
    try {
      expect(await findPageLink(configOf("https://api.example"), io)).to.equal(undefined)
      expect(asked).to.deep.equal([])
    } finally {
      globalThis.fetch = usual
    }
    expect(await findPageLink(configOf(`http://127.0.0.1:${await freePort()}`), io)).to.equal(undefined)
  })
})
