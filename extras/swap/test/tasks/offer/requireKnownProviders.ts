import { expect } from "chai"
import { describe, it } from "mocha"

import { requireKnownProviders } from "#extras/swap/tasks/offer/getSwapOffer.js"
import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { failure } from "#test/fixtures/failure.js"

const provider = (providerId: string) => ({ providerId, displayName: providerId })
const listed = { bridges: [provider("mint")], dexes: [provider("press")] }

describe("requireKnownProviders", () => {
  let asked = 0
  const require = (given: object, answer: object | Error = listed) => {
    asked = 0
    const getProviders = () => {
      asked += 1
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
    return requireKnownProviders({ getProviders } as never, given as never)
  }

  it("takes bridges and dexes that the API lists, and does not ask where none is named", async () => {
    await require({ includeProvider: ["mint", "press"], excludeProvider: ["press"] })
    expect(asked).to.equal(1)
    await require({ includeProvider: [], excludeProvider: undefined })
    expect(asked).to.equal(0)
  })

  it("names the option of one that it does not list", async () => {
    const refused = async (given: object) => {
      const { facts, next } = await failure(require(given))
      return [facts["argument"], /Did you mean (\w+)\?/.exec(next ?? "")?.[1]]
    }
    expect(await refused({ includeProvider: ["mint", "pres"] })).to.deep.equal(["--provider", "press"])
    expect(await refused({ excludeProvider: ["mnt"] })).to.deep.equal(["--without", "mint"])
    expect(await refused({ includeProvider: ["mint"], excludeProvider: ["zzzzzz"] })).to.deep.equal([
      "--without",
      undefined,
    ])
  })

  it("goes on where the API does not list its providers, and ends where it was stopped", async () => {
    const down = new InvalidInputError({ argument: "x", problem: "it is down", fix: "Wait." })
    await require({ includeProvider: ["any"] }, down)
    expect((await failure(require({ includeProvider: ["any"] }, new AbortedError()))).code).to.equal("ABORTED")
    const bug = new TypeError("a bug")
    expect(await require({ includeProvider: ["any"] }, bug).catch((error: unknown) => error)).to.equal(bug)
  })
})
