import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createSwapClient } from "#extras/swap/src/createSwapClient.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { deepDescribe, deepIt, isDeep, runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import {
  bodyOf,
  hostileBodies,
  hostileLists,
  type LargeBody,
  MiB,
  readers,
  serve,
  validBodies,
} from "#test/fixtures/servers/largeBodies.js"

/** CPU time in milliseconds, which other processes of a busy machine do not lengthen much. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The least of three runs: the first one is the compiler's, and the garbage of others is collected in any.
 *
 * @param enough milliseconds below which a run is not repeated
 */
async function leastCpuTime(work: () => Promise<unknown>, enough = 0): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 3 && !times.some((time) => time < enough); run += 1) times.push(await cpuTime(work))
  return Math.min(...times)
}

const size = (isDeep ? 4.9 : 0.2) * MiB
/** Milliseconds for a MiB: three times what the slowest needs beside other work. */
const maxTime = 800

async function read({ reader }: LargeBody, body: string): Promise<unknown> {
  return await readers[reader](serve(body))
}

describe("a large body", () => {
  for (const [name, kind] of Object.entries({ ...hostileLists, ...hostileBodies })) {
    it(`of ${name} is refused in little time`, async () => {
      const body = bodyOf(kind, size)
      let error: PlugsError | undefined
      const limit = maxTime * (body.length / MiB)
      const took = await leastCpuTime(async () => {
        error = await failure(read(kind, body))
      }, limit)
      expect(error?.code).to.equal("MALFORMED_RESPONSE")
      expect(error?.message).to.have.length.below(1_000)
      expect(took).to.be.below(limit)
    })
  }

  for (const [name, kind] of Object.entries(validBodies)) {
    it(`of ${name} is parsed in little time`, async () => {
      const body = bodyOf(kind, size)
      const limit = maxTime * (body.length / MiB)
      expect(await leastCpuTime(() => read(kind, body), limit)).to.be.below(limit)
    })
  }

  it("of the size limit, with objects of two characters, is refused before it is parsed", async () => {
    const kind = hostileLists["tokens that are empty objects"] as LargeBody
    const body = bodyOf(kind, 4.9 * MiB)
    let error: PlugsError | undefined
    const took = await cpuTime(async () => {
      error = await failure(read(kind, body))
    })
    expect(error?.shortMessage).to.match(/unusable: it has more than \d+ values/)
    expect(took / 4.9).to.be.below(maxTime)
  })

  it("is refused at the first element that is wrong, wherever that is", async () => {
    const valid = validBodies["tokens"] as LargeBody
    const wrongFrom = isDeep ? 5_000 : 50
    const unit = (index: number): string =>
      index < wrongFrom ? valid.unit(index) : '{"chainId":-1,"symbol":"one that is malformed"}'
    const error = await failure(read(valid, bodyOf({ ...valid, unit }, (isDeep ? 2 : 0.1) * MiB)))
    expect(error.facts).to.include({ path: `result.1[${wrongFrom}].chainId`, found: "-1" })
  })

  it("is refused with more than a thousand malformed elements, if they are more than the others", async () => {
    const { head, tail, unit } = validBodies["tokens"] as LargeBody
    const bodyWith = (malformed: number, others: number): string => {
      const elements = Array.from({ length: malformed + others }, (_, index) =>
        index < malformed ? "{}" : unit(index),
      )
      return `${head}${elements.join(",")}${tail}`
    }
    for (const [malformed, others] of [
      [1_000, 1],
      [1_001, 1_001],
      [1_001, 1_002],
    ] as const) {
      const { 1: tokens } = (await readers.tokens(serve(bodyWith(malformed, others)))) as Record<number, unknown[]>
      expect(tokens).to.have.length(others)
    }
    for (const [malformed, others] of [
      [1, 0],
      [1_001, 1_000],
    ] as const) {
      expect((await failure(readers.tokens(serve(bodyWith(malformed, others))))).code).to.equal("MALFORMED_RESPONSE")
    }
  })

  deepIt("with 20,000 tokens is parsed in at most 25 times the time of JSON.parse", async () => {
    const tokens = (count: number): string => {
      const { head, unit, tail } = validBodies["tokens"] as LargeBody
      return `${head}${Array.from({ length: count }, (_, index) => unit(index)).join(",")}${tail}`
    }
    const body = tokens(20_000)
    const ratios: number[] = []
    // One right after the other: a busy machine slows both.
    while (ratios.length < 6 && !ratios.some((ratio) => ratio < 25)) {
      const parsing = await cpuTime(async () => await Promise.resolve(JSON.parse(body) as unknown))
      ratios.push((await cpuTime(() => readers.tokens(serve(body)))) / parsing)
    }
    expect(Math.min(...ratios)).to.be.below(25)
  })

  it("says that it has too much, where all that was read of it is as specified", async () => {
    const valid = validBodies["messages"] as LargeBody
    const padded = (index: number): string => valid.unit(index).replace(/}$/, `,"more":[${"0,".repeat(400)}0]}`)
    const error = await failure(read(valid, bodyOf({ ...valid, unit: padded }, 0.5 * MiB)))
    expect(error.code).to.equal("MALFORMED_RESPONSE")
    expect(error.shortMessage).to.match(/ \d+ values/)
  })

  it("with a part that was not read does not count as one without it", async () => {
    const body = `{"success":true,"result":{"routes":[${Array(60_000).fill("0").join(",")}],"destinationChainId":1}}`
    const client = createSwapClient({ baseUrl: "http://127.0.0.1", retries: 0, fetch: serve(body) })
    const user = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const request = { userOps: "tx", inputToken: user, outputToken: user, inputAmount: 1n, userAddress: user } as const
    const error = await failure(
      client.getQuote({ ...request, originChainId: 1, destinationChainId: 1, receiverAddress: user }),
    )
    expect(error.message).to.not.contain("destinationChainId")
  })
})

