/** The direction of imports drawn in ARCHITECTURE.md. Types count: a circle of types is a circle. */

// To add an API: a room like these, a folder in `src/devnet/server`, and its entry in `exports` of `package.json`.
const apis = ["messaging", "gateway"]

/** Each floor of src with the rooms that it may import, besides itself. */
const floors = {
  primitives: [],
  http: ["primitives"],
  onchain: ["http", "primitives"],
  tracking: ["http", "primitives"],
  explaining: ["onchain", "http", "primitives"],
  messaging: ["explaining", "tracking", "onchain", "http", "primitives"],
  gateway: ["explaining", "tracking", "onchain", "http", "primitives"],
  terminal: [...apis, "explaining", "tracking", "primitives"],
  devnet: [...apis, "tracking", "http", "primitives"],
  costs: ["devnet", "terminal", "messaging", "onchain", "http", "primitives"],
  testing: ["costs", "devnet", "swap/states", ...apis, "explaining", "tracking", "onchain", "http", "primitives"],
  plugin: ["costs", "devnet", "terminal", ...apis, "explaining", "tracking", "onchain", "http", "primitives"],
}

/** The rooms of src that ask the registry of extras for a part. */
const asksExtras = ["devnet", "costs", "testing"]

/** The rooms of the devnet likewise: what several protocols need knows none of them, and no protocol knows another. */
const devnetRooms = {
  chain: ["artifacts"],
  relay: ["chain", "artifacts"],
  messaging: ["relay", "chain", "artifacts"],
  gateway: ["relay", "chain", "artifacts"],
  server: ["messaging", "gateway", "chain", "artifacts"],
}

/** The rooms of the plugin: a connection knows nothing that only a task needs. */
const pluginRooms = {
  config: ["extras"],
  contracts: ["config"],
  records: ["config"],
  connection: ["extras", "contracts", "records", "config"],
}

/** The rooms of the tasks: what several families share, and the families. Only `plugs` is about them all. */
const taskRooms = {
  explain: [],
  doctor: [],
  messaging: ["explain", "doctor"],
  gateway: ["explain"],
  devnet: ["explain", "messaging"],
  plugs: ["doctor", "messaging"],
}

/** The rooms of the testing kit likewise: `world` is what all of them work in, and mocked APIs know no world. */
const testingRooms = {
  world: [],
  contracts: ["world"],
  delivery: ["world"],
  fixtures: ["world"],
  faults: ["world"],
  exploring: ["assertions", "faults", "fixtures", "delivery", "world"],
  assertions: ["contracts", "world"],
  chai: ["assertions", "world"],
  mockApi: [],
}

/** What every room of messaging may import: its words, and nothing that asks a node or an API. */
const messagingWords = "(states|types|ids|requestErrors|switchboardKinds|TrustPolicy)\\.ts$"

/** The rooms of messaging, each with what it may import besides. */
const messagingRooms = {
  wire: [],
  onchain: [],
  deployments: ["onchain/"],
  reading: ["onchain/"],
  facts: ["reading/", "onchain/"],
  following: ["facts/", "reading/", "onchain/", "wire/", "createMessagingClient\\.ts"],
  retrying: ["reading/", "onchain/"],
  history: ["reading/", "onchain/", "createMessagingClient\\.ts"],
  explaining: ["facts/", "deployments/", "retrying/", "reading/", "onchain/", "createMessagingClient\\.ts"],
  wiring: ["deployments/", "onchain/"],
}

const onlyBelow = (room, allowed, home = "src", shared = []) => ({
  name: `${home.replaceAll("/", "-")}-${room}-imports-down`,
  severity: "error",
  comment: `${home}/${room} may import ${allowed.join(", ") || "nothing else of ours"}`,
  from: { path: `^${home}/${room}/` },
  to: { path: `^(${home}|tasks|test)/`, pathNot: `^${home}/(${[room, ...allowed, ...shared].join("|")})(/|\\.ts$)` },
})

