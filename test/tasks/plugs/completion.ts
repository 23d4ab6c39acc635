import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { Completions } from "../../../tasks/plugs/completion/Completions.js"
import { type Shell, shells } from "../../../tasks/plugs/completion/shells.js"
import { runCommand } from "../../fixtures/commands/taskCommand.js"
import { deepIt } from "../../fixtures/depth.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

/** Asks a script for the words of a command line, whose last word is being typed, in its own shell. */
const askers: Readonly<Record<Shell, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    "--norc",
    "--noprofile",
    "-c",
    `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); ${entryOf(words)}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ...["bash", script, ...words],
  ],
  // Outside of its line editor zsh has no completion, so what the script gives to it is printed instead, filtered and escaped as there.
  zsh: (script, words) => [
    "-f",
    "-c",
    `compdef() {}; typeset -A _comps; compset() { prefix=\${(M)words[CURRENT]##*,}; }; _files() {}
     compadd() { for each in $found; do [[ $prefix$each != "$words[CURRENT]"* ]] || print -r -- "$prefix\${(q)each}"; done }
     source "$1"; shift; words=("$@"); CURRENT=$#; ${entryOf(words)}`,
    ...["zsh", script, ...words],
  ],
  fish: (script, words) => [
    "--no-config",
    "-c",
    "source $argv[1]; for word in (complete -C $argv[2]); string split -f 1 \\t -- $word; end",
    ...[script, words.join(" ")],
  ],
}

function entryOf([program]: readonly string[]): string {
  return program === "npx" ? "_hardhat_plugs_npx" : "_hardhat_plugs"
}