deepDescribe("the memory of parsing", () => {
  /** What the process needs without a body, in MiB. */
  const own = 16

  it("is at most twenty times the size of the body", async function () {
    const names = Object.keys({ ...validBodies, ...hostileLists, ...hostileBodies })
    const child = fileURLToPath(new URL("../fixtures/children/parsingChild.ts", import.meta.url))
    const limit = `--max-old-space-size=${own + 98}`
    const run = promisify(execFile)(process.execPath, [limit, "--import", "tsx/esm", child, ...names])
    expect((await run).stdout.trim().split("\n")).to.deep.equal(names)
  })
})

describe("any body", () => {
  it("is parsed or refused with a typed error, whatever it is", async () => {
    const piece = fc.constantFrom(
      ...Array.from('[]{},:"\\ \n'),
      '"result"',
      '"response"',
      '"__proto__"',
      '"status"',
      "1e400",
      "-0",
      "null",
      "\\u0000",
      "\ud800",
      '{"a":',
      "[[[[",
    )
    const body = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
      fc.json({ maxDepth: 6 }),
      fc.json().map((text) => `{"status":"SUCCESS","success":true,"result":${text},"result":${text}}`),
      fc.json().map((text) => `{"__proto__":${text},"response":[{"Payloads":[${text}],"status":"X"}]}`),
    )
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        for (const reader of Object.values(readers)) {
          const ended = await reader(serve(text)).then(
            () => "parsed",
            (error: unknown) => (error as PlugsError).code,
          )
          expect(ended).to.be.oneOf([
            "parsed",
            "MALFORMED_RESPONSE",
            "HTTP_STATUS",
            "UNAUTHORIZED",
            "NOT_FOUND",
            "RATE_LIMITED",
          ])
        }
        expect(Object.hasOwn(Object.prototype, "a")).to.equal(false)
      }),
      runs({ fast: 15 }),
    )
  })
})
