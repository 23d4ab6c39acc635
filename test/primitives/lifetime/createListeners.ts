import { expect } from "chai"
import { describe, it } from "mocha"

import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

describe("createListeners", () => {
  it("calls each listener in turn, until it is removed, also by an earlier one", () => {
    const heard: string[] = []
    const listeners = createListeners<[what: string, times: number]>()
    const stopFirst = listeners.subscribe((what, times) => heard.push(`first ${what} ${times}`))
    const removing = (what: string): void => {
      heard.push(`second ${what}`)
      if (what === "stop") stopThird()
    }
    listeners.subscribe(removing)
    const stopThird = listeners.subscribe((what) => {
      heard.push(`third ${what}`)
      // Who joins meanwhile is called the next time.
      if (heard.length === 3) listeners.subscribe((later) => heard.push(`fourth ${later}`))
    })
    listeners.notify("go", 2)
    stopFirst()
    stopFirst()
    listeners.notify("on", 3)
    listeners.notify("stop", 4)
    expect(heard).to.deep.equal([
      ...["first go 2", "second go", "third go"],
      ...["second on", "third on", "fourth on"],
      ...["second stop", "fourth stop"],
    ])
  })
})

describe("getOrAdd", () => {
  it("makes what is missing, and keeps it", () => {
    const map = new Map([["a", 0]])
    let made = 5
    const create = () => (made += 1)
    expect([getOrAdd(map, "a", create), getOrAdd(map, "b", create), getOrAdd(map, "b", create)]).to.deep.equal([
      0, 6, 6,
    ])
    expect([...map]).to.deep.equal([
      ["a", 0],
      ["b", 6],
    ])
  })
})
