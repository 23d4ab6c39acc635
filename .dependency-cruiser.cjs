/** The direction of imports drawn in ARCHITECTURE.md: primitives <- http <- tracking <- swap | messaging | gateway <- devnet <- testing, plugin and tasks on top. */
const below = (name, from, allowed) => ({
  name,
  severity: "error",
  comment: `${from} may import only from ${allowed.join(", ")}`,
  from: { path: `^src/${from}/` },
  to: { path: "^(src|tasks|test)/", pathNot: `^src/(${[from, ...allowed].join("|")})/` },
})

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    below("primitives-stand-alone", "primitives", []),
    below("http-on-primitives", "http", ["primitives"]),
    below("tracking-on-http", "tracking", ["primitives", "http"]),
    below("onchain-on-http", "onchain", ["primitives", "http"]),
    below("messaging-on-http", "messaging", ["primitives", "http", "tracking", "onchain"]),
    below("gateway-on-http", "gateway", ["primitives", "http", "tracking", "onchain"]),
    below("swap-on-http", "swap", ["primitives", "http", "tracking", "onchain"]),
    below("terminal-prints-only", "terminal", ["primitives", "tracking", "messaging", "gateway", "swap"]),
    below("devnet-on-apis", "devnet", ["primitives", "http", "messaging", "gateway", "swap"]),
    {
      name: "hardhat-only-on-top",
      severity: "error",
      comment: "helpers work in any viem script",
      from: { path: "^src/", pathNot: "^src/(plugin|devnet/chains|testing|index)" },
      to: { path: "^node_modules/hardhat/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "server-takes-schemas-not-clients",
      severity: "error",
      comment:
        "one schema serves both sides, so that a client is tested against a server that could be wrong in its own way",
      from: { path: "^src/devnet/" },
      to: {
        path: "^src/(messaging|gateway|swap)/",
        pathNot: [
          "^src/messaging/(abi|events|ids|schemas|states)\\.ts$",
          "^src/gateway/(predictForwarderAddress|schemas|states)\\.ts$",
          "^src/swap/(nativeToken|schemas|states)\\.ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "clients-never-know-the-devnet",
      severity: "error",
      from: { path: "^src/(http|tracking|onchain|messaging|gateway|swap)/" },
      to: { path: "^src/devnet/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js"],
    },
  },
}
