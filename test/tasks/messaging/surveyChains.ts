import { expect } from "chai"
import { describe, it } from "mocha"

import { type ChainSurvey, findSurveyed, surveyChains } from "../../../tasks/messaging/surveyChains.js"
import { thrown } from "../../fixtures/failure.js"

const configured = (name: string, network: string, slug: number | null) =>
  ({ name, network, slug, socket: `0x${String(slug)}` }) as unknown as ChainSurvey["configured"][number]
const known = (name: string, slug: number, chainId: number) =>
  ({ name, slug, chainId, socket: `0x${String(slug)}` }) as unknown as ChainSurvey["known"][number]

const survey: ChainSurvey = {
  file: null,
  configured: [configured("alpha", "first", 10), configured("beta", "alpha", 20), configured("open", "third", null)],
  known: [known("ten", 10, 1_010), known("forty", 40, 50), known("fifty", 50, 1_050)],
  devnet: [known("twenty", 20, 20)],
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

describe("surveyChains", () => {
  const surveyOf = async (chains: object) => {
    const plugs = { chains, unidentified: {}, devnet: { chains: [], paths: [] }, messaging: {} }
    return await surveyChains({ config: { plugs, networks: { main: { chainId: 7 } } }, userConfig: {} } as never)
  }

  it("names the deployment of a chain only where both its slug and its socket are the chain's", async () => {
    const { known } = await surveyOf({})
    const [one, other] = known.filter(
      ({ socket }, index) => known.findIndex((each) => each.socket === socket) === index,
    )
    const { configured } = await surveyOf({
      own: { network: "main", slug: one!.slug, socket: one!.socket },
      moved: { network: "main", slug: one!.slug, socket: other!.socket },
      unknown: { network: "test", slug: 7, socket: one!.socket },
    })
    expect(configured.map(({ name, chainId, deployment }) => [name, chainId, deployment])).to.deep.equal([
      ["own", 7, one!.name],
      ["moved", 7, null],
      ["unknown", null, null],
    ])
  })
})
