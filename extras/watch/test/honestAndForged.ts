import { expect } from "chai"
import fc from "fast-check"
import { describe } from "mocha"

import { createMemoryChains, type Delivery, type Forgery, type Way } from "./fixtures/memoryChains.js"
import { createWatch, unverifiedAfter } from "#extras/watch/src/createWatch.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { watchedAmong } from "#extras/watch/src/scanChain.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { Clock } from "#src/primitives/clock.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { chainOf } from "#test/fixtures/worlds/messaging/watchedFacts.js"

const slugs = [1, 2, 3] as const
type Slug = (typeof slugs)[number]

describe("what is delivered among honest messages, by nodes that go down and up", () => {
  const slug = fc.constantFrom(...slugs)
  const path = fc.record({ src: slug, dst: slug }).filter(({ src, dst }) => src !== dst)
  const way = fc.constantFrom<Way>("direct", "nested", "batch", "disguised")
  const forgery = fc.constantFrom<Forgery>("none", "none", "payload", "sender", "unsent")
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("deliver" as const), path, forgery, way }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("flood" as const), path }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("node" as const), slug, isDown: fc.boolean() }) },
    { weight: 3, arbitrary: fc.constant({ kind: "look" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  )

  deepIt(
    "is told where it was forged, as forged or unverified, in five minutes, and never where it is honest; a source that is down delays its own paths alone",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 12 }),
          fc.record({ 1: fc.boolean(), 2: fc.boolean(), 3: fc.boolean() }),
          async (steps, traces) => {
            const chains = createMemoryChains(slugs, { traces: (slug) => traces[slug as Slug] })
            chains.mineAll()
            const clock: Clock = {
              now: () => chains.seconds() * 1_000,
              // Those of a node are over at once, and none of a limit of time.
              sleep: (ms) => (ms < 10_000 ? Promise.resolve() : new Promise(() => undefined)),
            }
            await using store = await createWatchStore("")
            // For a chain that is not local, a node that lags is no proof.
            const followed = slugs.map((one, index) => chainOf(one, chains.clients[index]!, { isLocal: false }))
            // A node that is down when the watch begins is opened once it is up.
            const open = () => {
              const opened: FollowedChain[] = []
              const problem = new NodeFailedError({ functionName: "eth_chainId" }, "it is down")
              const unopened = () => followed.filter((chain) => !opened.includes(chain))
              const opening = {
                isWatched: watchedAmong(followed),
                open: () => {
                  opened.push(...unopened().filter((chain) => !chains.isDown(chain.slug)))
                  return Promise.resolve(
                    unopened().map(({ slug: own, name }) => ({ slug: own, name, block: undefined, problem })),
                  )
                },
              }
              return createWatch({
                ...{ chains: opened, opening, store, clock, finality: "latest", lateAfter: () => Infinity },
                ...{ explain: () => Promise.resolve(undefined), reconciled: { invariants: {} } },
              })
            }
            let watch = open()
            const look = async () => {
              chains.pass(15)
              chains.mineAll()
              await watch.round()
            }
            const delivered: Delivery[] = []
            for (const each of steps) {
              if (each.kind === "deliver")
                delivered.push(...chains.deliver(each.path.src, each.path.dst, each.forgery, each.way))
              else if (each.kind === "node") chains.setDown(each.slug, each.isDown)
              else if (each.kind === "look") await look()
              else if (each.kind === "restart") watch = open()
              else
                for (let count = 0; count < 120; count += 1)
                  delivered.push(...chains.deliver(each.path.src, each.path.dst, "none", "direct"))
            }
            for (let time = 0; time <= unverifiedAfter * 2; time += 15_000) await look()
            const alerts = await store.alerts()
            for (const { src, dst, tx, id, isForged } of delivered) {
              const own = alerts.get(`inbound:${dst}:${tx}:${id}`)?.kind
              const isTold = alerts.has(`unread:${dst}`) || alerts.has(`unread:${src} ${dst}`)
              const isUp = !chains.isDown(src) && !chains.isDown(dst)
              if (isForged) expect(own !== undefined || isTold, "a forged delivery is told").to.equal(true)
              else expect([undefined, "unverified"], "an honest delivery is no forged one").to.include(own)
              if (isUp && traces[dst as Slug])
                expect(own !== undefined, "what can be read is judged").to.equal(isForged)
              if (isUp && traces[dst as Slug] && isForged) expect(own).to.not.equal("unverified")
            }
          },
        ),
        runs({ fast: 15, deep: 250 }),
      )
    },
  )
})
