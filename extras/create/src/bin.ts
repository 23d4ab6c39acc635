#!/usr/bin/env node
// Plain syntax and no static import, so that any Node can run this file and say which one is needed.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 18 || (major === 18 && minor < 3)) {
  process.stderr.write(
    `This is Node ${process.versions.node}. hardhat-plugs starts on Node 18.3 or newer, and Hardhat needs 22.13.0 or newer.\n` +
      "Install Node 24, which brings a fitting npm, and run this again.\n",
  )
  process.exitCode = 1
} else {
  void import("./main.js").then(({ main }) => main())
}

export {}
