import { expect } from "chai"
import type { ResolvedConfigurationVariable } from "hardhat/types/config"
import { describe, it } from "mocha"

import { PathNotFoundError, type StatusError, statusError } from "#src/http/errors.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { type ApiProbe, checkApi, checkApiClock, checkApiKey, createApiProbes } from "#tasks/doctor/apis.js"
import { findOddity, keepBeginning } from "#tasks/doctor/oddAnswers.js"

type Answer = Awaited<ReturnType<ApiProbe["ask"]>>

const probe = (answer: Answer, more: Partial<ApiProbe> = {}): ApiProbe => ({
  ...{ name: "swap", origin: "https://api.example", isDevnet: false, hasKey: true },
  ask: () => Promise.resolve(answer),
  ...more,
})

const request = { method: "GET", origin: "https://api.example", route: "/", attempts: 1, elapsed: 1 } as const
const answered = (status: number, serverCode?: string): StatusError => statusError(request, { status, serverCode })

class ConnectionError extends PlugsError {
  readonly code = "UNREACHABLE"
}

class BusyError extends PlugsError {
  readonly code = "RATE_LIMITED"
}

describe("checkApi", () => {
  const baseUrl = "baseUrl"

  it("tells an API that fails at what was asked from one that is not there or another one", async () => {
    const table: [Answer, Partial<ApiProbe>, string, string?][] = [
      [{}, {}, "ok"],
      [{ oddity: "It lists no chain." }, {}, "warning", baseUrl],
      [{ error: new ConnectionError("Down.") }, {}, "failed", baseUrl],
      [{ error: answered(401) }, {}, "ok"],
      [{ error: answered(400) }, {}, "warning", "followed on the chains"],
      [{ error: answered(400) }, { name: "gateway" }, "ok"],
      [{ error: answered(404) }, {}, "failed", baseUrl],
      [{ error: answered(404) }, { name: "gateway" }, "failed", baseUrl],
      [{ error: answered(404) }, { name: "messaging" }, "warning", baseUrl],
      [{ error: answered(404, "NOT_FOUND") }, { name: "messaging" }, "ok"],
      [{ error: answered(404, "NOT_FOUND") }, {}, "failed", baseUrl],
      [
        { error: new PathNotFoundError({ request, status: 404, serverCode: "NOT_FOUND" }) },
        { name: "messaging" },
        "failed",
        baseUrl,
      ],
      [{ error: answered(501) }, {}, "warning", "followed on the chains"],
      [{ error: answered(502) }, {}, "failed", baseUrl],
      [{ error: answered(503) }, {}, "failed", baseUrl],
      [{ error: new BusyError("Busy.") }, {}, "warning", "later"],
      [{ error: answered(429) }, {}, "warning", "Wait a little"],
      [{ error: new BusyError("Busy.", { next: "Wait a minute." }) }, {}, "warning", "Wait a minute."],
    ]
    for (const [answer, more, status, mend] of table) {
      const found = await checkApi(probe(answer, more))
      const what = `${String(answer.error?.message)} ${JSON.stringify(more)}`
      expect(found.status, what).to.equal(status)
      expect(found.says, what).to.contain("https://api.example")
      if (mend === undefined) expect(found.mend, what).to.equal(undefined)
      else expect(found.mend, what).to.contain(mend)
    }
    expect((await checkApi(probe({ oddity: "It lists no chain." }))).says).to.contain("It lists no chain.")
    expect((await checkApi(probe({ error: new ConnectionError("It is down.") }))).says).to.contain("It is down.")
  })

  it("does not ask without a key, and says what of the configuration does not fit", async () => {
    const error = new InvalidInputError({ argument: "baseUrl", problem: "it is no URL", fix: "Correct it." })
    expect((await checkApi(probe({ notAsked: { about: "key", error } }))).status).to.equal("skipped")
    const refused = await checkApi(probe({ notAsked: { about: "api", error } }))
    expect(refused).to.deep.include({ status: "failed", mend: "Correct it." })
    expect((await checkApiKey(probe({ notAsked: { about: "key", error } }))).status).to.equal("failed")
    expect((await checkApiKey(probe({ notAsked: { about: "api", error } }))).status).to.equal("skipped")
  })
})

describe("the probes of the APIs", () => {
  it("ask nothing at a URL that is none or would show the key, or without the key that is configured", async () => {
    const asked: string[] = []
    const { fetch } = globalThis
    globalThis.fetch = (input) => {
      asked.push(input instanceof Request ? input.url : String(input))
      return Promise.reject(new Error("nothing may be asked"))
    }
    const key = (get: () => Promise<string>) => ({ get }) as unknown as ResolvedConfigurationVariable
    const good = key(() => Promise.resolve("secret"))
    const unset = key(() => Promise.reject(new Error("not set")))
    try {
      const found = []
      for (const [baseUrl, apiKey] of [
        ["no url", good],
        ["http://api.example/", good],
        ["https://api.example/", unset],
        ["https://api.example/", key(() => Promise.resolve(" "))],
      ] as const) {
        const api = { baseUrl, apiKey }
        const plugs = { devnet: { port: 8545 }, messaging: api, gateway: api, swap: { ...api, affiliate: undefined } }
        const options = { chains: [], clock: systemClock, timeout: 1_000 }
        const [messaging, , swap] = createApiProbes(plugs as unknown as PlugsConfig, options)
        for (const { origin, isDevnet, hasKey, ask } of [messaging!, swap!]) {
          const { notAsked } = await ask()
          found.push([origin, isDevnet, hasKey, notAsked?.about, (notAsked?.error as { code?: string }).code])
        }
      }
      expect(found).to.deep.equal([
        ...Array<unknown>(2).fill(["an invalid URL", false, true, "api", "INVALID_INPUT"]),
        ...Array<unknown>(2).fill(["http://api.example", false, true, "api", "INSECURE_URL"]),
        ...Array<unknown>(4).fill(["https://api.example", false, true, "key", undefined]),
      ])
      expect(asked).to.deep.equal([])
    } finally {
      globalThis.fetch = fetch
    }
  })
})

