import { text } from "node:stream/consumers"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex } from "viem"

import type { PlacedMark } from "#extras/watch/src/progress.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { openMetrics, prometheusText } from "#extras/watch/tasks/watch/openMetrics.js"
import { failure } from "#test/fixtures/failure.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

const idOf = (number: number): Hex => numberToHex(number, { size: 32 })

/** Messages 1, 2 and so on from chain 1 to chain 2, of which each look finds what came since the last one. */
function storeOf(statuses: readonly string[], marks: readonly PlacedMark[] = []) {
  let read = 0
  const asked: string[] = []
  const store = {
    message: (id: Hex) => ({ id, src: 1, dst: 2, fee: BigInt(id), at: 1 }),
    marksOf: () => marks,
    inFlight: () => [],
    chains: () => [],
    alerts: () => new Map(),
    unread(reader: string, { limit }: { limit: number }) {
      asked.push(`${reader} ${limit}`)
      if (asked.length > 100) throw new Error("It reads for ever.")
      const events = statuses.map((status, index) => {
        return { sequence: index + 1, fields: { status, messageId: idOf(index + 1) } }
      })
      // Two at a time.
      return events.slice(read, read + 2)
    },
    markRead(reader: string, sequence: number) {
      asked.push(`${reader} read to ${sequence}`)
      read = sequence
    },
  } as unknown as WatchStore
  return { store, asked }
}

describe("openMetrics", () => {
  it("counts each delivery once, whatever else was told, and serves the sums at /metrics alone", async () => {
    const { store, asked } = storeOf(["EXECUTION_SUCCESS", "SEALED", "EXECUTION_SUCCESS"])
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await using metrics = await openMetrics({ store, chainName: (slug) => `c${slug}`, port, otlp: undefined })
    await metrics.count()
    await metrics.count()
    expect(asked).to.deep.equal([
      ...["metrics 500", "metrics read to 2", "metrics 500", "metrics read to 3", "metrics 500"],
      "metrics 500",
    ])
    const served = await fetch(`${url}/metrics`)
    expect([served.status, served.headers.get("content-type")]).to.deep.equal([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ])
    const lines = (await served.text()).split("\n").filter((line) => /^plugs_message.*_total/.test(line))
    expect(lines).to.deep.equal([
      'plugs_messages_delivered_total{src="c1",dst="c2"} 2',
      'plugs_message_fees_wei_total{src="c1",dst="c2"} 4',
    ])
    expect((await fetch(`${url}/`)).status).to.equal(404)
    await metrics[Symbol.asyncDispose]()
    expect(await rejection(fetch(`${url}/metrics`))).to.be.instanceOf(TypeError)
  })

  it("sends the trace of each delivery to a collector at once, and sums and times at the end, also to one that refuses them", async () => {
    const marks: readonly PlacedMark[] = [
      { kind: "sealed", chain: 1, tx: idOf(2), at: 3 },
      { kind: "proposed", chain: 2, tx: idOf(3), at: 8 },
    ]
    for (const status of [200, 400]) {
      const { store } = storeOf(["SEALED", "EXECUTION_SUCCESS", "EXECUTION_SUCCESS"], marks)
      const got: string[] = []
      await using collector = await listenLocally((request, response) => {
        void text(request).then((body) => {
          got.push(`${request.url} ${body}`)
          response.writeHead(status, { "content-type": "application/json" }).end("{}")
        })
      })
      const options = { store, chainName: (slug: number) => `c${slug}`, port: undefined, otlp: collector.url }
      {
        await using metrics = await openMetrics(options)
        await metrics.count()
        const ids = got.map((one) => Number(/^\/v1\/traces .*"(0x0{63}\d)"/.exec(one)?.[1]))
        expect(ids).to.deep.equal([2, 3])
      }
      const sums = got.slice(2)
      expect(sums.every((one) => one.startsWith("/v1/metrics "))).to.equal(true)
      expect(sums[0]).to.match(/"plugs_messages_delivered_total".*"asDouble":2\D/)
      // Of each stage, in seconds.
      expect(sums[0])
        .to.match(/"count":2,"sum":4\D/)
        .and.to.match(/"count":2,"sum":10\D/)
    }
  })

  it("is what Prometheus reads: each label in quotes, and no measure that has no sample", () => {
    const measure = { name: "sent", type: "counter", help: "Sent." } as const
    const labels = { src: 'a"b\\c\nd', dst: "e" }
    expect(
      prometheusText([
        { ...measure, samples: [{ labels: {}, value: 7 }] },
        { ...measure, name: "none", samples: [] },
        {
          ...measure,
          name: "took",
          type: "histogram",
          samples: [
            { labels, value: 5n, part: "_sum" },
            { labels: { src: "f" }, value: 6 },
          ],
        },
      ]),
    ).to.equal(
      [
        ...["# HELP sent Sent.", "# TYPE sent counter", "sent 7"],
        ...[
          "# HELP took Sent.",
          "# TYPE took histogram",
          'took_sum{src="a\\"b\\\\c\\nd",dst="e"} 5',
          'took{src="f"} 6',
          "",
        ],
      ].join("\n"),
    )
  })

  it("refuses a port that is taken, and reads nothing where nothing is measured", async () => {
    const { store, asked } = storeOf(["EXECUTION_SUCCESS"])
    const options = { store, chainName: String, port: await freePort(), otlp: undefined }
    await using first = await openMetrics(options)
    const error = await failure(openMetrics(options))
    expect([error.code, error.facts["argument"]]).to.deep.equal(["INVALID_INPUT", "--metrics-port"])
    const wrong = await openMetrics({ ...options, port: 65_536 }).catch((thrown: unknown) => thrown as { code: string })
    expect("code" in wrong && wrong.code, "what is wrong otherwise").to.equal("ERR_SOCKET_BAD_PORT")
    await using none = await openMetrics({ ...options, port: undefined })
    await none.count()
    expect(asked).to.deep.equal([])
    await first.count()
    expect(asked).to.have.length(3)
  })
})
