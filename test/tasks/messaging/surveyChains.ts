import { expect } from "chai"
import { describe, it } from "mocha"

import { devnetSocket } from "#src/devnet/addresses.js"
import { type ChainSurvey, findSurveyed, surveyChains } from "#tasks/messaging/surveyChains.js"
import { thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

const configured = (name: string, network: string, slug: number | null) =>
  ({ name, network, slug, socket: `0x${String(slug)}` }) as unknown as ChainSurvey["configured"][number]
const known = (name: string, slug: number, chainId: number) =>
  ({ name, slug, chainId, socket: `0x${String(slug)}` }) as unknown as ChainSurvey["known"][number]

const survey: ChainSurvey = {
  file: null,
  configured: [configured("alpha", "first", 10), configured("beta", "alpha", 20), configured("open", "third", null)],
  known: [known("ten", 10, 1_010), known("forty", 40, 50), known("fifty", 50, 1_050)],
  leftOut: [
    { network: "mirror", why: "CHAIN_TAKEN", chain: "beta" },
    { network: "bare", why: "NO_CHAIN_ID", chain: null },
    { network: "fifty", why: "NO_CHAIN_ID", chain: null },
  ],
  // Of the second, the slug is that of beta, and of the third, the socket.
  devnet: [
    known("twenty", 20, 20),
    { ...known("moved", 20, 21), socket: "0x99" },
    { ...known("odd", 21, 22), socket: "0x20" },
  ],
}

describe("findSurveyed", () => {
  const find = (text: string) => {
    const found = findSurveyed(survey, text, "chain")
    return [found.configured?.name, found.known?.name]
  }

  it("finds a chain of the project by its name, else its network, else its slug, with what is known of it", () => {
    expect(find("alpha")).to.deep.equal(["alpha", "ten"])
    expect(find(" first ")).to.deep.equal(["alpha", "ten"])
    expect(find("10")).to.deep.equal(["alpha", "ten"])
    expect(find("20")).to.deep.equal(["beta", "twenty"])
    expect(find("third")).to.deep.equal(["open", undefined])
    const found = (known: ChainSurvey["known"]) => findSurveyed({ ...survey, known, devnet: [] }, "beta", "chain").known
    expect([found([survey.devnet[1] as never]), found([survey.devnet[2] as never])]).to.deep.equal([null, null])
  })

  it("finds a known one by its name, else its slug, else its chain id", () => {
    expect(find("forty")).to.deep.equal([undefined, "forty"])
    expect(find("40")).to.deep.equal([undefined, "forty"])
    expect(find("50")).to.deep.equal([undefined, "fifty"])
    expect(find("1050")).to.deep.equal([undefined, "fifty"])
    for (const text of ["null", "41", ""]) {
      expect(thrown(() => find(text)).facts, text).to.include({ argument: "chain" })
    }
  })
})

describe("a network that is left out", () => {
  const said = (text: string) => thrown(() => findSurveyed(survey, text, "--chain")).message

  it("is refused with the chain that is read in its place, or with what its configuration lacks", () => {
    expect(said("mirror")).to.equal(
      'Option "--chain": the network "mirror" reaches the chain 20, which beta is already. Give beta, or write plugs.chains: { mirror: { slug: 20 } }, which then takes its place.',
    )
    expect(said("bare")).to.contain("which chain the network bare reaches").and.contain("config.networks.bare")
    // A deployment has the same name.
    expect(findSurveyed(survey, "fifty", "--chain").known?.slug).to.equal(50)
  })
})

describe("surveyChains", () => {
  const own = "0x1111111111111111111111111111111111111111"
  type Own = {
    readonly unidentified?: object
    readonly devnet?: object
    readonly messaging?: object
    readonly user?: object
  }
  const surveyOf = async (chains: object, { user = {}, ...more }: Own = {}) => {
    const plugs = { chains, unidentified: {}, devnet: { chains: [], paths: [] }, messaging: {}, ...more }
    return await surveyChains({
      ...{ config: { plugs, networks: { main: { chainId: 7 } } }, userConfig: { plugs: { chains: user } } },
    } as never)
  }

  it("names the deployment of a chain only where both its slug and its socket are the chain's", async () => {
    const { known } = await surveyOf({})
    const [one, other] = known.filter(
      ({ socket }, index) => known.findIndex((each) => each.socket === socket) === index,
    )
    const { configured, file } = await surveyOf({
      own: { network: "main", slug: one!.slug, socket: one!.socket },
      moved: { network: "main", slug: one!.slug, socket: other!.socket },
      unknown: { network: "test", slug: 7, socket: one!.socket },
    })
    expect(file).to.equal(null)
    expect(configured.map(({ name, chainId, deployment }) => [name, chainId, deployment])).to.deep.equal([
      ["own", 7, one!.name],
      ["moved", 7, null],
      ["unknown", null, null],
    ])
  })

  it("says of each chain where its socket comes from: the user, the devnet, a deployment, or nowhere", async () => {
    const { known } = await surveyOf({})
    const [one] = known
    const chains = {
      written: { network: "main", slug: 1, socket: own },
      local: { network: "local", slug: 2, socket: devnetSocket },
      public: { network: "main", slug: one!.slug, socket: one!.socket },
      none: { network: "main", slug: 4, socket: undefined },
    }
    const more = { unidentified: { open: { network: "later" } }, user: { written: { socket: own }, none: {} } }
    const { configured } = await surveyOf(chains, more)
    expect(configured.map(({ name, slug, socket, socketFrom }) => [name, slug, socket, socketFrom])).to.deep.equal([
      ["written", 1, own, "configuration"],
      ["local", 2, devnetSocket, "devnet"],
      ["public", one!.slug, one!.socket, "deployment"],
      ["none", 4, null, null],
      ["open", null, null, null],
    ])
  })

  it("knows the deployments that are not shut down, of the package or of the file that is named", async () => {
    const { known } = await surveyOf({})
    expect(known.map(({ name }) => name)).to.include("arbitrum")
    await using folder = await temporaryFolder()
    const chain = { name: "ours", chainId: 9, mainnet: false, socket: own, transmitManager: own, siblings: {} }
    const file = await writeDataFile(folder.path, {
      "5": chain,
      "6": { ...chain, name: "gone", chainId: 10, retired: true },
    })
    const survey = await surveyOf({}, { messaging: { deployment: file } })
    expect([survey.file, survey.known.map(({ name }) => name)]).to.deep.equal([file, ["ours"]])
  })

  it("knows which chains of the devnet each switchboard leads to, as its paths say", async () => {
    const chains = ["alpha", "beta", "gamma"].map((name, index) => ({ name, slug: index + 1, chainId: index + 11 }))
    const paths = [
      { between: ["alpha", "beta"], kinds: ["FAST"] },
      { between: ["gamma", "alpha"], kinds: ["OPTIMISTIC"] },
    ]
    const { devnet } = await surveyOf({}, { devnet: { chains, paths } })
    expect(
      devnet.map(({ name, slug, chainId, socket, switchboards }) => [
        ...[name, slug, chainId, socket],
        switchboards.map(({ kind, siblings }) => [kind, siblings]),
      ]),
    ).to.deep.equal([
      ...[
        [
          "alpha",
          1,
          11,
          devnetSocket,
          [
            ["FAST", [2]],
            ["OPTIMISTIC", [3]],
          ],
        ],
      ],
      ...[
        [
          "beta",
          2,
          12,
          devnetSocket,
          [
            ["FAST", [1, 3]],
            ["OPTIMISTIC", [3]],
          ],
        ],
      ],
      ...[
        [
          "gamma",
          3,
          13,
          devnetSocket,
          [
            ["FAST", [2]],
            ["OPTIMISTIC", [1, 2]],
          ],
        ],
      ],
    ])
  })
})
