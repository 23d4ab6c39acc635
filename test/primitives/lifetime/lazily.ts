import { expect } from "chai"
import { describe, it } from "mocha"

import { lazily, subscribeLazily } from "#src/primitives/lifetime/lazily.js"

describe("lazily", () => {
  it("creates once, on first use, however many use it at the same time", async () => {
    let created = 0
    const get = lazily(() => Promise.resolve((created += 1)))
    expect(created).to.equal(0)
    expect(await Promise.all([get(), get()])).to.deep.equal([1, 1])
    expect(await get()).to.equal(1)
  })

  it("creates again after it failed", async () => {
    let attempts = 0
    const get = lazily(() => (++attempts === 1 ? Promise.reject(new Error("no key")) : Promise.resolve("a client")))
    expect(await get().catch(String)).to.equal("Error: no key")
    expect(await get()).to.equal("a client")
  })
})

describe("subscribeLazily", () => {
  it("unsubscribes what it has subscribed", async () => {
    const calls: string[] = []
    const subscribe = () => (calls.push("subscribed"), () => void calls.push("unsubscribed"))
    const stop = subscribeLazily(() => Promise.resolve(subscribe))
    await Promise.resolve()
    stop()
    expect(calls).to.deep.equal(["subscribed", "unsubscribed"])
  })

  it("never subscribes, nor reports an error, once it was stopped", async () => {
    const calls: string[] = []
    const { promise, resolve } = Promise.withResolvers<() => () => void>()
    subscribeLazily(() => promise)()
    resolve(() => (calls.push("subscribed"), () => undefined))
    const failing = Promise.withResolvers<() => () => void>()
    subscribeLazily(
      () => failing.promise,
      () => calls.push("reported"),
    )()
    failing.reject(new Error("too late"))
    await Promise.allSettled([promise, failing.promise])
    await Promise.resolve()
    expect(calls).to.deep.equal([])
  })

  it("reports why it could not load", async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    subscribeLazily(() => Promise.reject(new Error("no API")), resolve)
    expect(String(await promise)).to.equal("Error: no API")
  })
})
