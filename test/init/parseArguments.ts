import { expect } from "chai"
import { describe, it } from "mocha"

import { parseArguments } from "../../src/init/parseArguments.js"
import { thrown } from "../fixtures/failure.js"

describe("the arguments of hardhat-plugs", () => {
  const asksEverything = {
    command: "init",
    folder: undefined,
    template: undefined,
    yes: false,
    packageSpec: undefined,
    install: undefined,
  }

  it("are a folder and options, in any order", () => {
    const all = { command: "init", folder: "app", template: "swap", yes: true, packageSpec: "./a.tgz", install: "pnpm" }
    expect(parseArguments(["init"])).to.deep.equal(asksEverything)
    expect(
      parseArguments(["init", "app", "--template", "swap", "--yes", "--package", "./a.tgz", "--install", "pnpm"]),
    ).to.deep.equal(all)
    expect(
      parseArguments(["-y", "--template=swap", "--package=./a.tgz", "--install=pnpm", "init", "app"]),
    ).to.deep.equal(all)
  })

  it("can be a folder that looks like an option", () => {
    expect(parseArguments(["init", "--", "--yes"])).to.deep.equal({ ...asksEverything, folder: "--yes" })
  })

  it("ask for help with --help, -h or nothing, and for the version", () => {
    for (const words of [[], ["--help"], ["-h"], ["init", "--help"], ["init", "a", "-h"]]) {
      expect(parseArguments(words), words.join(" ")).to.deep.equal({ command: "help" })
    }
    expect(parseArguments(["--version"])).to.deep.equal({ command: "version" })
  })

  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [["innit"], /no command "innit".*Did you mean init\?/],
    [["--yes"], /the command is missing/],
    [["init", "--tempalte", "swap"], /^Option "--tempalte": .*Did you mean --template\?/],
    [["init", "-x"], /^Option "-x": there is no such option/],
    [
      ["init", "--template", "mesages"],
      /no template "mesages".*messages, token, gateway, swap, tests.*Did you mean messages\?/,
    ],
    [["init", "--template", "__proto__"], /no template/],
    [["init", "--constructor"], /no such option/],
    [["init", "--template"], /^Option "--template": its value is missing/],
    [["init", "--template", "--yes"], /^Option "--template": its value is missing/],
    [["init", "--install", "pmpm"], /"pmpm" does not install.*npm, pnpm, yarn, bun, no.*Did you mean p?npm\?/],
    [["init", "--install"], /^Option "--install": its value is missing/],
    [["init", "--package", ""], /^Option "--package": its value is missing/],
    [["init", "--yes=no"], /^Option "--yes": it takes no value/],
    [["init", "--template", "swap", "--template", "tests"], /^Option "--template": it is given twice/],
    [["init", "my", "app"], /one folder at most, and "app" follows it\. Put a name with spaces in quotes/],
  ]
  for (const [words, message] of refused) {
    it(`are refused: ${words.join(" ")}`, () => {
      expect(thrown(() => parseArguments(words)).message).to.match(message)
    })
  }
})