describe("hardhat plugs completion", function () {
  this.timeout(60_000)
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
  })
  after(() => folder[Symbol.asyncDispose]())

  const hostile = [
    "$(touch hacked)",
    "`touch hacked`",
    "a'b;touch hacked",
    'q"$(touch hacked)',
    "-x --y",
    "$HOME",
    "!!",
  ]
  const env = {
    PLUGS_TEST_CONTRACTS: JSON.stringify({
      Greeter: { alpha: "0x000000000000000000000000000000000000dEaD" },
      Counter: { beta: "0x000000000000000000000000000000000000dEaD" },
    }),
    PLUGS_TEST_NETWORKS: JSON.stringify(
      Object.fromEntries(hostile.map((name) => [name, { type: "http", url: "http://127.0.0.1:9" }])),
    ),
  }

  it("refuses a shell that it has no script for, and names those that it has", async () => {
    const { code, error } = await runCommand(["plugs", "completion", "zhs"], { port: 8645 })
    expect(code).to.equal(1)
    expect(error).to.include({ code: "INVALID_INPUT", argument: "shell" })
    expect(error?.next).to.contain("zsh?").and.contain("bash, zsh, fish")
  })

  // Also where the shell is not installed.
  it("writes the words of each place once, in quotes which no word gets out of", () => {
    const words = [
      { word: "it's", says: "a 'b'" },
      { word: String.raw`c\d`, says: "$e" },
    ]
    const completions: Completions = new Map([
      ["task:", words],
      ["task:q'x", []],
      ["value: --y", words],
    ])
    const casesOf = (shell: Shell): string[] => {
      const lines = shells[shell](completions).split("\n")
      return lines.slice(lines.findIndex((line) => /^\s+(case|switch) /.test(line)) + 1, shell === "fish" ? 7 : 6)
    }
    expect(casesOf("bash")).to.deep.equal([
      "    'task:'|'value: --y') found=('it'\\''s' 'c\\d') ;;",
      "    'task:q'\\''x') found=() ;;",
      "    *) found=(); return 1 ;;",
    ])
    expect(casesOf("zsh")).to.deep.equal([
      "    'task:'|'value: --y') found+=('it'\\''s' 'c\\d'); says+=('a '\\''b'\\''' '$e') ;;",
      "    'task:q'\\''x') found+=(); says+=() ;;",
    ])
    expect(casesOf("fish")).to.deep.equal([
      "    case 'task:' 'value: --y'",
      "      printf '%s\\t%s\\n' 'it\\'s' 'a \\'b\\'' 'c\\\\d' '$e'",
      "    case 'task:q\\'x'",
      "      true",
    ])
  })

  for (const shell of Object.keys(shells) as Shell[]) {
    describe(`in ${shell}`, () => {
      let script: string
      before(async function () {
        if (spawnSync(shell, ["--version"]).error !== undefined) this.skip()
        const { code, stdout } = await runCommand(["plugs", "completion", shell], { port: 8645, env })
        expect(code).to.equal(0)
        script = path.join(folder.path, `completion.${shell}`)
        await writeFile(script, stdout)
      })

      const ask = (file: string, words: readonly string[]): string[] => {
        const output = execFileSync(shell, askers[shell](file, words), { cwd: folder.path, encoding: "utf8" })
        return output.split("\n").filter((line) => line !== "")
      }
      const proposed = (...words: readonly string[]): string[] => ask(script, words)

      it("proposes tasks and subtasks, for npx hardhat and for hardhat", () => {
        expect(proposed("npx", "hardhat", "mess")).to.deep.equal(["messaging"])
        expect(proposed("hardhat", "mess")).to.deep.equal(["messaging"])
        expect(proposed("npx", "--no-install", "hardhat", "mess")).to.deep.equal(["messaging"])
        expect(proposed("npx", "hardhat", "messaging", "")).to.have.members([
          "fees",
          "watch",
          "export",
          "send",
          "track",
          "explain",
          "retry",
          "list",
          "connect",
          "disconnect",
          "wire",
          "chains",
        ])
        expect(proposed("hardhat", "plugs", "")).to.have.members(["doctor", "trust", "judge", "lint", "completion"])
        // Hardhat's own, too.
        expect(proposed("hardhat", "bui")).to.deep.equal(["build"])
      })

      it("proposes the options of a task, and those of every task", () => {
        const options = proposed("npx", "hardhat", "messaging", "send", "-")
        expect(options).to.include.members(["--from", "--even-without-message", "--network", "--help"])
        expect(options).to.not.include("--switchboard")
      })

      const values: readonly (readonly [string, readonly string[]])[] = [
        ["messaging send --from", ["alpha", "beta", "gamma"]],
        ["--network alpha messaging send --from", ["alpha", "beta", "gamma"]],
        ["messaging send", ["Counter", "Greeter"]],
        ["messaging send --json --from beta", ["Counter", "Greeter"]],
        ["messaging connect Greeter", ["Counter", "Greeter"]],
        ["messaging fees --plug", ["Counter", "Greeter"]],
        ["plugs doctor Greeter Counter", ["Counter", "Greeter"]],
        ["messaging connect --switchboard", ["FAST", "NATIVE_BRIDGE", "OPTIMISTIC"]],
        ["gateway list --state", ["COMPLETED", "IN_PROGRESS", "REVERTING"]],
        ["swap execute --route", ["best", "fastest", "suggested"]],
        ["swap quote --provider", ["curve", "desk", "pool", "press"]],
        ["swap quote --user-ops", ["deposit", "tx"]],
        ["swap tokens --list", ["full", "trending"]],
        ["plugs completion", ["bash", "fish", "zsh"]],
      ]
      for (const [line, words] of values) {
        it(`proposes ${words.join(", ")} after ${line}`, () => {
          expect(proposed("npx", "hardhat", ...line.split(" "), "").sort()).to.deep.equal(words)
        })
      }

      it("proposes states, and the next word of a list", () => {
        expect(proposed("hardhat", "messaging", "list", "--state", "INB")).to.deep.equal(["INBOUND_REVERTING"])
        expect(proposed("hardhat", "messaging", "track", "--until", "SE")).to.deep.equal(["SEALED"])
        expect(proposed("hardhat", "swap", "list", "--state", "COM")).to.deep.equal(["COMPLETED"])
        expect(proposed("hardhat", "messaging", "fees", "--to", "alpha,be")).to.deep.equal(["alpha,beta"])
      })

      it("knows the public deployments where a task takes them", () => {
        expect(proposed("hardhat", "messaging", "chains", "--chain", "polygon-mai")).to.deep.equal(["polygon-mainnet"])
      })

      deepIt("runs nothing that a name contains, and proposes it so that it is the name again", () => {
        const networks = proposed("hardhat", "--network", "")
        expect(networks).to.include("alpha")
        if (shell !== "fish") {
          // `complete -C` prints words before fish escapes them.
          const read = networks.map((word) =>
            execFileSync(shell, ["-c", `printf %s ${word}`], { cwd: folder.path, encoding: "utf8" }),
          )
          expect(read).to.include.members(hostile)
        } else expect(networks).to.include.members(hostile)
        expect(existsSync(path.join(folder.path, "hacked"))).to.equal(false)
      })

      it("is right for names and descriptions of any kind", async () => {
        const words = hostile.map((word) => ({ word, says: word }))
        const completions: Completions = new Map([
          ["task:", words],
          ...words.map(({ word }) => [`task:${word}`, words] as const),
        ])
        const file = path.join(folder.path, `odd.${shell}`)
        await writeFile(file, shells[shell](completions))
        expect(ask(file, ["hardhat", ""])).to.have.length(hostile.length)
        expect(existsSync(path.join(folder.path, "hacked"))).to.equal(false)
      })
    })
  }

  it("proposes for a split name in bash, which takes Greeter@beta apart", async () => {
    const { stdout } = await runCommand(["plugs", "completion", "bash"], { port: 8645, env })
    const script = path.join(folder.path, "split.bash")
    await writeFile(script, stdout)
    const words = ["hardhat", "messaging", "connect", "Greeter", "@", "beta", "Cou"]
    expect(execFileSync("bash", askers.bash(script, words), { encoding: "utf8" })).to.equal("Counter\n")
  })

  it("leaves npx to whatever completed it before in bash, for everything but hardhat", async () => {
    const { stdout } = await runCommand(["plugs", "completion", "bash"], { port: 8645, env })
    const script = path.join(folder.path, "npx.bash")
    await writeFile(script, stdout)
    const line = `_before() { COMPREPLY=(before); }; complete -F _before npx; source "$1"; source "$1"
      COMP_WORDS=(npx cow); COMP_CWORD=1; _hardhat_plugs_npx; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(npx hardhat dev); COMP_CWORD=2; _hardhat_plugs_npx; echo "\${COMPREPLY[@]}"`
    const output = execFileSync("bash", ["--norc", "--noprofile", "-c", line, "bash", script], { encoding: "utf8" })
    expect(output).to.equal("before\ndevnet\n")
  })
})