/** The extras, each with the rooms of src that it may import, and whether it may import `tasks`. No extra imports another. */
const extras = {
  audit: {
    rooms: ["plugin", "terminal", "messaging", "explaining", "onchain", "primitives"],
    tasks: true,
  },
  create: { rooms: ["primitives"], tasks: false },
  forks: {
    rooms: ["testing", "devnet", "plugin", "terminal", "messaging", "explaining", "onchain", "primitives"],
    tasks: true,
  },
  watch: {
    rooms: ["devnet", "plugin", "terminal", "messaging", "explaining", "tracking", "onchain", "http", "primitives"],
    tasks: true,
  },
  page: {
    rooms: [
      ...["testing", "devnet", "plugin", "swap/states", ...apis],
      ...["explaining", "tracking", "onchain", "http", "primitives"],
    ],
    tasks: true,
  },
  swap: {
    rooms: [
      ...["swap", "testing", "devnet", "plugin", "terminal", ...apis],
      ...["explaining", "tracking", "onchain", "http", "primitives"],
    ],
    tasks: true,
  },
}

/** The rooms of the audit: a batch is judged by what it changes of trust, and contracts are linted by themselves. */
const auditRooms = { trust: [], judging: ["trust"], linting: [] }

/** The rooms of swaps that are more than a client, each with what it may import: the other files need no Hardhat, and no room above apis. */
const swapRooms = {
  artifacts: { own: ["artifacts"], src: ["devnet"] },
  market: { own: ["market", "artifacts"], src: ["devnet"] },
  server: { own: ["server", "market", "artifacts"], src: ["devnet"] },
  testing: { own: ["testing", "server", "market", "artifacts"], src: ["testing", "devnet", "messaging"] },
  plugin: { own: ["plugin", "market"], src: ["plugin", "devnet", "terminal", "messaging"] },
}

/** The files of the core that may import an extra: the one registry, and what users import. */
const mayImportExtras = [
  "^src/plugin/extras\\.ts$",
  "^tasks/index\\.ts$",
  "^src/(index|type-extensions)\\.ts$",
  "^src/(messaging|gateway|swap|watch)/index\\.ts$",
  "^src/plugin/config/Plugs(User)?Config\\.ts$",
]

/** What every command loads, `--help` included. */
const loadedAlways = [
  "^src/index\\.ts$",
  "^(tasks|extras/[^/]+/tasks)/(index|[^/]+/index)\\.ts$",
  "^src/plugin/hooks/(config|hre)\\.ts$",
  "^src/plugin/importFile\\.ts$",
  "^src/plugin/config/resolvePlugs\\.ts$",
  "^src/plugin/arguments/(rows|sharedRows)\\.ts$",
  "^src/devnet/(addresses|options|chain/hardfork)\\.ts$",
  "^src/primitives/(numbers/gasRules|urls/isLoopback)\\.ts$",
]

/** Tasks that ask an API first, and the clients that they ask. */
const asksFirst = [
  "^tasks/messaging/track\\.ts$",
  "^tasks/gateway/(forwarder|payload|timeouts|triggers|tx)\\.ts$",
  "^extras/swap/tasks/(chains|providers|status|tokens)\\.ts$",
  "^(src/(messaging|gateway)|extras/swap/src)/create\\w+Client\\.ts$",
  "^src/http/transport\\.ts$",
]

/** An import that is there when the file is: neither a type nor one that is awaited. */
const atOnce = { dynamic: false, dependencyTypesNot: ["type-only", "type-import"] }

