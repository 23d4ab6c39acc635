import { expect } from "chai"
import { describe, it } from "mocha"

import { Disposables } from "#src/primitives/lifetime/Disposables.js"

describe("Disposables", () => {
  function recorded(closed: string[], name: string): AsyncDisposable {
    return {
      [Symbol.asyncDispose]: async () => {
        await Promise.resolve()
        closed.push(name)
      },
    }
  }

  it("closes the latest first, whether it closes at once or later", async () => {
    const closed: string[] = []
    const things = new Disposables()
    things.use(recorded(closed, "first"))
    things.use({ [Symbol.dispose]: () => closed.push("second") })
    things.defer(() => closed.push("third"))
    await Promise.all([things[Symbol.asyncDispose](), things[Symbol.asyncDispose]()])
    expect(closed).to.deep.equal(["third", "second", "first"])
  })

  it("closes one after the other, each when the one before has ended", async () => {
    const seen: string[] = []
    const things = new Disposables()
    for (const name of ["first", "second"]) {
      things.defer(async () => {
        seen.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(`${name} ends`)
      })
    }
    await things[Symbol.asyncDispose]()
    expect(seen).to.deep.equal(["second begins", "second ends", "first begins", "first ends"])
  })

  it("closes everything although something fails, and then fails as the first did", async () => {
    const closed: string[] = []
    const things = new Disposables()
    things.use(recorded(closed, "first"))
    things.defer(() => Promise.reject(new Error("second")))
    things.defer(() => {
      throw new Error("third")
    })
    const error = await things[Symbol.asyncDispose]().catch((reason: unknown) => reason)
    expect(error).to.have.property("message", "third")
    expect(closed).to.deep.equal(["first"])
  })

  it("fails as the only one did that failed", async () => {
    const things = new Disposables()
    things.defer(() => Promise.reject(new Error("only")))
    things.defer(() => undefined)
    const error = await things[Symbol.asyncDispose]().catch((reason: unknown) => reason)
    expect(error).to.have.property("message", "only")
  })

  it("leaves to another what it has moved", async () => {
    const closed: string[] = []
    const open = async (): Promise<AsyncDisposable> => {
      await using opening = new Disposables()
      opening.use(recorded(closed, "it"))
      return opening.move()
    }
    const moved = await open()
    expect(closed).to.deep.equal([])
    await moved[Symbol.asyncDispose]()
    expect(closed).to.deep.equal(["it"])
  })
})
