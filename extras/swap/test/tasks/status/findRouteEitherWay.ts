import { expect } from "chai"
import { describe, it } from "mocha"

import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { findRouteEitherWay } from "#extras/swap/tasks/status.js"
import { AbortedError, NotFoundError } from "#src/http/errors.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const request = { method: "GET", origin: "https://a.example", route: "/v1/status", attempts: 1, elapsed: 1 } as const
const answer = { request, status: 404, serverCode: undefined, serverMessage: undefined, retryAfter: undefined }

describe("findRouteEitherWay", () => {
  /** A client that knows what it is told to, and what it was asked by. */
  function open(known: () => string | undefined) {
    const asked: string[] = []
    const getStatus = (parameters: object) => {
      const [by = ""] = Object.keys(parameters)
      asked.push(by)
      if (known() === by) return Promise.resolve({ status: "PENDING" })
      return Promise.reject(new NotFoundError(answer))
    }
    return { asked, client: findRouteEitherWay({ getStatus } as unknown as SwapClient) }
  }

  it("goes on by what has found the route, also when the route is found no more", async () => {
    for (const by of ["quoteId", "srcTxHash"]) {
      let known: string | undefined = by
      const { asked, client } = open(() => known)
      await client.getStatus({ quoteId: bytes32(1) })
      known = undefined
      asked.length = 0
      await failure(client.getStatus({ quoteId: bytes32(1) }))
      expect(asked).to.deep.equal([by])
    }
  })

  it("takes what is not 32 bytes for a quote's id, and asks by both for what no route has", async () => {
    for (const [id, ways] of [
      ["a quote", ["quoteId"]],
      [bytes32(1).slice(0, -1), ["quoteId"]],
      [bytes32(1), ["quoteId", "srcTxHash"]],
    ] as const) {
      const { asked, client } = open(() => undefined)
      await failure(client.getStatus({ quoteId: id }))
      expect(asked).to.deep.equal(ways)
    }
  })

  it("asks by both again while no route was found, and passes any other failure on", async () => {
    let known = "nothing"
    const { asked, client } = open(() => known)
    await failure(client.getStatus({ quoteId: bytes32(1) }))
    known = "quoteId"
    await client.getStatus({ quoteId: bytes32(1) })
    expect(asked).to.deep.equal(["quoteId", "srcTxHash", "quoteId"])

    for (const error of [new AbortedError(), new TypeError("a bug")]) {
      let asks = 0
      const getStatus = () => {
        asks += 1
        return Promise.reject(error)
      }
      const broken = findRouteEitherWay({ getStatus } as unknown as SwapClient)
      expect(await broken.getStatus({ quoteId: bytes32(1) }).catch((thrown: unknown) => thrown)).to.equal(error)
      expect(asks, error.name).to.equal(1)
    }
  })
})
