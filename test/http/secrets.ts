import { inspect } from "node:util"

import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"
import { z } from "zod"

import { createTransport } from "#src/http/transport.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import type { Behaviour, HostileServer } from "#test/fixtures/servers/hostileServer.js"
import { answer, answerJson, startHostileServer, truncate } from "#test/fixtures/servers/hostileServer.js"

const schema = z.strictObject({ fee: z.record(z.string(), z.number()).or(z.string().length(1)) })

/** All ways in which an error can reach a person, a log or another program. */
function everythingShown(error: Error): string {
  const shown = [
    error.message,
    error.stack,
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
  ]
  return shown.join("\n") + (error.cause instanceof Error ? everythingShown(error.cause) : String(error.cause))
}

/** The forms of a text after encoding, in JSON and in an inspected string. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, "latin1")
  return [
    secret,
    secret.toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    inspect(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString("base64"),
  ]
}

/** What a careless or malicious server does with the key. */
const echoes: Readonly<Record<string, (key: string) => Behaviour>> = {
  "message of an error": (key) => answerJson({ message: `the key ${key} is unknown` }, { status: 401 }),
  "code of an error": (key) => answerJson({ error: { code: key, message: key.toUpperCase() } }, { status: 400 }),
  "details of an error": (key) =>
    answerJson(
      { success: false, message: { error: key, details: { error: { code: key, message: key } } } },
      { status: 500 },
    ),
  "failed envelope under 200": (key) => answerJson({ success: false, statusCode: 400, message: key }),
  "plain text": (key) => answer({ status: 400, body: `Authorization failed for ${key}` }),
  "text where it straddles the cut": (key) => answer({ status: 400, body: `${"x".repeat(290)}${key}` }),
  "text with a line break in front": (key) => answer({ status: 429, body: `\u001b[31m\n${key}` }),
  base64: (key) => answer({ status: 400, body: Buffer.from(key, "latin1").toString("base64") }),
  "percent encoding": (key) => answer({ status: 400, body: encodeURIComponent(key) }),
  page: (key) => answer({ status: 502, body: `<html>${key}</html>` }),
  "page under 200": (key) => answer({ body: `<html>${key}</html>` }),
  "broken JSON": (key) => answer({ body: `{"key":${JSON.stringify(key)}` }),
  "JSON cut short": (key) => truncate(JSON.stringify([key, key])),
  "value of the wrong type": (key) => answerJson({ fee: [key] }),
  "value that is too long": (key) => answerJson({ fee: `x${key}` }),
  "key of a record": (key) => answerJson({ fee: { [key]: key } }),
  "key that is not known": (key) => answerJson({ fee: "1", [key]: 1 }),
  "only key": (key) => answerJson({ [key]: key }),
  "status text": (key) => answer({ status: 418, reason: key }),
  "request id": (key) => answer({ status: 400, headers: { "server-req-id": key } }),
  "content type": (key) => answer({ headers: { "content-type": key }, body: "?" }),
  "target of a redirect": (key) => answer({ status: 302, headers: { location: `https://h/${key}?key=${key}` } }),
  "Retry-After": (key) => answer({ status: 429, headers: { "retry-after": key } }),
}

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
})
const latin1 = fc.string({ unit: fc.constantFrom("é", "ÿ", "¿", "a", "Z", "7", "."), minLength: 8 })
const secrets = fc.oneof(visible, latin1, fc.uuid())
/** A key that can be part of a URL's host as it is. With other characters, what stands around a host could complete the key. */
const hosts = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/), fc.uuid())

describe("S-27 secrets", () => {
  let server: HostileServer
  let behave: Behaviour

  before(async () => {
    server = await startHostileServer((socket, request) => {
      behave(socket, request)
    })
  })

  after(async () => {
    await server.stop()
  })

  async function shownAfter(behaviour: Behaviour, headers: Readonly<Record<string, string>>): Promise<string> {
    behave = behaviour
    const transport = createTransport({ baseUrl: server.url, headers, retries: 0 })
    return everythingShown(await failure(transport.get({ route: "/v1/fees", query: {}, schema })))
  }

  for (const [where, echo] of Object.entries(echoes)) {
    it(`never appear in an error when the server echoes the key as ${where}`, async () => {
      await fc.assert(
        fc.asyncProperty(secrets, async (secret) => {
          const shown = await shownAfter(echo(secret), { "x-api-key": secret })
          for (const spelling of spellings(secret)) expect(shown).to.not.include(spelling)
        }),
        runs({ fast: 8, deep: 500 }),
      )
    })
  }

  it("never appear in an error when the server echoes the key as host of a redirect", async () => {
    await fc.assert(
      fc.asyncProperty(hosts, async (secret) => {
        const redirect = answer({ status: 302, headers: { location: `https://${secret}/` } })
        const shown = await shownAfter(redirect, { "x-api-key": secret })
        for (const spelling of spellings(secret)) expect(shown).to.not.include(spelling)
      }),
      runs({ fast: 8, deep: 500 }),
    )
  })

  it("are hidden if the server echoes the token without its scheme", async () => {
    const shown = await shownAfter(echoes["plain text"]!("sesame-open"), { authorization: "Bearer sesame-open" })
    expect(shown).to.not.include("sesame")
    expect(shown).to.include("Authorization failed for [redacted]")
  })

  it("are hidden for every header, whatever its name", async () => {
    const headers = { affiliate: "partner-77", "x-api-key": "sesame-open" }
    const shown = await shownAfter(echoes["plain text"]!("partner-77 and SESAME-OPEN"), headers)
    expect(shown).to.include("Authorization failed for [redacted] and [redacted]")
  })

  it("are hidden completely if one begins with another", async () => {
    const headers = { affiliate: "sesame", "x-api-key": "sesame-open" }
    expect(await shownAfter(echoes["plain text"]!("sesame-open"), headers)).to.include("failed for [redacted]\n")
  })

  it("are hidden even if they contain spaces that are collapsed on one line", async () => {
    const key = "open  the\u00addoor"
    const shown = await shownAfter(echoes["plain text"]!(key), { "x-api-key": key })
    expect(shown).to.include("failed for [redacted]\n")
  })

  it("do not appear if nothing answers", async () => {
    const closed = await startHostileServer(answer())
    await closed.stop()
    const transport = createTransport({ baseUrl: closed.url, headers: { "x-api-key": "sesame-open" }, retries: 0 })
    const error = await failure(transport.get({ route: "/", query: { key: "sesame-open" }, schema }))
    expect(everythingShown(error)).to.not.include("sesame")
  })
})
