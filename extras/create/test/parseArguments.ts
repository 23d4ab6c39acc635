import { expect } from "chai"
import { describe, it } from "mocha"

import { parseArguments } from "#extras/create/src/parseArguments.js"
import { thrown } from "#test/fixtures/failure.js"

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

  it("are without a command where the program has one only", () => {
    const create = "create-hardhat-plugs"
    expect(parseArguments([], create)).to.deep.equal(asksEverything)
    expect(parseArguments(["init"], create)).to.deep.equal({ ...asksEverything, folder: "init" })
    expect(parseArguments(["app", "-y"], create)).to.deep.equal({ ...asksEverything, folder: "app", yes: true })
    expect(thrown(() => parseArguments(["init", "app"], create)).message).to.contain('"app" follows it')
    for (const [words, command] of [
      [["app", "--help", "--version"], "help"],
      [["app", "--version"], "version"],
    ] as const) {
      expect(parseArguments(words, create)).to.deep.equal({ command })
    }
  })

  it("may begin with a hyphen where they are numbers or paths, and say that nothing is to be installed", () => {
    expect(parseArguments(["init", "--package=-1"])).to.deep.equal({ ...asksEverything, packageSpec: "-1" })
    expect(parseArguments(["init", "--package=./-a.tgz"])).to.deep.equal({ ...asksEverything, packageSpec: "./-a.tgz" })
    expect(parseArguments(["init", "--install", "no"])).to.deep.equal({ ...asksEverything, install: "no" })
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
    [["init", "--package", "  "], /^Option "--package": its value is missing/],
    [["init", "--package=-y"], /^Option "--package": its value is missing/],
    [["init", "-y", "--yes"], /^Option "--yes": it is given twice/],
    [["innit", "--version", "--x"], /^Option "--x": there is no such option/],
    [["swap", "a"], /no command "swap"\. Run hardhat-plugs init\.$/],
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