describe("checkApiKey", () => {
  it("is sure of a key only where the API answered as it does", async () => {
    const table: [Answer, Partial<ApiProbe>, string, string][] = [
      [{}, {}, "ok", "accepts the key"],
      [{}, { hasKey: false }, "ok", "takes no key"],
      [{ error: answered(401) }, {}, "failed", "refuses the key"],
      [{ error: answered(401) }, { hasKey: false }, "failed", "wants a key"],
      [{ oddity: "It lists no chain." }, {}, "skipped", ""],
      [{ error: answered(503) }, {}, "skipped", ""],
      [{ error: answered(404, "NOT_FOUND") }, { name: "messaging" }, "ok", "accepts the key"],
    ]
    for (const [answer, more, status, says] of table) {
      const found = await checkApiKey(probe(answer, more))
      expect(found.status, JSON.stringify([answer.error?.message, more])).to.equal(status)
      expect(found.says).to.contain(says)
    }
    const mendOf = async (isDevnet: boolean) => (await checkApiKey(probe({ error: answered(401) }, { isDevnet }))).mend
    expect(await mendOf(true)).to.match(/^Leave out config\.plugs\.swap\.apiKey/)
    expect(await mendOf(false)).to.contain("https://api.example")
  })
})

describe("checkApiClock", () => {
  it("allows half a minute in either direction, and says which clock is behind", async () => {
    const found = async (ahead?: number) => {
      const { status, says, mend } = await checkApiClock(probe({ ahead }))
      return [status, /by|behind|ahead of/.exec(says)?.[0], mend !== undefined]
    }
    expect(await found()).to.deep.equal(["skipped", undefined, false])
    for (const near of [0, 30_000, -30_000]) expect((await found(near))[0]).to.equal("ok")
    expect(await found(30_001)).to.deep.equal(["warning", "behind", true])
    expect(await found(-30_001)).to.deep.equal(["warning", "ahead of", true])
    expect((await checkApiClock(probe({ ahead: -90_000 }))).says).to.contain("1 min 30 s")
  })
})

describe("findOddity", () => {
  const chain = (slug: number, chainId?: number) => ({ slug, chainId }) as never
  const odd = (
    name: Parameters<typeof findOddity>[0],
    answer: unknown,
    { beginning = "", chains = [] as never[] } = {},
  ) => findOddity(name, { answer, beginning, chains }) !== undefined

  it("expects a chain of the project in the list of the swap API", () => {
    const listed = [{ chainId: 10 }, { chainId: 42161 }]
    expect(odd("swap", [])).to.equal(true)
    expect(odd("swap", { chainId: 10 })).to.equal(true)
    expect(odd("swap", listed)).to.equal(false)
    expect(odd("swap", listed, { chains: [chain(10)] })).to.equal(false)
    expect(odd("swap", listed, { chains: [chain(1), chain(42161)] })).to.equal(false)
    expect(odd("swap", listed, { chains: [chain(1)] })).to.equal(true)
    // The chain id decides where a slug is another number.
    expect(odd("swap", listed, { chains: [chain(10, 999)] })).to.equal(true)
    expect(odd("swap", listed, { chains: [chain(77, 10)] })).to.equal(false)
  })

  it("knows an empty answer by what it is wrapped in", () => {
    const [messaging, gateway] = ['{"status":"SUCCESS","result":[]}', ' { "response" : [], "status" : "SUCCESS" }']
    expect(odd("messaging", [], { beginning: messaging })).to.equal(false)
    expect(odd("gateway", [], { beginning: gateway })).to.equal(false)
    expect(odd("gateway", [], { beginning: messaging })).to.equal(true)
    expect(odd("messaging", [], { beginning: gateway })).to.equal(true)
    expect(odd("messaging", [], { beginning: '{"status":"FAILED","result":[]}' })).to.equal(true)
    expect(odd("messaging", [], { beginning: '[{"status":"SUCCESS","result":[]}]' })).to.equal(true)
    expect(odd("messaging", [{}], { beginning: "" }), "what was not asked for").to.equal(false)
  })

  it("keeps the beginning of a body, and passes on all of it", async () => {
    const text = "x".repeat(5_000)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of [text, "y", "z"]) controller.enqueue(Buffer.from(part))
        controller.close()
      },
    })
    const headers = { "content-type": "text/plain" }
    const { response, beginning } = keepBeginning(new Response(body, { status: 203, statusText: "So", headers }))
    expect([response.status, response.statusText, response.headers.get("content-type")]).to.deep.equal([
      203,
      "So",
      "text/plain",
    ])
    expect(await response.text()).to.equal(`${text}yz`)
    expect(beginning()).to.equal(text)
    const parts = keepBeginning(new Response("short"))
    await parts.response.text()
    expect(parts.beginning()).to.equal("short")
    expect(await keepBeginning(new Response(null, { status: 204 })).response.text()).to.equal("")
  })
})
