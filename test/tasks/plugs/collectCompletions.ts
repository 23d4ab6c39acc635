import { expect } from "chai"
import { task } from "hardhat/config"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { before, describe, it } from "mocha"

import hardhatPlugs from "../../../src/index.js"
import { loadDeployments } from "../../../src/messaging/deployments/findDeployment.js"
import { collectCompletions } from "../../../tasks/plugs/completion/collectCompletions.js"
import type { Completions } from "../../../tasks/plugs/completion/Completions.js"

describe("collectCompletions", () => {
  let completions: Completions
  before(async () => {
    const ship = task("ship", "Ships\n  what there is")
      .addPositionalArgument({ name: "chain", description: "Where to", defaultValue: "" })
      .addVariadicArgument({ name: "plugs", description: "What", defaultValue: [] })
      .addOption({ name: "from", description: "The chain of another plugin", defaultValue: "" })
      .addOption({ name: "secret", description: "Hidden", defaultValue: "", hidden: true })
      .addFlag({ name: "dry", description: "A flag" })
      .addLevel({ name: "depth", description: "A level" })
      .setInlineAction(() => undefined)
      .build()
    const below = task(["ship", "it"], "Is below it").setInlineAction(() => undefined)
    const hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs],
      tasks: [ship, below.build()],
      networks: { main: { type: "http", url: "http://127.0.0.1:9" }, "": { type: "http", url: "http://127.0.0.1:9" } },
      plugs: { devnet: { port: 9, chains: ["alpha", "beta"] } },
    })
    completions = await collectCompletions(hre)
  })

  const wordsAt = (key: string) => completions.get(key)?.map(({ word }) => word)

  it("has what a task takes, without what is hidden, and values of options that take one alone", () => {
    const keys = [...completions.keys()].filter((key) => /:ship( |$)/.test(key))
    expect(Object.fromEntries(keys.map((key) => [key, completions.get(key)]))).to.deep.equal({
      "task:ship": [{ word: "it", says: "Is below it" }],
      "options:ship": [
        { word: "--from", says: "The chain of another plugin" },
        { word: "--dry", says: "A flag" },
        { word: "--depth", says: "A level" },
      ],
      "value:ship --from": [],
      "argument:ship 0": [],
      "argument:ship rest": [],
      "task:ship it": [],
      "options:ship it": [],
    })
    expect(completions.get("task:")).to.deep.include({ word: "ship", says: "Ships what there is" })
  })

  it("has the names of chains where our own tasks ask for them, and what other tasks of ours take", () => {
    for (const key of ["value:plugs doctor --from", "value:plugs doctor --chains"]) {
      expect(wordsAt(key), key).to.deep.equal(["alpha", "beta"])
    }
    expect(wordsAt("argument:plugs completion 0")).to.deep.equal(["bash", "zsh", "fish"])
    expect(wordsAt("value:gateway list --state")).to.not.deep.equal(wordsAt("value:messaging list --state"))
    expect(wordsAt("argument:devnet 0")).to.equal(undefined)
  })

  it("proposes the public deployments that can be used, where a task takes them", async () => {
    const known = await loadDeployments()
    const current = known.filter(({ isRetired }) => isRetired !== true)
    expect(known.length - current.length).to.be.above(0)
    expect(completions.get("value:messaging chains --chain")).to.deep.equal([
      ...[
        { word: "alpha", says: "chain 41001" },
        { word: "beta", says: "chain 41002" },
      ],
      ...current.map(({ name, chainId }) => ({ word: name, says: `chain ${String(chainId)}` })),
    ])
  })

  it("has the options of every task, and values of those that are no flags", () => {
    expect(wordsAt("options:")).to.include.members(["--network", "--config", "--help", "--version", "--plugs-report"])
    const keys = [...completions.keys()].filter((key) => key.startsWith("value: "))
    expect(keys).to.include.members(["value: --network", "value: --config", "value: --build-profile"])
    for (const flag of ["--help", "--version", "--show-stack-traces"]) expect(keys).to.not.include(`value: ${flag}`)
    expect(wordsAt("value: --network")).to.include.members(["main", "alpha", "beta"]).and.not.include("")
    expect(wordsAt("value: --build-profile")).to.include("default")
    expect(wordsAt("value: --config")).to.deep.equal([])
  })
})
