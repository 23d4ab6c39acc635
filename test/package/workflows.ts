import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { templateKinds } from "#extras/create/src/templates.js"

const folder = ".github/workflows"

type Workflow = { readonly name: string; readonly text: string; readonly runs: readonly string[] }

describe("the repository's workflows", () => {
  let workflows: Workflow[]
  before(async () => {
    workflows = await Promise.all((await readdir(folder)).map(readWorkflow))
  })

  it("run the README's own commands", async () => {
    const readme = await readFile("README.md", "utf8")
    const commands = [...readme.matchAll(/^npx -y -p node@24 -c .+$/gm)].map(([command]) => command)
    expect(commands).to.have.length.above(2)
    expect(runsOf("ci.yml")).to.include.members(commands)
  })

  it("run scripts that package.json has", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> }
    const runs = workflows.flatMap(({ runs }) => runs)
    const named = runs.flatMap((run) => [...run.matchAll(/npm (?:run ([\w:]+)|(test|start)\b)/g)])
    expect(named).to.not.be.empty
    for (const [command, script, own] of named) expect(scripts, command).to.have.property(script ?? own ?? "")
  })

  it("try every template as a user does", () => {
    const [, templates = ""] =
      /^ +template: \[(.*)\]$/m.exec(workflows.find(({ name }) => name === "ci.yml")?.text ?? "") ?? []
    expect(templates.split(", ")).to.have.members(Object.keys(templateKinds))
  })

  it("run everything that CONTRIBUTING asks for before a change lands", () => {
    expect(runsOf("ci.yml")).to.include.members([
      "npm test",
      "npm run check",
      "npm run docs",
      "npm run test:deep",
      "npm audit --omit=dev",
    ])
  })

  it("S-19 name each action by the commit that was looked at, and no other's steps", () => {
    for (const { name, text } of workflows) {
      const uses = [...text.matchAll(/\buses: (.+)$/gm)].map(([, action = ""]) => action)
      expect(uses, name).to.not.be.empty
      // This repository's own action is what is tested.
      for (const action of uses) expect(action, name).to.match(/^\.\/$|^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  it("grant nothing but reading, except to the jobs that publish and need more", () => {
    const granted = workflows.map(({ name, text }) => [
      name,
      [...text.matchAll(/^ +([\w-]+: (?:write|read)(?:-all)?)$/gm)].map(([, permission]) => permission),
    ])
    expect(Object.fromEntries(granted)).to.deep.equal({
      "ci.yml": ["contents: read"],
      "release.yml": ["contents: read", "id-token: write", "contents: write"],
      "site.yml": ["contents: read", "pages: write", "id-token: write"],
    })
    for (const { name, text } of workflows) expect(text, name).to.match(/^permissions:/m)
  })

  it("S-19 give no secret to anybody's code, and keep no credentials in the checkout", () => {
    for (const { name, text } of workflows) {
      expect(text, name).to.not.contain("secrets.").and.not.contain("pull_request_target")
      const checkouts = [...text.matchAll(/uses: actions\/checkout@/g)]
      expect([...text.matchAll(/persist-credentials: false/g)], name).to.have.lengthOf(checkouts.length)
    }
  })

  it("pack a release with an exact Node, and run no script of a dependency before", () => {
    const { text = "", runs = [] } = workflows.find(({ name }) => name === "release.yml") ?? {}
    const versions = [...text.matchAll(/node-version: "(.*)"/g)].map(([, version]) => version)
    expect(versions).to.not.be.empty
    for (const version of versions) expect(version).to.match(/^\d+\.\d+\.\d+$/)
    const installs = runs.filter((run) => /\bnpm (?:ci|i|install)\b|\bnpx\b/.test(run))
    expect(installs).to.deep.equal(["npm ci --ignore-scripts"])
    expect(runs.indexOf("npm ci --ignore-scripts")).to.be.below(runs.findIndex((run) => run.startsWith("npm pack ")))
  })

  it("S-19 publish with provenance what was tested, and attach an SBOM to the release", () => {
    const runs = runsOf("release.yml").join("\n")
    expect(runs).to.contain("node scripts/writeSbom.ts release/sbom.cdx.json")
    const published = [...runs.matchAll(/npm publish \.\/release\/([\w-]+)-\*\.tgz --provenance /g)]
    expect(published.map(([, name]) => name)).to.deep.equal(["hardhat-plugs", "create-hardhat-plugs"])
    expect(runs).to.contain("npm pack . ./extras/create/package --pack-destination release")
    expect(runs).to.match(/gh release create .* release\/\*\.tgz release\/sbom\.cdx\.json/)
  })

  function runsOf(workflow: string): readonly string[] {
    return workflows.find(({ name }) => name === workflow)?.runs ?? []
  }
})

/** Every command is on the line of its `run`. */
async function readWorkflow(name: string): Promise<Workflow> {
  const text = await readFile(join(folder, name), "utf8")
  return { name, text, runs: [...text.matchAll(/^ +(?:- )?run: (.+)$/gm)].map(([, run = ""]) => run) }
}
