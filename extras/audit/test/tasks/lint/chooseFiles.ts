import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { chooseFiles } from "#extras/audit/tasks/lint.js"

const known = ["contracts/Vault.sol", "contracts/apps/Greeter.sol", "contracts2/Other.sol"]
const windows = (...named: string[]) => [...chooseFiles(known, named, "C:\\project", path.win32)]
const elsewhere = (...named: string[]) => [...chooseFiles(known, named, "/project", path.posix)]

describe("the files that are linted", () => {
  it("are all if none is named, or the project's folder is", () => {
    expect([windows(), windows("."), windows("C:\\project")]).to.deep.equal([known, known, known])
    expect([elsewhere(), elsewhere("."), elsewhere("/project/")]).to.deep.equal([known, known, known])
  })

  it("are a file, and those of a folder, as a shell of Windows completes them, and as others do", () => {
    for (const name of [
      "contracts\\Vault.sol",
      ".\\contracts\\Vault.sol",
      "contracts/Vault.sol",
      "c:\\Project\\contracts\\Vault.sol",
    ]) {
      expect(windows(name), name).to.deep.equal([known[0]])
    }
    expect(windows("contracts\\")).to.deep.equal(known.slice(0, 2))
    expect(windows("contracts\\apps", "contracts2")).to.deep.equal(known.slice(1))
    expect(elsewhere("./contracts/apps/../Vault.sol")).to.deep.equal([known[0]])
    expect(elsewhere("contracts/")).to.deep.equal(known.slice(0, 2))
  })

  it("are not those of another place, or of a name that only begins alike", () => {
    const outside = ["D:\\project\\contracts", "..\\contracts", "\\\\server\\contracts", "contract", "contracts\\Vault"]
    for (const name of outside)
      expect(() => windows(name), name)
        .to.throw()
        .with.property("code", "INVALID_INPUT")
    for (const name of ["../contracts", "contract", "contracts\\Vault.sol"]) {
      expect(() => elsewhere(name), name)
        .to.throw()
        .with.property("code", "INVALID_INPUT")
    }
  })
})
