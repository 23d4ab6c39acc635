import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { planProject } from "#extras/create/src/planProject.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** Plans a template in a project that has these files. */
async function plan(own: Readonly<Record<string, string>>, template: Readonly<Record<string, string>>) {
  await using folder = await temporaryFolder()
  await Promise.all(Object.entries(own).map(([path, text]) => writeFile(join(folder.path, path), text)))
  return planProject(folder.path, template, { replacePackage: false })
}

const nothing = { files: [], inTheWay: [], standIns: [], kept: [] }

describe("planProject", () => {
  it("adds the settings that a file lacks, and says which it has otherwise", async () => {
    const path = ".yarnrc.yml"
    const text = "nodeLinker: node-modules\nenableScripts: false\nroots:\n  - one\n"
    expect(await plan({ [path]: "nodeLinker: pnp\nenableScripts: false" }, { [path]: text })).to.deep.equal({
      ...nothing,
      files: [{ path, text: "nodeLinker: pnp\nenableScripts: false\nroots:\n  - one\n", how: "extended" }],
      kept: [`nodeLinker: of ${path} stays "as it is"; the template has "nodeLinker: node-modules"`],
    })
    expect(await plan({ [path]: "nodeLinker: node-modules\nroots: []\n" }, { [path]: text })).to.deep.equal({
      ...nothing,
      files: [{ path, text: "nodeLinker: node-modules\nroots: []\nenableScripts: false\n", how: "extended" }],
      kept: [`roots: of ${path} stays "as it is"; the template has "roots:\\n  - one"`],
    })
    expect(await plan({ [path]: text }, { [path]: text })).to.deep.equal(nothing)
  })

  it("extends a package.json that lacks something, and leaves one that has it all", async () => {
    const path = "package.json"
    const template = { [path]: JSON.stringify({ name: "template", devDependencies: { hardhat: "3.17.0" } }) }
    const { files, ...rest } = await plan({ [path]: '{"name":"mine"}' }, template)
    expect(rest).to.deep.equal({ inTheWay: [], standIns: [], kept: [] })
    expect(files.map(({ how, text, ...file }) => ({ ...file, how, text: JSON.parse(text) as unknown }))).to.deep.equal([
      { path, how: "extended", text: { name: "mine", devDependencies: { hardhat: "3.17.0" } } },
    ])
    expect(await plan({ [path]: `${files[0]!.text}\n` }, template)).to.deep.equal(nothing)
  })

  it("adds the lines that a list lacks, and a section whose heading is missing", async () => {
    const template = { ".gitignore": "cache\nartifacts\n", "AGENTS.md": "# Plugs\n\nSay so.\n" }
    const extended = await plan({ ".gitignore": "cache", "AGENTS.md": "# Own\n\n" }, template)
    expect(extended).to.deep.equal({
      ...nothing,
      files: [
        { path: ".gitignore", text: "cache\nartifacts\n", how: "extended" },
        { path: "AGENTS.md", text: "# Own\n\n# Plugs\n\nSay so.\n", how: "extended" },
      ],
    })
    const ended = await plan({ ".gitignore": "cache\n", "AGENTS.md": "# Own" }, template)
    expect(ended.files).to.deep.equal(extended.files)
    const { files } = await plan({ ".gitignore": "", "AGENTS.md": "# Plugs" }, template)
    expect(files).to.deep.equal([{ path: ".gitignore", text: "cache\nartifacts\n", how: "extended" }])
    const has = { ".gitignore": "artifacts\r\ncache\r\n", "AGENTS.md": "# Own\n# Plugs\nElse." }
    expect(await plan(has, template)).to.deep.equal(nothing)
  })

  it("writes what is missing, and asks about what differs, but for a README and another configuration", async () => {
    const template = { "README.md": "one", "a.ts": "two\n", "b.ts": "three", "hardhat.config.ts": "four" }
    const own = { "README.md": "own", "a.ts": "two", "b.ts": "own", "hardhat.config.mjs": "own" }
    expect(await plan(own, template)).to.deep.equal({
      ...nothing,
      inTheWay: [{ path: "b.ts", text: "three", how: "replaced" }],
      standIns: ["hardhat.config.mjs", "README.md"],
    })
    const files = Object.entries(template).map(([path, text]) => ({ path, text, how: "new" }))
    expect(await plan({}, template)).to.deep.equal({ ...nothing, files })
  })
})