module.exports = {
  forbidden: [
    {
      name: "no-unresolved-import",
      severity: "error",
      comment: "what cannot be found breaks no other rule, so that a wrong path would be allowed everything",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-circles",
      severity: "error",
      comment: "the registry of extras names the types of what it loads, which may ask it for another extra",
      from: {},
      to: { circular: true, viaOnly: { pathNot: "^src/plugin/extras\\.ts$" } },
    },
    ...Object.entries(floors).map(([room, allowed]) =>
      onlyBelow(room, allowed, "src", asksExtras.includes(room) ? ["plugin/extras"] : []),
    ),
    {
      name: "core-imports-no-extra",
      severity: "error",
      comment: "what an extra adds is reached through src/plugin/extras.ts, so that the core is whole without it",
      from: { path: "^(src|tasks)/", pathNot: mayImportExtras },
      to: { path: "^extras/" },
    },
    {
      name: "entry-point-of-swaps-is-for-users",
      severity: "error",
      comment: "it exports the extra; of src/swap the core takes the states of a route alone",
      from: { path: "^(src|tasks)/", pathNot: "^src/(swap|watch)/" },
      to: { path: "^src/(swap|watch)/", pathNot: "^src/swap/states\\.ts$" },
    },
    ...Object.entries(extras).map(([extra, { rooms, tasks }]) => ({
      name: `extra-${extra}-imports-down`,
      severity: "error",
      comment: `extras/${extra} may import ${rooms.join(", ")}, and no other extra`,
      from: { path: `^extras/${extra}/` },
      to: {
        path: "^(src|tasks|test|extras)/",
        pathNot: `^(extras/${extra}|src/(${rooms.join("|")})${tasks ? "|tasks" : ""})(/|\\.ts$)`,
      },
    })),
    {
      name: "swap-client-imports-down",
      severity: "error",
      comment: "the client of swaps works in any viem script, as the other clients do",
      from: { path: "^extras/swap/src/", pathNot: `^extras/swap/src/(${Object.keys(swapRooms).join("|")})/` },
      to: {
        path: "^(src|tasks|extras)/",
        pathNot: [
          "^src/((explaining|tracking|onchain|http|primitives)/|swap/states\\.ts$)",
          `^extras/swap/src/(?!(${Object.keys(swapRooms).join("|")})/)`,
        ],
      },
    },
    ...Object.entries(swapRooms).map(([room, { own, src }]) => ({
      name: `swap-${room}-imports-down`,
      severity: "error",
      comment: `extras/swap/src/${room} may import the client, and ${[...own, ...src].join(", ")}`,
      from: { path: `^extras/swap/src/${room}/` },
      to: {
        path: "^(src|tasks|extras)/",
        pathNot: [
          `^src/(${[...src, "swap", "explaining", "tracking", "onchain", "http", "primitives"].join("|")})/`,
          `^extras/swap/src/(?!(${Object.keys(swapRooms).join("|")})/)`,
          `^extras/swap/src/(${own.join("|")})/`,
        ],
      },
    })),
    ...Object.entries(devnetRooms).map(([room, allowed]) => onlyBelow(room, allowed, "src/devnet")),
    ...Object.entries(auditRooms).map(([room, allowed]) => onlyBelow(room, allowed, "extras/audit/src")),
    ...Object.entries(messagingRooms).map(([room, allowed]) => ({
      name: `messaging-${room}-imports-down`,
      severity: "error",
      comment: `src/messaging/${room} may import ${allowed.join(", ") || "nothing else of messaging but its words"}`,
      from: { path: `^src/messaging/${room}/` },
      to: {
        path: "^src/messaging/",
        pathNot: `^src/messaging/(${[`${room}/`, ...allowed, messagingWords].join("|")})`,
      },
    })),
    ...Object.entries(testingRooms).map(([room, allowed]) => onlyBelow(room, allowed, "src/testing", ["arguments"])),
    ...Object.entries(pluginRooms).map(([room, allowed]) => onlyBelow(room, allowed, "src/plugin")),
    ...Object.entries(taskRooms).map(([room, allowed]) => ({
      name: `tasks-${room}-imports-no-other-family`,
      severity: "error",
      comment: `tasks/${room} may import ${allowed.join(", ") || "no other room"} of tasks`,
      from: { path: `^tasks/${room}/` },
      to: { path: "^tasks/[^/]+/", pathNot: `^tasks/(${[room, ...allowed].join("|")})/` },
    })),
    {
      name: "output-imports-no-action",
      severity: "error",
      comment: "what is printed has types of its own, which actions fill",
      from: { path: "^(tasks/[^/]+|extras/[^/]+/tasks)/output/" },
      to: { path: "^(tasks|extras/[^/]+/tasks)/", pathNot: "/output/" },
    },
    {
      name: "parts-import-no-action",
      severity: "error",
      comment:
        "what an action is made of lies in folders beside it, and knows the arguments in index.ts, not the action",
      from: { path: "^(tasks/[^/]+|extras/[^/]+/tasks)/[^/]+/" },
      to: { path: "^$1/[^/]+\\.ts$", pathNot: "/index\\.ts$" },
    },
    {
      name: "page-in-the-browser-knows-only-words",
      severity: "error",
      comment: "what a browser runs is built into one file: the names of states, and no library",
      from: { path: "^extras/page/src/(browser/|kinds\\.ts)" },
      to: {
        path: "^(src|extras|node_modules)/",
        pathNot: [
          "^extras/page/src/(browser/|(kinds|PageEvent|firstCommands)\\.ts)",
          "^src/(devnet/changes|(messaging|gateway|swap|tracking)/states|primitives/(text|writeCall))\\.ts",
        ],
      },
    },
    {
      name: "hardhat-only-on-top",
      severity: "error",
      comment: "helpers work in any viem script",
      from: {
        path: "^(src|extras/swap/src)/",
        pathNot: "^(src/(plugin|devnet/chain|testing|index)|extras/swap/src/(plugin|testing)/)",
      },
      to: { path: "^node_modules/hardhat/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "devnet-starts-without-viem-clients",
      severity: "error",
      comment:
        "viem/utils has what a devnet needs, and loads in half the time; createClients loads the rest when it is used",
      from: {
        path: "^(src/devnet|extras/swap/src/(market|server|artifacts))/",
        pathNot: "^src/devnet/server/messaging/minFees\\.ts$",
      },
      to: { path: "^node_modules/viem/_esm/index\\.js$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "help-loads-only-definitions",
      severity: "error",
      comment: "every file that --help loads costs each command half a millisecond, and a library a hundred",
      from: { path: loadedAlways },
      to: { path: "^(src|tasks|node_modules)/", pathNot: [...loadedAlways, "^node_modules/hardhat/"], ...atOnce },
    },
    {
      name: "tasks-ask-before-they-load-what-reads-the-answer",
      severity: "error",
      comment: "viem takes a hundred milliseconds and Zod forty; test/plugin/startup.ts follows every import",
      from: { path: asksFirst },
      to: {
        path: [
          "^node_modules/(viem|zod)/",
          "^(src/[a-z]+|extras/swap/src)/wire/\\w*[sS]chemas\\.ts$",
          "^src/gateway/reverts\\.ts$",
        ],
        ...atOnce,
      },
    },
    {
      name: "checks-need-no-viem",
      severity: "error",
      comment: "every task checks what it is given, most before their first request",
      from: { path: "^src/primitives/(address|checks)\\.ts$" },
      to: { path: "^node_modules/viem/", ...atOnce },
    },
    {
      name: "server-takes-schemas-not-clients",
      severity: "error",
      comment:
        "one schema serves both sides, so that a client is tested against a server that could be wrong in its own way",
      from: { path: "^(src/devnet|extras/swap/src/(market|server|artifacts))/" },
      to: {
        path: "^(src/(messaging|gateway|swap)|extras/swap/src)/",
        pathNot: [
          "^src/(messaging|gateway|swap)/(wire/[^/]+|states|types|ids|userOps|switchboardKinds)\\.ts$",
          "^extras/swap/src/((market|server|artifacts)/|(wire/[^/]+|types|nativeToken|checks/KnownRouter)\\.ts$)",
          "^src/messaging/(facts/statusOf|onchain/(abi|events|operatorCalls))\\.ts$",
          "^src/gateway/onchain/(abi|predictForwarderAddress)\\.ts$",
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^extras/[^/]+/(test|package/dist)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js"],
    },
  },
}
