import { expect } from "chai"
import { describe, it } from "mocha"

import { isLoopback } from "#src/primitives/urls/isLoopback.js"

describe("isLoopback", () => {
  it("is true of this machine alone, by name or number", () => {
    for (const url of [
      "http://localhost:8545",
      "https://LOCALHOST/",
      "http://127.0.0.1",
      "ws://127.255.3.4:1",
      "http://[::1]:5",
    ]) {
      expect([isLoopback(url), isLoopback(new URL(url))], url).to.deep.equal([true, true])
    }
    for (const url of [
      ...["http://localhost.example", "http://mylocalhost", "http://128.0.0.1", "http://127.0.0.1.example"],
      ...["http://1127.0.0.1.nip.io", "http://[::2]", "http://0.0.0.0", "https://node.example/localhost"],
    ]) {
      expect([isLoopback(url), isLoopback(new URL(url))], url).to.deep.equal([false, false])
    }
    for (const text of ["", "localhost", "127.0.0.1"]) expect(isLoopback(text), text).to.equal(false)
  })
})
