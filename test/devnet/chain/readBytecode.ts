import { expect } from "chai"
import { describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createArtifact, readBytecode } from "#src/devnet/chain/readBytecode.js"
import { thrown } from "#test/fixtures/failure.js"

describe("the bytecode of the devnet's contracts", () => {
  const file = new URL("../../../examples/demos/artifacts/bytecode.json", import.meta.url)

  it("is read from the file beside the artifacts", () => {
    expect(readBytecode(file, "Counter")).to.equal(counterArtifact.bytecode)
    expect(counterArtifact.bytecode).to.match(/^0x60[0-9a-f]+$/)
    expect(createArtifact(new URL("./Other.js", file).href, "Counter", []).bytecode).to.equal(counterArtifact.bytecode)
  })

  it("is said to be missing where a contract, or the whole file, was not built", () => {
    for (const where of [file, new URL("./nowhere.json", file)]) {
      const error = thrown(() => readBytecode(where, "Nothing"))
      expect([error.code, error.shortMessage]).to.deep.equal([
        ...["CONTRACTS_NOT_BUILT", "The contract Nothing is not compiled yet."],
      ])
    }
  })
})
