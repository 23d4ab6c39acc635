import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { it } from "mocha"

import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Package = {
  readonly version: string
  readonly dev?: boolean
  readonly peer?: boolean
  readonly devOptional?: boolean
}
type Sbom = {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly { readonly name: string; readonly version: string }[]
}

// npm installs here, as its users do.
deepDescribe("the SBOM of a release", () => {
  it("lists the package, and exactly what is installed with it", async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, "sbom.json")
    await promisify(execFile)(process.execPath, ["scripts/writeSbom.ts", file])
    const { bomFormat, metadata, components } = JSON.parse(await readFile(file, "utf8")) as Sbom
    const { name, version } = JSON.parse(await readFile("package.json", "utf8")) as { name: string; version: string }
    expect(bomFormat).to.equal("CycloneDX")
    expect(metadata.component).to.include({ name, version })

    const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as { packages: Record<string, Package> }
    const installed = Object.entries(lock.packages)
      .filter(
        ([path, { dev, peer, devOptional }]) => path !== "" && dev !== true && peer !== true && devOptional !== true,
      )
      .map(([path, locked]) => `${path.replace(/^.*node_modules\//, "")}@${locked.version}`)
    expect(installed).to.have.length.above(8)
    expect(components.map((one) => `${one.name}@${one.version}`)).to.have.members([...new Set(installed)])
  })
})
